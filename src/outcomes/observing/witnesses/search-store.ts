import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'

export interface SearchedEvent {
  chainId: number
  /** The supply of liquidity, or the creation of a Uniswap v4 pool. */
  event: 'supply' | 'initialize'
}

/** How far the chain was searched for the first event of a pool. */
export interface PoolSearch {
  /** Lower case: an address, or the id of a v4 pool. */
  pool: string
  /** The last block that was searched. */
  block: bigint
  /** All blocks were searched in which the event can lie. */
  isOver: boolean
  /** null: not so far. */
  found: { block: bigint; txHash: string; data: string } | null
}

export async function listSearches(db: Db, { chainId, event }: SearchedEvent, pools: string[]): Promise<PoolSearch[]> {
  const { rows } = await sql<{
    pool: string
    block: string
    isOver: boolean
    foundBlock: string | null
    txHash: string | null
    data: string | null
  }>`
    select pool, block, is_over as "isOver", found_block as "foundBlock", found_tx as "txHash", found_data as data
    from pool_searches where chain_id = ${String(chainId)} and event = ${event} and pool = any(${pools}::text[])`.execute(
    db,
  )
  return rows.map(({ pool, block, isOver, foundBlock, txHash, data }) => ({
    pool,
    block: BigInt(block),
    isOver,
    found: foundBlock === null ? null : { block: BigInt(foundBlock), txHash: txHash ?? '', data: data ?? '' },
  }))
}

/** A search only goes forward, and ends with what it found. */
export async function upsertSearch(
  db: Db,
  { chainId, event }: SearchedEvent,
  { pool, block, isOver, found }: PoolSearch,
): Promise<void> {
  const foundBlock = found && String(found.block)
  await sql`
    insert into pool_searches (chain_id, pool, event, block, is_over, found_block, found_tx, found_data)
    values (${String(chainId)}, ${pool}, ${event}, ${String(block)}, ${isOver}, ${foundBlock}, ${found?.txHash ?? null},
      ${found?.data ?? null})
    on conflict (chain_id, pool, event) do update set block = excluded.block, is_over = excluded.is_over,
      found_block = excluded.found_block, found_tx = excluded.found_tx, found_data = excluded.found_data
    where pool_searches.block < excluded.block and pool_searches.found_block is null and not pool_searches.is_over`.execute(
    db,
  )
}
