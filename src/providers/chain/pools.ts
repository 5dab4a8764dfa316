import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError, asRequestFault } from '../../platform/upstream-error.ts'
import { type AskNode, ResponseTooLarge, createChainNode, hasTooManyEvents } from './chain-node.ts'
import { isRevert } from './contracts-own.ts'
import { createUnusableResponseError, isStateGone, parseHex, parseQuantity, toHexQuantity } from './node-response.ts'

/** An event as the chain keeps it. All hex is lower-case. */
export interface ChainLog {
  address: string
  topics: string[]
  data: string
  block: bigint
  txHash: string
}

export interface LogFilter {
  addresses: string[]
  /** Per position the topics that may stand there; null: any. */
  topics: (string[] | null)[]
  fromBlock: bigint
  toBlock: bigint
}

/** The chain's facts about pools and events. All of it throws `UpstreamError` ('chain'), or the signal's reason. */
export interface Pools {
  /** The tokens that an address holds, in their smallest unit; null: the contract is no token. */
  balance: (held: { token: string; holder: string }, signal: AbortSignal) => Promise<bigint | null>
  /** The places after the point of a token's amounts; null: it tells none. */
  decimals: (token: string, signal: AbortSignal) => Promise<number | null>
  /** The words of 32 bytes that a contract answers with; null: it reverts, or the node keeps no state of that block. */
  words: (call: { to: string; data: string; block: bigint | 'latest' }, signal: AbortSignal) => Promise<string[] | null>
  /**
   * Every event of the filter, the oldest first unless a block is read in parts, in as many calls as the node's limits ask for.
   * Throws `ResponseTooLarge` where one block has more for one topic than a response may hold, unless `onFlooded` is told
   * of the part that is left out.
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

/** Reads pools and events through one node. */
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
    // A revert is a fact about the contract; any other error says nothing about it.
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

/** The events of a part; `too large`: more than a response may hold; `refused`: the node answered with another error. */
type LogPart = ChainLog[] | 'too large' | 'refused'

type AskPart = (filter: LogFilter) => Promise<LogPart>
type OnFlooded = (part: LogFilter) => void

const maxRange = 2000n

/**
 * Lists the events of a filter in parts. Nodes bound a part by blocks or by results, with codes and words of their own, so it is
 * halved at any error, down to one block. Launchpads let anybody fill a block with events that name one wallet: it is then
 * asked for by fewer topics at a time, so that the events of other wallets are still read.
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
    // A longer part may be answered again only after the blocks for which it was refused.
    if (to >= refusedTo) range = range * 2n < maxRange ? range * 2n : maxRange
    from = to + 1n
  }
  return found
}

/** Lists the events of one block that is too much for one call. */
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

/** Divides the longest list of topics; null: each position has one topic, or any. */
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
