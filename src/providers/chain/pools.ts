import { asRequestFault, UpstreamError } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import {
  type AskNode,
  createChainNode,
  createUnusableResponseError,
  hasTooManyEvents,
  isRevert,
  isStateGone,
  parseHex,
  parseQuantity,
  ResponseTooLarge,
  toHexQuantity,
} from './chain-node.ts'

export interface ChainLog {
  address: string
  topics: string[]
  data: string
  block: bigint
  txHash: string
}

export interface LogFilter {
  addresses: string[]
  /** Per position, the possible topics; null: any. */
  topics: (string[] | null)[]
  fromBlock: bigint
  toBlock: bigint
}

/** Everything throws `UpstreamError` ('chain') or the signal's reason. */
export interface Pools {
  /** In the smallest unit; null: not a token. */
  balance: (held: { token: string; holder: string }, signal: AbortSignal) => Promise<bigint | null>
  /** null: the token tells none. */
  decimals: (token: string, signal: AbortSignal) => Promise<number | null>
  /** null: the contract reverts, or the node keeps no state of that block. */
  words: (call: { to: string; data: string; block: bigint | 'latest' }, signal: AbortSignal) => Promise<string[] | null>
  /**
   * Oldest first unless a block is read in parts. Throws `ResponseTooLarge` where one block has too many events for one
   * topic, unless `onFlooded` is called for the omitted part.
   */
  logs: (filter: LogFilter, signal: AbortSignal, onFlooded?: (part: LogFilter) => void) => Promise<ChainLog[]>
}

interface Options {
  url: string
  timeoutMs: number
  guard: ProviderGuard
}

/** More events than a contract can emit for one topic in one block without great cost. */
const maxResponseBytes = 8_000_000

export function createPools({ url, timeoutMs, guard }: Options): Pools {
  const ask = createChainNode({ url, timeoutMs, maxBytes: maxResponseBytes })
  const run = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => guard.run(work, signal)
  const number = async (to: string, data: string, signal: AbortSignal) =>
    run((signal) => asRequestFault(askNumber(ask, { to, data }, signal)), signal)
  return {
    balance: async ({ token, holder }, signal) =>
      number(token, `0x70a08231${holder.slice(2).padStart(64, '0')}`, signal),
    decimals: async (token, signal) => {
      const places = await number(token, '0x313ce567', signal)
      return places !== null && places <= 36n ? Number(places) : null
    },
    words: (call, signal) => run((signal) => asRequestFault(askWords(ask, call, signal)), signal),
    logs: (filter, signal, onFlooded = throwFlooded) =>
      listLogs((part) => run((signal) => askLogs(ask, part, signal), signal), filter, onFlooded),
  }
}

async function askNumber(
  ask: AskNode,
  call: { to: string; data: string },
  signal: AbortSignal,
): Promise<bigint | null> {
  const response = await ask('eth_call', [{ ...call, gas: '0x7a120' }, 'latest'], signal)
  if ('error' in response) {
    // A revert is a fact about the contract; other errors say nothing about it.
    if (isRevert(response.error)) return null
    throw createUnusableResponseError('eth_call', response)
  }
  const bytes = parseHex('eth_call', response)
  return bytes.length === 66 ? BigInt(bytes) : null
}

async function askWords(
  ask: AskNode,
  { to, data, block }: { to: string; data: string; block: bigint | 'latest' },
  signal: AbortSignal,
): Promise<string[] | null> {
  const response = await ask(
    'eth_call',
    [{ to, data, gas: '0x7a120' }, block === 'latest' ? block : toHexQuantity(block)],
    signal,
  )
  if ('error' in response) {
    const { error } = response
    if (isRevert(error) || (block !== 'latest' && (await isStateGone(ask, { error, block }, signal)))) return null
    throw createUnusableResponseError('eth_call', response)
  }
  return parseHex('eth_call', response).slice(2).toLowerCase().match(/.{64}/g)
}

function throwFlooded({ fromBlock }: LogFilter): never {
  throw new ResponseTooLarge('chain', 'request', `eth_getLogs: block ${fromBlock} has too many events`)
}

