import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Wallets (lower case) with a final score since a time, in their order. */
export async function listScoredWallets(
  db: Db,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select distinct u.creator_address as wallet from submissions u join scores s on s.submission_id = u.id
    where s.created_at >= ${since} and u.creator_address > ${after} and not s.has_stubs and not s.is_test
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ wallet }) => wallet)
}

/** Those of these wallets (lower case) that have a final score since a time. */
export async function listScoredAmong(
  db: Db,
  { wallets, since }: { wallets: string[]; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select distinct u.creator_address as wallet from submissions u join scores s on s.submission_id = u.id
    where u.creator_address = any(${wallets}::text[]) and s.created_at >= ${since} and not s.has_stubs and not s.is_test
    `.execute(db)
  return rows.map(({ wallet }) => wallet)
}

/** A final score whose launch has no proven token yet. */
interface AwaitedLaunch {
  scoreId: string
  submissionId: string
  enrollmentId: string | null
  /** Lower case. */
  creatorAddress: string
  name: string
  symbol: string
  /** As submitted, in lower case. */
  contractAddress: string | null
}

/** The awaited launches of a wallet: enrolled ones first, each kind with the oldest first. */
export async function listAwaited(
  db: Db,
  { wallet, since }: { wallet: string; since: Date },
): Promise<AwaitedLaunch[]> {
  const { rows } = await sql<AwaitedLaunch>`
    select s.id as "scoreId", s.submission_id as "submissionId", e.id as "enrollmentId",
      u.creator_address as "creatorAddress", u.name, u.symbol, lower(s.contract_address) as "contractAddress"
    from submissions u join scores s on s.submission_id = u.id left join enrollments e on e.score_id = s.id
    where u.creator_address = ${wallet} and s.created_at >= ${since} and not s.has_stubs and not s.is_test
      and not exists (
        select from token_bindings b where b.submission_id = s.submission_id and b.state = 'proven')
    order by e.enrolled_at nulls last, s.created_at, s.id limit 1000`.execute(db)
  return rows
}

/** Whether a token (lower case) is the proven one of a launch. */
export async function isProvenToken(db: Db, { chainId, token }: { chainId: number; token: string }): Promise<boolean> {
  const row = await db
    .selectFrom('token_bindings')
    .select('id')
    .where('chain_id', '=', String(chainId))
    .where('token', '=', token)
    .where('state', '=', sql.lit('proven'))
    .executeTakeFirst()
  return row !== undefined
}

/** A sample of the wallets with a final score since a time. Each seed gives another sample. */
export async function listSomeWallets(
  db: Db,
  { since, seed, limit }: { since: Date; seed: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ wallet: string }>`
    select wallet from (
      select distinct u.creator_address as wallet from submissions u join scores s on s.submission_id = u.id
      where s.created_at >= ${since} and not s.has_stubs and not s.is_test) w
    order by md5(wallet || ${seed}) limit ${limit}`.execute(db)
  return rows.map(({ wallet }) => wallet)
}

interface VenueKey {
  venue: string
  chainId: number
}

/** The last block that was read for a venue. */
export async function findCursor(db: Db, { venue, chainId }: VenueKey): Promise<bigint | null> {
  const row = await db
    .selectFrom('venue_cursors')
    .select('block')
    .where('venue', '=', venue)
    .where('chain_id', '=', String(chainId))
    .executeTakeFirst()
  return row ? BigInt(row.block) : null
}

/** A cursor only goes forward. */
export async function upsertCursor(
  db: Db,
  { venue, chainId, block, readAt }: VenueKey & { block: bigint; readAt: Date },
): Promise<void> {
  await sql`insert into venue_cursors (venue, chain_id, block, read_at)
    values (${venue}, ${chainId}, ${String(block)}, ${readAt})
    on conflict (venue, chain_id) do update set block = excluded.block, read_at = excluded.read_at
    where venue_cursors.block < excluded.block`.execute(db)
}
