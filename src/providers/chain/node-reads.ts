import type { Hex } from 'viem'
import type { Call, Receipt, Stamp } from './attester.ts'
import { askBlock } from './block-times.ts'
import {
  type AskNode,
  createUnusableResponseError,
  type NodeResponse,
  parseHex,
  parseQuantity as parseShort,
  toHexQuantity,
} from './chain-node.ts'
import { decodeErrorName } from './eas.ts'

export type NodeReads = ReturnType<typeof createNodeReads>

/** Reads for attesting, validated and converted. */
export function createNodeReads(ask: AskNode) {
  const quantity = async (method: string, params: unknown[], signal: AbortSignal) =>
    parseQuantity(method, await ask(method, params, signal))
  const bytes = async (method: string, params: unknown[], signal: AbortSignal) =>
    parseHex(method, await ask(method, params, signal))
  return {
    chainId: async (signal: AbortSignal) => Number(await quantity('eth_chainId', [], signal)),
    hasCode: async (address: Hex, signal: AbortSignal) =>
      (await bytes('eth_getCode', [address, 'latest'], signal)) !== '0x',
    balance: (address: Hex, signal: AbortSignal) => quantity('eth_getBalance', [address, 'latest'], signal),
    count: async (address: Hex, signal: AbortSignal) =>
      Number(await quantity('eth_getTransactionCount', [address, 'latest'], signal)),
    ...createFeeReads(ask),
    call: (call: Call, signal: AbortSignal) => bytes('eth_call', [call, 'latest'], signal),
    estimate: async (call: Call & { from: Hex }, signal: AbortSignal) => {
      const response = await ask('eth_estimateGas', [call], signal)
      if ('error' in response && isRevert(response.error)) return { reverts: decodeRevertName(response.error) }
      return { gas: parseQuantity('eth_estimateGas', response) }
    },
    blockHash: async (height: bigint, signal: AbortSignal): Promise<Hex | null> => {
      const method = 'eth_getBlockByNumber'
      const response = await ask(method, [toHexQuantity(height), false], signal)
      return isNull(response) ? null : parseHex(method, { result: toFields(method, response)['hash'] })
    },
    block: (block: Parameters<typeof askBlock>[1], signal: AbortSignal) => askBlock(ask, block, signal),
    stamps: async ({ address, topics, fromBlock, toBlock }: StampFilter, signal: AbortSignal): Promise<Stamp[]> => {
      const method = 'eth_getLogs'
      const range = { fromBlock: toHexQuantity(fromBlock), toBlock: toHexQuantity(toBlock) }
      const response = await ask(method, [{ address, topics, ...range }], signal)
      if ('error' in response || !Array.isArray(response.result)) throw createUnusableResponseError(method, response)
      return response.result.map((log) => toStamp(method, toFields(method, { result: log })))
    },
    receipt: async (hash: Hex, signal: AbortSignal): Promise<Receipt | null> => {
      const method = 'eth_getTransactionReceipt'
      const response = await ask(method, [hash], signal)
      return isNull(response) ? null : toReceipt(method, toFields(method, response))
    },
  }
}

/** Also works on nodes that only have the older methods, which say so with any code. */
function createFeeReads(ask: AskNode) {
  const latestBaseFee = async (signal: AbortSignal): Promise<bigint> => {
    const method = 'eth_getBlockByNumber'
    const { baseFeePerGas } = toFields(method, await ask(method, ['latest', false], signal))
    return parseQuantity(method, { result: baseFeePerGas })
  }
  return {
    /** Without the method: the part of the gas price above the base fee. */
    tip: async (signal: AbortSignal): Promise<bigint> => {
      const method = 'eth_maxPriorityFeePerGas'
      const response = await ask(method, [], signal)
      if ('result' in response) return parseQuantity(method, response)
      const [gasPrice, baseFee] = await Promise.all([ask('eth_gasPrice', [], signal), latestBaseFee(signal)])
      const price = parseQuantity('eth_gasPrice', gasPrice)
      return price > baseFee ? price - baseFee : 0n
    },
    /** Without the method: the base fee of the latest block. */
    nextBaseFee: async (signal: AbortSignal): Promise<bigint> => {
      const method = 'eth_feeHistory'
      const response = await ask(method, ['0x1', 'latest', []], signal)
      if ('error' in response) return latestBaseFee(signal)
      const { baseFeePerGas } = toFields(method, response)
      return parseQuantity(method, { result: Array.isArray(baseFeePerGas) ? baseFeePerGas.at(-1) : undefined })
    },
  }
}

interface StampFilter {
  address: Hex
  topics: Hex[]
  fromBlock: bigint
  toBlock: bigint
}

const toStamp = (method: string, log: Record<string, unknown>): Stamp => ({
  txHash: parseHex(method, { result: log['transactionHash'] }),
  blockNumber: parseQuantity(method, { result: log['blockNumber'] }),
  blockHash: parseHex(method, { result: log['blockHash'] }),
})

const isNull = (response: NodeResponse) => 'result' in response && response.result === null

function toReceipt(method: string, fields: Record<string, unknown>): Receipt {
  const logs = Array.isArray(fields['logs']) ? (fields['logs'] as Record<string, unknown>[]) : []
  const bytes = (value: unknown) => parseHex(method, { result: value })
  return {
    hash: bytes(fields['transactionHash']),
    blockNumber: parseQuantity(method, { result: fields['blockNumber'] }),
    blockHash: bytes(fields['blockHash']),
    isSuccess: parseQuantity(method, { result: fields['status'] }) === 1n,
    gasUsed: parseQuantity(method, { result: fields['gasUsed'] }),
    logs: logs.map(({ address, topics, data }) => ({
      address: bytes(address),
      topics: Array.isArray(topics) ? topics.map(bytes) : [],
      data: bytes(data),
    })),
  }
}

/** Nodes agree on neither code nor message. */
const isRevert = ({ code, message }: { code: number; message: string }) =>
  code === 3 || code === -32015 || /revert/i.test(message)

/** The error's bytes are in `data`, or somewhere in a text. */
function decodeRevertName({ message, data }: { message: string; data?: unknown }): string {
  const [found] = /0x[0-9a-f]{8,}/i.exec(`${typeof data === 'string' ? data : JSON.stringify(data)} ${message}`) ?? []
  return (found && decodeErrorName(found as Hex)) ?? 'a revert without a name'
}

function toFields(method: string, response: NodeResponse): Record<string, unknown> {
  if ('error' in response || typeof response.result !== 'object' || response.result === null)
    throw createUnusableResponseError(method, response)
  return { ...response.result }
}

const parseQuantity = (method: string, response: NodeResponse): bigint => parseShort(method, response, 64)
