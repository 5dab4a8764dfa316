import { UpstreamError } from '../../platform/upstream-error.ts'

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

/** The events of a part; `too large`: more than a response may hold; `refused`: the node answered with an error. */
export type LogPart = ChainLog[] | 'too large' | 'refused'

type AskPart = (filter: LogFilter) => Promise<LogPart>
type OnFlooded = (part: LogFilter) => void

const MAX_RANGE = 2000n

/**
 * Lists the events of a filter in parts. Nodes bound a part by blocks or by results, with codes and words of their own, so it is
 * halved at any error, down to one block. Launchpads let anybody fill a block with events that name one wallet: it is then
 * asked for by fewer topics at a time, so that the events of other wallets are still read.
 */
export async function listLogs(askPart: AskPart, filter: LogFilter, onFlooded: OnFlooded): Promise<ChainLog[]> {
  const found: ChainLog[] = []
  let range = MAX_RANGE
  for (let from = filter.fromBlock; from <= filter.toBlock;) {
    const to = from + range - 1n < filter.toBlock ? from + range - 1n : filter.toBlock
    const part = { ...filter, fromBlock: from, toBlock: to }
    const logs = await askPart(part)
    if (typeof logs === 'string' && to > from) {
      range = (to - from + 1n) / 2n
      continue
    }
    found.push(...(typeof logs === 'string' ? await listBlock(askPart, { part, fault: logs }, onFlooded) : logs))
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
