import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

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

interface WalletToken {
  chainId: number
  /** Lower case, as is `token`. */
  creatorAddress: string
  token: string
}

export async function isKnownToken(db: Db, { chainId, creatorAddress, token }: WalletToken): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_tokens')
    .select('token')
    .where('creator_address', '=', creatorAddress)
    .where('chain_id', '=', String(chainId))
    .where('token', '=', token)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWalletToken(
  db: Db,
  { chainId, creatorAddress, token, createdAt, foundAt }: WalletToken & { createdAt: Date; foundAt: Date },
): Promise<void> {
  await db
    .insertInto('wallet_tokens')
    .values({
      chain_id: String(chainId),
      creator_address: creatorAddress,
      token,
      created_at: createdAt,
      found_at: foundAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Tokens that a wallet launched after a time, beside one of them: all are counted, the oldest are named. */
export async function listOtherTokens(
  db: Db,
  { chainId, creatorAddress, token, since, limit }: WalletToken & { since: Date; limit: number },
): Promise<{ count: number; tokens: string[] }> {
  const { rows } = await sql<{ count: number; tokens: string[] | null }>`
    with others as (
      select token, min(at) as at from (
        select token, created_at as at from wallet_tokens
        where creator_address = ${creatorAddress} and created_at > ${since} and chain_id = ${String(chainId)}
        union all
        select token, created_block_at from token_bindings
        where creator_address = ${creatorAddress} and created_block_at > ${since} and chain_id = ${String(chainId)}
          and state = 'proven' and not is_named_unsigned and excluded is distinct from 'named_unsigned') launched
      where token <> ${token} group by token)
    select (select count(*)::int from others) as count,
      (select array_agg(token order by at, token) from (
        select token, at from others order by at, token limit ${limit}) shown) as tokens`.execute(db)
  return { count: rows[0]?.count ?? 0, tokens: rows[0]?.tokens ?? [] }
}

interface Succession {
  chainId: number
  /** Lower case, as is `successor`. */
  token: string
  /** null: the token stays the same. */
  successor: string | null
  txHash: string
  block: bigint
  readAt: Date
}

/**
 * Notes the graduation of a token and has it, or its successor, observed under the watches of that token at once: an
 * observation that is under way is one at the old token, and isn't recorded. Returns the ids of their bindings.
 */
export async function insertSuccessor(
  tx: Tx,
  { chainId, token, successor, txHash, block, readAt }: Succession,
): Promise<string[]> {
  const inserted = await tx
    .insertInto('token_successors')
    .values({
      chain_id: String(chainId),
      token,
      successor,
      tx_hash: txHash,
      block_number: String(block),
      read_at: readAt,
    })
    .onConflict((conflict) => conflict.columns(['chain_id', 'token']).doNothing())
    .returning('token')
    .executeTakeFirst()
  if (!inserted) return []
  const { rows } = await sql<{ id: string }>`
    update watches w set pools = ${successor === null ? sql`w.pools` : sql`'[]'`}, next_look_at = ${readAt}
    from token_bindings b
    where b.id = w.binding_id and b.chain_id = ${String(chainId)} and b.token = ${token} and w.next_look_at is not null
    returning b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface VenueGraduation {
  bindingId: string
  /** Lower case. */
  successor: string | null
  txHash: string
}

/** Graduations of launched tokens that the record doesn't hold yet. */
export async function listVenueGraduations(db: Db, limit: number): Promise<(VenueGraduation & { block: bigint })[]> {
  const { rows } = await sql<VenueGraduation & { block: string }>`
    select r.binding_id as "bindingId", s.successor, s.tx_hash as "txHash", s.block_number as block
    from token_successors s join recorded_launches r on r.chain_id = s.chain_id and r.token = s.token
    where not exists (select from recorded_venue_graduations g where g.binding_id = r.binding_id)
    order by r.binding_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, block: BigInt(row.block) }))
}

export const insertVenueGraduation = async (
  db: Db,
  row: VenueGraduation & { graduatedAt: Date; recordedAt: Date },
): Promise<void> => {
  await sql`
    insert into recorded_venue_graduations (binding_id, successor, tx_hash, graduated_at, recorded_at)
    values (${row.bindingId}, ${row.successor}, ${row.txHash}, ${row.graduatedAt}, ${row.recordedAt})
    on conflict do nothing`.execute(db)
}
