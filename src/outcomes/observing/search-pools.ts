import type { Db } from '../../database/db.ts'
import { type PoolSearch, type SearchedEvent, listSearches, upsertSearch } from './store.ts'
import type { ChainLog } from '../../providers/chain/pools.ts'

/** Blocks that one observation searches at most: 25 calls of 2,000. */
const maxBlocks = 50_000n
/** Searched before it is noted how far: the event mostly lies in the first of them. */
const firstStep = 10_000n

interface Search extends SearchedEvent {
  pools: string[]
  fromBlock: bigint
  /** The block up to which the event lies, since the pools are known; asked only while there is something to search. */
  findEnd: (signal: AbortSignal) => Promise<bigint>
  /** Only the first event of all pools is wanted, so that no pool is searched behind one that was found. */
  isFirstWanted: boolean
  /** The wanted events of these pools with their pool, the oldest first. */
  read: (range: Range, signal: AbortSignal) => Promise<{ pool: string; log: ChainLog }[]>
}

export interface Range {
  pools: string[]
  fromBlock: bigint
  toBlock: bigint
}

/** Searches on for the first event of each pool, from where the last observation stopped, and returns how far it is. */
export async function searchPools(db: Db, search: Search, signal: AbortSignal): Promise<PoolSearch[]> {
  const known = await listSearches(db, search, search.pools)
  let searches = search.pools.map(
    (pool) =>
      known.find((one) => one.pool === pool) ?? { pool, block: search.fromBlock - 1n, isOver: false, found: null },
  )
  if (listOpen(search, searches).length === 0) return searches
  const toBlock = await search.findEnd(signal)
  for (let left = maxBlocks; left > 0n;) {
    const next = planStep(search, searches, { left, toBlock })
    if (!next) break
    const events = await search.read(next, signal)
    searches = searches.map((one) => (next.pools.includes(one.pool) ? advance(one, { next, events, toBlock }) : one))
    for (const one of searches) if (next.pools.includes(one.pool)) await upsertSearch(db, search, one)
    left -= next.toBlock - next.fromBlock + 1n
  }
  return searches
}

/** The pools that are searched the least, as far as they are read together; null: nothing is left to search. */
function planStep(
  search: Search,
  searches: PoolSearch[],
  { left, toBlock }: { left: bigint; toBlock: bigint },
): Range | null {
  const until = min([toBlock, ...listEnds(search, searches)])
  const open = listOpen(search, searches).filter(({ block }) => block < toBlock)
  if (open.length === 0) return null
  const from = min(open.map(({ block }) => block))
  const others = open.map(({ block }) => block).filter((block) => block > from)
  const pools = open.filter(({ block }) => block === from).map(({ pool }) => pool)
  return { pools, fromBlock: from + 1n, toBlock: min([until, from + firstStep, from + left, ...others]) }
}

const listOpen = (search: Search, searches: PoolSearch[]): PoolSearch[] => {
  const ends = listEnds(search, searches)
  return searches.filter(({ found, isOver, block }) => !found && !isOver && ends.every((end) => block < end))
}

/** Only the first event of each pool is wanted, so nobody searches behind those that were found. */
const listEnds = ({ isFirstWanted }: Search, searches: PoolSearch[]): bigint[] =>
  isFirstWanted ? searches.flatMap(({ found }) => found?.block ?? []) : []

function advance(
  { pool }: PoolSearch,
  { next, events, toBlock }: { next: Range; events: { pool: string; log: ChainLog }[]; toBlock: bigint },
): PoolSearch {
  const log = events.find((event) => event.pool === pool)?.log
  const found = log ? { block: log.block, txHash: log.txHash, data: log.data } : null
  return { pool, block: next.toBlock, isOver: !found && next.toBlock === toBlock, found }
}

const min = (values: bigint[]): bigint => values.reduce((least, value) => (value < least ? value : least))
