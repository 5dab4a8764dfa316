import { type RawBuilder, sql } from 'kysely'
import type { ShownObservation } from '../../contract/schemas/observation.ts'
import type { Db, Tx } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'

/** Begins to watch a proven binding. */
export const insertWatch = async (tx: Tx, bindingId: string, nextObservationAt: Date): Promise<void> => {
  await tx
    .insertInto('watches')
    .values({ binding_id: bindingId, next_look_at: nextObservationAt, attempts: 0, pools: sql`'[]'::jsonb` })
    .onConflict((conflict) => conflict.column('binding_id').doNothing())
    .execute()
}

/** A pool as it was last seen. */
export interface WatchedPool {
  address: string
  quote: string
  /** Of the quote in the pool, and its price in US dollars; null: the provider told neither. */
  amount: number | null
  usd: number | null
  /** The provider's name for the exchange; unset in older observations, and where the provider gives none. */
  dex?: string
  /** When it was first seen, in ISO 8601; unset: before this was kept. */
  knownSince?: string
}

/** An observation that is due, held by this process until `heldUntil`. */
export interface DueObservation {
  bindingId: string
  /** The token that trades: the bound one, or its successor. Lower case, as are `boundToken` and `creatorAddress`. */
  token: string
  boundToken: string
  creatorAddress: string
  createdAt: Date
  creationTx: string
  creationBlock: bigint
  creationSender: string | null
  /**
   * The creator signed for the token, or sent its creation. An event that names the creator is no proof.
   */
  isOwn: boolean
  /** Its launchpad sells it on a curve first. */
  hasCurve: boolean
  tradingSince: Date | null
  attempts: number
  pools: WatchedPool[]
  /** When it was due before it was held. */
  dueAt: Date
  heldUntil: Date
}

/** Holds due observations of a chain until `until`, the longest due first. A process that dies loses its hold then, and nothing else. */
export async function claimDueObservations(
  db: Db,
  { chainId, now, until, limit }: { chainId: number; now: Date; until: Date; limit: number },
): Promise<DueObservation[]> {
  return claim(
    db,
    sql`select w.binding_id, w.next_look_at from watches w join token_bindings b on b.id = w.binding_id
      where w.next_look_at <= ${now} and b.chain_id = ${String(chainId)}
      order by w.next_look_at, w.binding_id limit ${limit} for update of w skip locked`,
    until,
  )
}

/**
 * Holds the observation of one binding, due or not: a process that holds it already records nothing. Undefined: it isn't
 * watched.
 */
export const claimObservation = async (db: Db, bindingId: string, until: Date): Promise<DueObservation | undefined> =>
  (
    await claim(
      db,
      sql`select binding_id, next_look_at from watches where binding_id = ${bindingId} and next_look_at is not null for update`,
      until,
    )
  )[0]

async function claim(db: Db, wanted: RawBuilder<unknown>, until: Date): Promise<DueObservation[]> {
  const { rows } = await sql<Omit<DueObservation, 'creationBlock'> & { creationBlock: string }>`
    with due as materialized (${wanted})
    update watches w set next_look_at = ${until}
    from due join token_bindings b on b.id = due.binding_id
      left join token_successors s on s.chain_id = b.chain_id and s.token = b.token
    where w.binding_id = due.binding_id
    returning w.binding_id as "bindingId", coalesce(s.successor, b.token) as token, b.token as "boundToken",
      b.creator_address as "creatorAddress",
      b.created_block_at as "createdAt", b.creation_tx as "creationTx", b.creation_block as "creationBlock",
      b.creation_sender as "creationSender", coalesce(is_consented(b), false) as "isOwn",
      b.has_curve as "hasCurve", w.trading_since as "tradingSince", w.attempts, w.pools, due.next_look_at as "dueAt",
      w.next_look_at as "heldUntil"`.execute(db)
  return rows.map((row) => ({ ...row, creationBlock: BigInt(row.creationBlock) }))
}

/**
 * Those of these senders who sent the creation of another creator's token: launch bots and relayers. Anyone can claim a
 * stranger's token, so only proven bindings tell.
 */