/** `too large`: more than a response may hold; `refused`: another error of the node. */
type LogPart = ChainLog[] | 'too large' | 'refused'

type AskPart = (filter: LogFilter) => Promise<LogPart>
type OnFlooded = (part: LogFilter) => void

const maxRange = 2000n

/**
 * Nodes limit ranges by blocks or results, with their own codes, so a range is halved at any error, down to one block.
 * Anybody can fill a block with events that name one wallet: it is then requested with fewer topics at a time, so that
 * other wallets' events are still read.
 */
async function listLogs(askPart: AskPart, filter: LogFilter, onFlooded: OnFlooded): Promise<ChainLog[]> {
  const found: ChainLog[] = []
  let range = maxRange
  let refusedTo = -1n
  for (let from = filter.fromBlock; from <= filter.toBlock;) {
    const to = from + range - 1n < filter.toBlock ? from + range - 1n : filter.toBlock
    const part = { ...filter, fromBlock: from, toBlock: to }
    const logs = await askPart(part)
    if (typeof logs === 'string' && to > from) {
      range = (to - from + 1n) / 2n
      refusedTo = to
      continue
    }
    found.push(...(typeof logs === 'string' ? await listBlock(askPart, { part, fault: logs }, onFlooded) : logs))
    // A longer range may be answered again only after the blocks for which it was refused.
    if (to >= refusedTo) range = range * 2n < maxRange ? range * 2n : maxRange
    from = to + 1n
  }
  return found
}

/** For a block that is too much for one call. */
async function listBlock(
  askPart: AskPart,
  { part, fault }: { part: LogFilter; fault: Exclude<LogPart, ChainLog[]> },
  onFlooded: OnFlooded,
): Promise<ChainLog[]> {
  const found: ChainLog[] = []
  const halves = halveTopics(part)
  if (!halves && fault === 'refused')
    throw new UpstreamError('chain', 'unavailable', `eth_getLogs: refused for block ${part.fromBlock}`)
  if (!halves) onFlooded(part)
  for (const half of halves ?? []) {
    const logs = await askPart(half)
    found.push(...(typeof logs === 'string' ? await listBlock(askPart, { part: half, fault: logs }, onFlooded) : logs))
  }
  return found
}

/** null: each position has one topic, or any. */
function halveTopics(filter: LogFilter): LogFilter[] | null {
  const lengths = filter.topics.map((topics) => topics?.length ?? 0)
  const longest = Math.max(0, ...lengths)
  const position = lengths.indexOf(longest)
  const topics = filter.topics[position]
  if (!topics || longest < 2) return null
  const half = longest >> 1
  return [topics.slice(0, half), topics.slice(half)].map((some) => ({
    ...filter,
    topics: filter.topics.with(position, some),
  }))
}

async function askLogs(ask: AskNode, filter: LogFilter, signal: AbortSignal): Promise<LogPart> {
  const { addresses, topics, fromBlock, toBlock } = filter
  const wanted = { address: addresses, topics, fromBlock: toHexQuantity(fromBlock), toBlock: toHexQuantity(toBlock) }
  try {
    const response = await ask('eth_getLogs', [wanted], signal)
    if ('error' in response) return hasTooManyEvents(response.error) ? 'too large' : 'refused'
    if (!Array.isArray(response.result)) throw createUnusableResponseError('eth_getLogs', response)
    return response.result.map(toLog)
  } catch (error) {
    if (error instanceof ResponseTooLarge) return 'too large'
    throw error
  }
}

function toLog(value: unknown): ChainLog {
  const { address, topics, data, blockNumber, transactionHash } = Object(value) as Record<string, unknown>
  if (!Array.isArray(topics)) throw createUnusableResponseError('eth_getLogs', { result: value })
  return {
    address: hex(address),
    topics: topics.map(hex),
    data: hex(data),
    block: parseQuantity('eth_getLogs', { result: blockNumber }),
    txHash: hex(transactionHash),
  }
}

const hex = (result: unknown): string => parseHex('eth_getLogs', { result }).toLowerCase()
