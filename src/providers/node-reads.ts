import type { Hex } from 'viem'
import { UpstreamError } from '../platform/upstream-error.ts'
import type { Call, Receipt } from './attester.ts'
import type { AskNode, NodeAnswer } from './chain-node.ts'
import { errorNameOf } from './eas.ts'

export type NodeReads = ReturnType<typeof openNodeReads>

/** The reads that attesting needs, with what a node answers checked and turned into our types. */
export function openNodeReads(ask: AskNode) {
  const quantity = async (method: string, params: unknown[], signal: AbortSignal) =>
    quantityOf(method, await ask(method, params, signal))
  const bytes = async (method: string, params: unknown[], signal: AbortSignal) =>
    bytesOf(method, await ask(method, params, signal))
  return {
    chainId: async (signal: AbortSignal) => Number(await quantity('eth_chainId', [], signal)),
    head: (signal: AbortSignal) => quantity('eth_blockNumber', [], signal),
    hasCode: async (address: Hex, signal: AbortSignal) =>
      (await bytes('eth_getCode', [address, 'latest'], signal)) !== '0x',
    balance: (address: Hex, signal: AbortSignal) => quantity('eth_getBalance', [address, 'latest'], signal),
    count: async (address: Hex, block: Hex | 'latest', signal: AbortSignal) =>
      Number(await quantity('eth_getTransactionCount', [address, block], signal)),
    tip: (signal: AbortSignal) => quantity('eth_maxPriorityFeePerGas', [], signal),
    nextBaseFee: async (signal: AbortSignal) => {
      const method = 'eth_feeHistory'
      const { baseFeePerGas } = fieldsOf(method, await ask(method, ['0x1', 'latest', []], signal))
      return quantityOf(method, { result: Array.isArray(baseFeePerGas) ? baseFeePerGas.at(-1) : undefined })
    },
    call: (call: Call, signal: AbortSignal) => bytes('eth_call', [call, 'latest'], signal),
    estimate: async (call: Call & { from: Hex }, signal: AbortSignal) => {
      const answer = await ask('eth_estimateGas', [call], signal)
      if ('error' in answer && isRevert(answer.error)) return { reverts: revertNameOf(answer.error) }
      return { gas: quantityOf('eth_estimateGas', answer) }
    },
    blockHash: async (height: bigint, signal: AbortSignal): Promise<Hex | null> => {
      const method = 'eth_getBlockByNumber'
      const answer = await ask(method, [quantityText(height), false], signal)
      return isNull(answer) ? null : bytesOf(method, { result: fieldsOf(method, answer)['hash'] })
    },
    receipt: async (hash: Hex, signal: AbortSignal): Promise<Receipt | null> => {
      const method = 'eth_getTransactionReceipt'
      const answer = await ask(method, [hash], signal)
      return isNull(answer) ? null : receiptOf(method, fieldsOf(method, answer))
    },
  }
}

export const quantityText = (value: bigint): Hex => `0x${value.toString(16)}`

const isNull = (answer: NodeAnswer) => 'result' in answer && answer.result === null

function receiptOf(method: string, fields: Record<string, unknown>): Receipt {
  const logs = Array.isArray(fields['logs']) ? (fields['logs'] as Record<string, unknown>[]) : []
  const bytes = (value: unknown) => bytesOf(method, { result: value })
  return {
    hash: bytes(fields['transactionHash']),
    blockNumber: quantityOf(method, { result: fields['blockNumber'] }),
    blockHash: bytes(fields['blockHash']),
    isSuccess: quantityOf(method, { result: fields['status'] }) === 1n,
    gasUsed: quantityOf(method, { result: fields['gasUsed'] }),
    logs: logs.map(({ address, topics, data }) => ({
      address: bytes(address),
      topics: Array.isArray(topics) ? topics.map(bytes) : [],
      data: bytes(data),
    })),
  }
}

/** Nodes agree on neither code nor words: geth's 3, Nethermind's −32015, others by text. */
const isRevert = ({ code, message }: { code: number; message: string }) =>
  code === 3 || code === -32015 || /revert/i.test(message)

/** The error's bytes stand in `data`, or somewhere in a text. */
function revertNameOf({ message, data }: { message: string; data?: unknown }): string {
  const [found] = /0x[0-9a-f]{8,}/i.exec(`${typeof data === 'string' ? data : JSON.stringify(data)} ${message}`) ?? []
  return (found && errorNameOf(found as Hex)) ?? 'a revert without a name'
}

function fieldsOf(method: string, answer: NodeAnswer): Record<string, unknown> {
  if ('error' in answer || typeof answer.result !== 'object' || answer.result === null) throw unusable(method, answer)
  return { ...answer.result }
}

function bytesOf(method: string, answer: NodeAnswer): Hex {
  if ('error' in answer || !isHex(answer.result)) throw unusable(method, answer)
  return answer.result
}

function quantityOf(method: string, answer: NodeAnswer): bigint {
  if ('error' in answer || !isHex(answer.result) || !/^0x.{1,64}$/.test(answer.result)) throw unusable(method, answer)
  return BigInt(answer.result)
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)

const unusable = (method: string, answer: NodeAnswer) =>
  new UpstreamError(
    'chain',
    'unavailable',
    `${method}: ${'error' in answer ? `error ${answer.error.code}` : 'an unknown form'}`,
  )
