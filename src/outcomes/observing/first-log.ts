import type { ChainLog, LogFilter, Pools } from '../../providers/chain/pools.ts'

/** Blocks that are searched at most: some five days at two seconds each. */
const MAX_BLOCKS = 200_000n
/** Read at once: the event mostly lies in the first of them. */
const STEP = 10_000n

/** The first event of a filter that is wanted; null: there is none in the blocks that are searched. */
export async function findFirstLog(
  pools: Pools,
  filter: LogFilter,
  signal: AbortSignal,
  isWanted: (log: ChainLog) => boolean = () => true,
): Promise<ChainLog | null> {
  const end = filter.fromBlock + MAX_BLOCKS
  const last = end < filter.toBlock ? end : filter.toBlock
  for (let fromBlock = filter.fromBlock; fromBlock <= last; fromBlock += STEP) {
    const toBlock = fromBlock + STEP - 1n < last ? fromBlock + STEP - 1n : last
    const first = (await pools.logs({ ...filter, fromBlock, toBlock }, signal)).find(isWanted)
    if (first) return first
  }
  return null
}
