import { UpstreamError } from '../../platform/errors.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import {
  type AskNode,
  createChainNode,
  createChainRun,
  createUnusableResponseError,
  parseQuantity,
  toDate,
  toHexQuantity,
} from './chain-node.ts'

export interface Block {
  number: bigint
  at: Date
}

/**
 * When blocks were made, as the chain itself shows it: chains make between ten blocks a second and five a minute, and change
 * their pace, so no count of blocks stands for a time. Everything throws `UpstreamError` ('chain') or the signal's reason.
 */
export interface BlockTimes {
  head: (signal: AbortSignal) => Promise<Block>
  /**
   * The newest block that a reorganisation hardly removes any more: that of the tag `safe`, else of `finalized`. Where the
   * node has neither, or they fall behind, the newest block that is ten minutes older than the head.
   */
  safe: (signal: AbortSignal) => Promise<Block>
  /** The same by the tag `finalized`, else thirty minutes. */
  finalized: (signal: AbortSignal) => Promise<Block>
  /** The first block at this time or later; the one after the head if there is none yet. */
  blockAt: (time: Date, signal: AbortSignal) => Promise<bigint>
  /** Measured on the last thousand blocks. */
  secondsPerBlock: (signal: AbortSignal) => Promise<number>
}

type BlockTag = 'latest' | 'safe' | 'finalized'

/** null: the node doesn't have the block, or doesn't know the tag. */
type ReadBlock = (block: bigint | BlockTag, signal: AbortSignal) => Promise<Block | null>

