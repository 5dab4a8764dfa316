import { UpstreamError } from '../../platform/errors.ts'
import { isHex, type NodeResponse, parseQuantity } from './chain-node.ts'

/** All hex is lower-case. */
export interface CreationReceipt {
  hash: string
  blockNumber: bigint
  isSuccess: boolean
  from: string
  /** Nodes fill it for failed transactions too. */
  contractAddress: string | null
  logs: { address: string; topics: string[]; data: string }[]
}

/** null: not mined, or the node lags. Throws `UpstreamError` ('chain') for garbage. */
export function readCreationReceipt(response: NodeResponse): CreationReceipt | null {
  if ('error' in response) throw createUnusableResponseError(`error ${response.error.code}`)
  if (response.result === null) return null
  const { transactionHash, blockNumber, status, from, contractAddress, logs } = toFields(response.result)
  return {
    hash: toHex(transactionHash),
    blockNumber: parseQuantity(method, { result: blockNumber }),
    isSuccess: parseQuantity(method, { result: status }) === 1n,
    from: toHex(from),
    contractAddress: contractAddress === null || contractAddress === undefined ? null : toHex(contractAddress),
    logs: toList(logs).map((log) => {
      const { address, topics, data } = toFields(log)
      return { address: toHex(address), topics: toList(topics).map(toHex), data: toHex(data) }
    }),
  }
}

function toHex(value: unknown): string {
  if (!isHex(value)) throw createUnusableResponseError('a field that is no hex')
  return value.toLowerCase()
}

function toList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw createUnusableResponseError('a field that is no list')
  return value
}

const toFields = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) throw createUnusableResponseError('no object')
  return { ...value }
}

const method = 'eth_getTransactionReceipt'
const createUnusableResponseError = (what: string) => new UpstreamError('chain', 'unavailable', `${method}: ${what}`)
