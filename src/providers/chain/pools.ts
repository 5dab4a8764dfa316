import { asRequestFault, UpstreamError } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import {
  type AskNode,
  createChainNode,
  createUnusableResponseError,
  hasTooManyEvents,
  isRevert,
  parseHex,
  parseQuantity,
  ResponseTooLarge,
  toHexQuantity,
} from './chain-node.ts'
import { isStateGone } from './missing-state.ts'

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
  /** How many blocks the next call for events asks for: as many as the node has answered so far, and more each time. */
  blocksPerCall: () => bigint
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
  const reach = createReach()
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
      listLogs((part) => run((signal) => askLogs(ask, part, signal), signal), { filter, reach, onFlooded }),
    blocksPerCall: reach.next,
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

/** Few nodes refuse this many blocks in one call, and no search needs more. */
const firstReach = 2000n
const lastReach = 1_000_000n
/** Answers after which a length that was refused is tried again, twice as many after each refusal. */
const [firstPatience, lastPatience] = [8, 256]

interface Reach {
  next: () => bigint
  after: (refused: bigint) => bigint
  /** `refused`: the length that was refused before; null: none was. */
  note: (blocks: { answered: bigint; refused: bigint | null }) => void
}

/**
 * For how many blocks the node answers in one call, learnt from its answers: providers allow from five blocks to any number,
 * and on a chain of ten blocks a second that is from half a second to for ever.
 */
function createReach(): Reach {
  let good: bigint | null = null
  let limit: bigint | null = null
  /** The last limit, while it is tried again. */
  let doubted: bigint | null = null
  let patience = firstPatience
  let left = 0
  return {
    next: () => {
      if (good === null) return limit === null ? firstReach : half(limit)
      if (limit === null) return least(good * 2n, lastReach)
      return limit - good > good / 4n ? half(good + limit) : good
    },
    after: (refused) => (good !== null && good < refused ? good : half(refused)),
    note: ({ answered, refused }) => {
      if (refused === null) {
        if (doubted !== null && answered >= doubted) [doubted, patience] = [null, firstPatience]
        if (limit !== null && --left <= 0) [doubted, limit] = [limit, null]
      } else {
        if (good !== null && good >= refused) good = null
        limit = doubted !== null && doubted < refused && doubted > answered ? doubted : refused
        doubted = null
        left = patience
        patience = Math.min(2 * patience, lastPatience)
      }
      if (good === null || answered > good) good = answered
    },
  }
}

const half = (blocks: bigint): bigint => (blocks > 1n ? blocks / 2n : 1n)

/**
 * Nodes limit ranges by blocks or results, with their own codes, so a range is shortened at any error, down to one block.
 * Anybody can fill a block with events that name one wallet: it is then requested with fewer topics at a time, so that
 * other wallets' events are still read.
 */
async function listLogs(
  askPart: AskPart,
  { filter, reach, onFlooded }: { filter: LogFilter; reach: Reach; onFlooded: OnFlooded },
): Promise<ChainLog[]> {
  const found: ChainLog[] = []
  let refused: bigint | null = null
  let crowded: { range: bigint; to: bigint } | null = null
  for (let from = filter.fromBlock; from <= filter.toBlock;) {
    const range = refused === null ? reach.next() : reach.after(refused)
    const to = least(from + (crowded ? least(crowded.range, range) : range) - 1n, filter.toBlock)
    const part = { ...filter, fromBlock: from, toBlock: to }
    const blocks = to - from + 1n
    const logs = await askPart(part)
    if (typeof logs === 'string' && blocks > 1n) {
      if (logs === 'refused') refused = blocks
      else crowded = { range: blocks / 2n, to }
      continue
    }
    if (typeof logs === 'string') found.push(...(await listBlock(askPart, { part, fault: logs }, onFlooded)))
    else {
      found.push(...logs)
      reach.note({ answered: blocks, refused })
      refused = null
    }
    // A longer range may be answered again only after the blocks for which it was too much.
    if (crowded && to >= crowded.to) crowded = crowded.range < reach.next() ? { range: crowded.range * 2n, to } : null
    from = to + 1n
  }
  return found
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

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
    if (toBlock - fromBlock >= firstReach && isOverload(error) && !signal.aborted) return 'refused'
    throw error
  }
}

/** A node that is asked for too many blocks may take too long, or its gateway fails. */
const isOverload = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.fault === 'timeout' || error.fault === 'unavailable')

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