interface Options {
  url: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

export function createBlockTimes({ url, chainId, timeoutMs, guard }: Options): BlockTimes {
  const ask = createChainNode({ url, timeoutMs })
  const run = createChainRun(ask, { chainId, guard })
  return measureBlocks((block, signal) => run((signal) => askBlock(ask, block, signal), signal))
}

/** Nodes that don't know a tag say so with null or any error. */
export async function askBlock(ask: AskNode, block: bigint | BlockTag, signal: AbortSignal): Promise<Block | null> {
  const method = 'eth_getBlockByNumber'
  const response = await ask(method, [typeof block === 'bigint' ? toHexQuantity(block) : block, false], signal)
  if ('error' in response) {
    if (block === 'safe' || block === 'finalized') return null
    throw createUnusableResponseError(method, response)
  }
  if (response.result === null) return null
  const { number, timestamp } = response.result as { number?: unknown; timestamp?: unknown }
  return {
    number: typeof block === 'bigint' ? block : parseQuantity(method, { result: number }),
    at: toDate(method, parseQuantity(method, { result: timestamp })),
  }
}

/** Blocks on which the pace is measured. */
const measured = 1000n
/** The ages of settled blocks where the node's tags don't tell. */
const safeSeconds = 600
const finalizedSeconds = 1800
/** Times of blocks that are kept, so that the next search has less to ask. */
const maxKnown = 500

export function measureBlocks(read: ReadBlock): BlockTimes {
  const known = new Map<bigint, number>()
  let pace: { at: bigint; seconds: number } | null = null

  const need = async (block: bigint | BlockTag, signal: AbortSignal): Promise<Sample> => {
    const found = await read(block, signal)
    if (!found) throw new UpstreamError('chain', 'unavailable', `eth_getBlockByNumber: the node has no block ${block}`)
    return { number: found.number, time: found.at.getTime() / 1000 }
  }

  /** A block near the head may still be replaced by one with another time. */
  const keep = (sample: Sample, head: Sample): Sample => {
    if (head.time - sample.time < safeSeconds) return sample
    known.delete(sample.number)
    known.set(sample.number, sample.time)
    const [oldest] = known.keys()
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
    return sample
  }

  const measurePace = async (head: Sample, signal: AbortSignal): Promise<number> => {
    if (pace && pace.at <= head.number && head.number < pace.at + measured) return pace.seconds
    const before = head.number > measured ? head.number - measured : 0n
    const first = keep(await need(before, signal), head)
    const blocks = Number(head.number - before)
    // A chain of a single block, or whose blocks all have one time, has no pace; one second does no harm there.
    const seconds = blocks > 0 && head.time > first.time ? (head.time - first.time) / blocks : 1
    pace = { at: head.number, seconds }
    return seconds
  }

  const search = async (time: number, head: Sample, signal: AbortSignal): Promise<bigint> => {
    if (time > head.time) return head.number + 1n
    const samples = [...known].map(([number, time]): Sample => ({ number, time }))
    const high = samples.filter((one) => one.time >= time).reduce(older, head)
    const low = samples.filter((one) => one.time < time && one.number < high.number).reduce<Sample | null>(newer, null)
    const ask = async (block: bigint) => keep(await need(block, signal), head)
    const bracket = low ? { low, high } : await findBracket({ time, high, pace: await measurePace(head, signal) }, ask)
    return bracket.low ? findFirst(time, { ...bracket, low: bracket.low }, ask) : bracket.high.number
  }

  const findAged = async (head: Sample, seconds: number, signal: AbortSignal): Promise<Sample> => {
    const limit = head.time - seconds
    const blocks = BigInt(Math.ceil(seconds / (await measurePace(head, signal))))
    const guess = keep(await need(head.number > blocks ? head.number - blocks : 0n, signal), head)
    if (guess.time <= limit && (limit - guess.time) * 10 <= seconds) return guess
    const next = await search(limit + 1, head, signal)
    return need(next > 0n ? next - 1n : 0n, signal)
  }

  const findSettled = async (tags: BlockTag[], seconds: number, signal: AbortSignal): Promise<Block> => {
    const head = await need('latest', signal)
    let tagged: Block | null = null
    for (const tag of tags) tagged ??= await read(tag, signal)
    if (tagged && head.time - tagged.at.getTime() / 1000 <= seconds) return tagged
    const aged = toBlock(await findAged(head, seconds, signal))
    return tagged && tagged.number > aged.number ? tagged : aged
  }

  return {
    head: async (signal) => toBlock(await need('latest', signal)),
    safe: (signal) => findSettled(['safe', 'finalized'], safeSeconds, signal),
    finalized: (signal) => findSettled(['finalized'], finalizedSeconds, signal),
    blockAt: async (time, signal) => search(Math.ceil(time.getTime() / 1000), await need('latest', signal), signal),
    secondsPerBlock: async (signal) => measurePace(await need('latest', signal), signal),
  }
}

/** `time` in seconds, as chains count it. */
interface Sample {
  number: bigint
  time: number
}

type AskTime = (block: bigint) => Promise<Sample>

const toBlock = ({ number, time }: Sample): Block => ({ number, at: new Date(time * 1000) })
const older = (a: Sample, b: Sample): Sample => (b.number < a.number ? b : a)
const newer = (a: Sample | null, b: Sample): Sample => (a && a.number > b.number ? a : b)

/** Steps back from a block at or after a time to one before it, twice as far each time; low null: there is none. */
async function findBracket(
  { time, high, pace }: { time: number; high: Sample; pace: number },
  ask: AskTime,
): Promise<{ low: Sample | null; high: Sample }> {
  let step = BigInt(Math.ceil((high.time - time) / pace)) + toBlocks(2, pace)
  while (high.number > 0n) {
    const asked = await ask(high.number > step ? high.number - step : 0n)
    if (asked.time < time) return { low: asked, high }
    high = asked
    step *= 2n
  }
  return { low: null, high }
}

/**
 * The first block at a time or later, between one before the time and one at or after it. Each step reads the block where the
 * time should lie by the pace between the two, a little to the side of the farther one, so that both close in on it; a pace
 * that changed in between makes guesses wrong, then the blocks are halved.
 */
async function findFirst(time: number, { low, high }: { low: Sample; high: Sample }, ask: AskTime): Promise<bigint> {
  for (let misses = 0; high.number - low.number > 1n;) {
    const width = high.number - low.number
    const pace = (high.time - low.time) / Number(width)
    const aside = toBlocks(1, pace) * 4n ** BigInt(misses)
    const guess = low.number + BigInt(Math.round((time - 0.5 - low.time) / pace))
    const isLowFar = guess - low.number > high.number - guess
    const wanted = isLowFar ? guess - aside : guess + aside
    const isNarrow = width <= 4n * aside
    const middle = low.number + width / 2n
    const asked = await ask(isNarrow ? middle : clamp(wanted, low.number + 1n, high.number - 1n))
    if (asked.time < time) low = asked
    else high = asked
    misses = high.number - low.number > width / 4n ? misses + 1 : 0
  }
  return high.number
}

const toBlocks = (seconds: number, pace: number): bigint => BigInt(Math.max(1, Math.ceil(seconds / pace)))

function clamp(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least
  return value > most ? most : value
}