export const listLaunchBots = async (
  db: Db,
  { senders, creatorAddress }: { senders: string[]; creatorAddress: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('token_bindings')
    .select('creation_sender as sender')
    .distinct()
    .where('creation_sender', 'in', senders)
    .where('state', '=', sql.lit('proven'))
    .where('creator_address', '<>', creatorAddress)
    .execute()
  return rows.flatMap(({ sender }) => sender ?? [])
}

export interface NewObservation {
  state: 'seen' | 'absent' | 'uncounted'
  seenAt: Date
  depth: number | null
  isPartial: boolean
  chainDepth: number | null
  buys: number | null
  sells: number | null
  volume: number | null
  price: number | null
  pairs: number
  counted: number
  removal: { share: number; by: 'insider' | 'venue' | 'other'; txHash: string } | null
  cannotSell: boolean | null
  source: string
}

export interface NextObservation {
  tradingSince: Date | null
  /** Trading began on a curve of which the provider shows nothing. */
  isOnCurve: boolean
  nextObservationAt: Date | null
  closed: 'done' | 'untraded' | null
  pools: WatchedPool[]
}

/** Plans the next observation. Returns false when the hold is over, so that another process may have observed. */
export async function updateObserved(
  tx: Tx,
  { bindingId, heldUntil }: Pick<DueObservation, 'bindingId' | 'heldUntil'>,
  { tradingSince, isOnCurve, nextObservationAt, closed, pools }: NextObservation,
): Promise<boolean> {
  const updated = await tx
    .updateTable('watches')
    .set({
      trading_since: sql`coalesce(trading_since, ${tradingSince}::timestamptz)`,
      is_on_curve: sql`is_on_curve or ${isOnCurve}`,
      next_look_at: nextObservationAt,
      closed,
      attempts: 0,
      pools: sql`${JSON.stringify(pools)}::jsonb`,
    })
    .where('binding_id', '=', bindingId)
    .where('next_look_at', '=', heldUntil)
    .returning('binding_id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Plans another try of an observation that failed, unless the hold is over. */
export const updateFailed = async (
  db: Db,
  { bindingId, heldUntil }: Pick<DueObservation, 'bindingId' | 'heldUntil'>,
  { attempts, nextObservationAt }: { attempts: number; nextObservationAt: Date },
): Promise<void> => {
  await db
    .updateTable('watches')
    .set({ attempts, next_look_at: nextObservationAt })
    .where('binding_id', '=', bindingId)
    .where('next_look_at', '=', heldUntil)
    .execute()
}

/** Makes observations that weren't made due as before, unless their hold is over. */
export async function returnObservations(
  db: Db,
  observations: Pick<DueObservation, 'bindingId' | 'dueAt' | 'heldUntil'>[],
): Promise<void> {
  const ids = observations.map(({ bindingId }) => bindingId)
  const [dues, holds] = [observations.map(({ dueAt }) => dueAt), observations.map(({ heldUntil }) => heldUntil)]
  await sql`
    update watches set next_look_at = observation.due_at
    from unnest(${ids}::uuid[], ${dues}::timestamptz[], ${holds}::timestamptz[]) as observation (id, due_at, held_until)
    where binding_id = observation.id and next_look_at = observation.held_until`.execute(db)
}

export const insertObservation = async (tx: Tx, bindingId: string, observation: NewObservation): Promise<void> => {
  await tx
    .insertInto('observations')
    .values({
      binding_id: bindingId,
      seen_at: observation.seenAt,
      state: observation.state,
      depth: toNumeric(observation.depth),
      is_partial: observation.isPartial,
      chain_depth: toNumeric(observation.chainDepth),
      buys: observation.buys,
      sells: observation.sells,
      volume: toNumeric(observation.volume),
      price: toNumeric(observation.price),
      pairs: observation.pairs,
      counted: observation.counted,
      removal_share: toNumeric(observation.removal?.share ?? null),
      removal_by: observation.removal?.by ?? null,
      removal_tx: observation.removal?.txHash ?? null,
      cannot_sell: observation.cannotSell,
      source: observation.source,
    })
    .execute()
}

const toNumeric = (value: number | null): string | null => (value === null ? null : String(value))

/** The depth of an observation that was made before. */
export interface EarlierObservation {
  bindingId: string
  seenAt: Date
  depth: number | null
}

/** The observations of these bindings since a time, the oldest first, with the depth that the rules go by. */
export const listObservationsSince = async (
  db: Db,
  { bindingIds, since }: { bindingIds: string[]; since: Date },
): Promise<EarlierObservation[]> => {
  const { rows } = await sql<EarlierObservation>`
    select binding_id as "bindingId", seen_at as "seenAt",
      (case state when 'seen' then depth when 'absent' then chain_depth end)::float8 as depth
    from observations where binding_id = any(${bindingIds}::uuid[]) and seen_at >= ${since}
    order by seen_at`.execute(db)
  return rows
}

export interface ObservationRow extends Omit<ShownObservation, 'seenAt' | 'ageHours'> {
  seenAt: Date
}

/** One more than the page holds, the oldest first. */
export async function listObservations(
  db: Db,
  bindingId: string,
  { limit, after }: PageRequest,
): Promise<ObservationRow[]> {
  const { rows } = await sql<ObservationRow>`
    select seen_at as "seenAt", state, depth::float8 as depth, is_partial as partial,
      chain_depth::float8 as "chainDepth", buys, sells, volume::float8 as volume, price::float8 as price, pairs, counted,
      case when removal_by is not null then
        json_build_object('share', removal_share::float8, 'by', removal_by, 'txHash', removal_tx) end as removal,
      cannot_sell as "cannotSell"
    from observations
    where binding_id = ${bindingId} and (${after?.at ?? null}::timestamptz is null or seen_at > ${after?.at ?? null})
    order by seen_at limit ${limit + 1}`.execute(db)
  return rows
}

/** For a new partition: its table's trigger is not its own. */
export const refuseTruncation = (tx: Tx, partition: string): Promise<unknown> =>
  sql`create trigger observations_kept before truncate on ${sql.id(partition)} execute function refuse_record_change()`.execute(
    tx,
  )

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
