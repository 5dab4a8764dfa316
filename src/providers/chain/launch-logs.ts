import { UpstreamError } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { toFields } from '../../platform/values.ts'
import {
  type AskNode,
  createChainNode,
  createChainRun,
  createUnusableResponseError,
  hasTooManyEvents,
  parseHex,
  parseQuantity,
  ResponseTooLarge,
  toDate,
  toHexQuantity,
} from './chain-node.ts'

/** All hex is lower-case. */
export interface LaunchLog {
  address: string
  topics: string[]
  data: string
  block: bigint
  logIndex: number
  txHash: string
  /** The time of the block; null: the node doesn't say it with the log. */
  at: Date | null
}

export interface LaunchFilter {
  addresses: string[]
  /** Of which a log has one as its first. */
  topics: string[]
  fromBlock: bigint
  toBlock: bigint
}

export interface HashedBlock {
  number: bigint
  hash: string
  at: Date
}

/** Everything throws `UpstreamError` ('chain') or the signal's reason. */
export interface LaunchLogs {
  /** `too large`: more than an answer may hold; `refused`: another error of the node, such as one about the range. */
  read: (filter: LaunchFilter, signal: AbortSignal) => Promise<LaunchLog[] | 'too large' | 'refused'>
  /** null: the node doesn't have it (yet). */
  block: (number: bigint, signal: AbortSignal) => Promise<HashedBlock | null>
}

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

/** About 8,000 launches. */
const maxResponseBytes = 16_000_000

export function createLaunchLogs({ url, chainId, timeoutMs, guard }: Options): LaunchLogs {
  const ask = createChainNode({ url, timeoutMs, maxBytes: maxResponseBytes })
  const run = createChainRun(ask, { chainId, guard })
  return {
    read: (filter, signal) => run((signal) => askLogs(ask, filter, signal), signal),
    block: (number, signal) => run((signal) => askBlock(ask, number, signal), signal),
  }
}

async function askLogs(
  ask: AskNode,
  { addresses, topics, fromBlock, toBlock }: LaunchFilter,
  signal: AbortSignal,
): Promise<LaunchLog[] | 'too large' | 'refused'> {
  const method = 'eth_getLogs'
  const wanted = {
    address: addresses,
    topics: [topics],
    fromBlock: toHexQuantity(fromBlock),
    toBlock: toHexQuantity(toBlock),
  }
  try {
    const response = await ask(method, [wanted], signal)
    if ('error' in response) return hasTooManyEvents(response.error) ? 'too large' : 'refused'
    if (!Array.isArray(response.result)) throw createUnusableResponseError(method, response)
    const logs = response.result.flatMap((log) => (toFields(log)['removed'] === true ? [] : [toLog(log)]))
    if (logs.some(({ block }) => block < fromBlock || block > toBlock))
      throw new UpstreamError('chain', 'unavailable', `${method}: a log of another block`)
    return logs
  } catch (error) {
    if (error instanceof ResponseTooLarge) return 'too large'
    throw error
  }
}

function toLog(value: unknown): LaunchLog {
  const { address, topics, data, blockNumber, logIndex, transactionHash, blockTimestamp } = toFields(value)
  if (!Array.isArray(topics)) throw createUnusableResponseError('eth_getLogs', { result: value })
  return {
    address: hex(address),
    topics: topics.map(hex),
    data: hex(data),
    block: quantity(blockNumber),
    logIndex: Number(quantity(logIndex, 7)),
    txHash: hex(transactionHash),
    // Zero is how some nodes say that they don't know it.
    at: typeof blockTimestamp === 'string' && Number(blockTimestamp) > 0 ? toTime(blockTimestamp) : null,
  }
}

const hex = (result: unknown): string => parseHex('eth_getLogs', { result }).toLowerCase()
const quantity = (result: unknown, maxDigits?: number): bigint => parseQuantity('eth_getLogs', { result }, maxDigits)
/** Hex, or decimal in nodes that write numbers so. */
const toTime = (text: string): Date => toDate('eth_getLogs', BigInt(text))

async function askBlock(ask: AskNode, number: bigint, signal: AbortSignal): Promise<HashedBlock | null> {
  const method = 'eth_getBlockByNumber'
  const response = await ask(method, [toHexQuantity(number), false], signal)
  if ('error' in response) throw createUnusableResponseError(method, response)
  if (response.result === null) return null
  const { hash, timestamp } = toFields(response.result)
  return {
    number,
    hash: parseHex(method, { result: hash }).toLowerCase(),
    at: toDate(method, parseQuantity(method, { result: timestamp })),
  }
}
