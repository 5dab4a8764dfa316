import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

/** A token that a launchpad announced. All hex is lower-case. */
export interface IndexedLaunch {
  chainId: number
  /** The launchpad's id in its file. */
  launchpad: string
  token: string
  launchedAt: Date
  txHash: string
}

/** A launch as it is stored. */
export interface LaunchRow extends IndexedLaunch {
  block: bigint
  logIndex: number
  /** null: nobody, or not known yet. */
  creator: string | null
}

/**
 * Stores launches, each token once: a token that the index has already is left out. Those with a creator are queued for the
 * comparison with scores. Returns how many are new.
 */
export async function insertLaunches(db: Db | Tx, rows: LaunchRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const given = pickOnePerToken(rows).map((row) => ({ ...row, block: String(row.block) }))
  const { rows: counted } = await sql<{ count: number }>`
    with given as (
      select "chainId" as chain_id, block, "logIndex" as log_index, decode(substr("txHash", 3), 'hex') as tx_hash, launchpad,
        decode(substr(token, 3), 'hex') as token, decode(substr(creator, 3), 'hex') as creator, "launchedAt" as launched_at
      from json_to_recordset(${JSON.stringify(given)}) as g ("chainId" bigint, block bigint, "logIndex" integer,
        "txHash" text, launchpad text, token text, creator text, "launchedAt" timestamptz)),
    inserted as (
      insert into indexed_launches (chain_id, block, log_index, tx_hash, launchpad, token, creator, launched_at)
      select chain_id, block, log_index, tx_hash, launchpad, token, creator, launched_at from given g
      where not exists (select from indexed_launches e where e.token = g.token and e.chain_id = g.chain_id)
      on conflict do nothing returning *),
    arrived as (
      insert into arrived_launches (chain_id, block, launchpad, token, creator, tx_hash, launched_at)
      select chain_id, block, launchpad, token, creator, tx_hash, launched_at from inserted where creator is not null)
    select count(*)::int as count from inserted`.execute(db)
  return counted[0]?.count ?? 0
}

/** Two launchpads may announce one token in the same transaction; the announcement that names the creator counts. */
function pickOnePerToken(rows: LaunchRow[]): LaunchRow[] {
  const picked = new Map<string, LaunchRow>()
  for (const row of rows) {
    const key = `${row.chainId} ${row.token}`
    const earlier = picked.get(key)
    if (!earlier || (earlier.creator === null && row.creator !== null)) picked.set(key, row)
  }
  return [...picked.values()]
}

const toHex = (column: string) => sql`'0x' || encode(${sql.ref(column)}, 'hex')`
const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')

interface LaunchesOfWallet {
  indexed: Omit<IndexedLaunch, 'txHash'>[]
  /** Tokens that the wallet itself deployed. */
  deployed: { chainId: number; token: string; deployedAt: Date }[]
  coverage: Coverage[]
}

type LaunchOfWallet =
  | { kind: 'indexed'; chainId: number; launchpad: string; token: string; at: Date }
  | { kind: 'deployed'; chainId: number; token: string; at: Date }
  | { kind: 'covered'; chainId: number; at: Date; until: Date }

/** The newest launches and deployments of a wallet, up to `limit` of each, and of which time they are all known. */
export async function readLaunchesOf(
  db: Db,
  { creator, limit }: { creator: string; limit: number },
): Promise<LaunchesOfWallet> {
  const { rows } = await sql<LaunchOfWallet>`
    (select 'indexed' as kind, chain_id::float8 as "chainId", launchpad, ${toHex('token')} as token, launched_at as at,
      null::timestamptz as until
      from indexed_launches where creator = ${bytes(creator)}
      order by launched_at desc, chain_id, block desc, log_index desc limit ${limit})
    union all
    (select 'deployed', chain_id::float8, null, ${toHex('token')}, deployed_at, null
      from deployed_tokens where creator = ${bytes(creator)} order by deployed_at desc limit ${limit})
    union all
    (select 'covered', chain_id::float8, null, null, first_at, last_at from launch_cursors order by chain_id)`.execute(
    db,
  )
  const found: LaunchesOfWallet = { indexed: [], deployed: [], coverage: [] }
  for (const { chainId, at, ...row } of rows)
    if (row.kind === 'covered') found.coverage.push({ chainId, from: at, to: row.until })
    else if (row.kind === 'deployed') found.deployed.push({ chainId, token: row.token, deployedAt: at })
    else found.indexed.push({ chainId, launchpad: row.launchpad, token: row.token, launchedAt: at })
  return found
}

/** A launch of a wallet. */
export type OwnedLaunch = IndexedLaunch & { creator: string }

/** The launches of wallets on a chain since a time; of a relayer, which may have millions, some of the newest. */
export async function listLaunchesAmong(
  db: Db,
  { creators, chainId, since }: { creators: string[]; chainId: number; since: Date },
): Promise<OwnedLaunch[]> {
  const { rows } = await sql<OwnedLaunch>`
    select chain_id::float8 as "chainId", launchpad, ${toHex('token')} as token, launched_at as "launchedAt",
      ${toHex('tx_hash')} as "txHash", ${toHex('creator')} as creator
    from unnest(${creators.map(bytes)}::bytea[]) as wallet cross join lateral (
      select * from indexed_launches where creator = wallet and launched_at >= ${since}
      order by launched_at desc limit ${maxLaunches + 1}) newest
    where chain_id = ${chainId}
    order by launched_at`.execute(db)
  return rows
}

/** Launches on a chain that nobody has compared with scores yet, those that came first first. */
export async function listArrived(
  db: Db,
  { chainId, after, limit }: { chainId: number; after: string; limit: number },
): Promise<(OwnedLaunch & { id: string })[]> {
  const { rows } = await sql<OwnedLaunch & { id: string }>`
    select id, chain_id::float8 as "chainId", launchpad, ${toHex('token')} as token, launched_at as "launchedAt",
      ${toHex('tx_hash')} as "txHash", ${toHex('creator')} as creator
    from arrived_launches where chain_id = ${chainId} and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

export const deleteArrived = async (db: Db, ids: string[]): Promise<void> => {
  await sql`delete from arrived_launches where id = any(${ids}::bigint[])`.execute(db)
}

/** The launch of a token; null: the index doesn't have it. */
export async function findLaunch(
  db: Db,
  { chainId, token }: { chainId: number; token: string },
): Promise<(IndexedLaunch & { creator: string | null }) | null> {
  const { rows } = await sql<IndexedLaunch & { creator: string | null }>`
    select chain_id::float8 as "chainId", launchpad, ${toHex('token')} as token, launched_at as "launchedAt",
      ${toHex('tx_hash')} as "txHash", ${toHex('creator')} as creator
    from indexed_launches where token = ${bytes(token)} and chain_id = ${chainId} limit 1`.execute(db)
  return rows[0] ?? null
}

/** Bots have millions, whose exact number nobody needs. */
const maxCounted = 10_000

/** Up to 10,000. */
export async function countLaunchesOf(db: Db, creator: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from indexed_launches where creator = ${bytes(creator)} limit ${maxCounted}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** A wallet with more launches than this is a relayer. */
export const maxLaunches = 200
/** So is a wallet with more launches than this in 24 hours. */
export const maxLaunchesPerDay = 40

/** Whether a wallet launches for others: it is an app, a bot or a factory, and its launches are nobody's history. */
export async function isRelayer(db: Db, creator: string): Promise<boolean> {
  const { rows } = await sql<{ isRelayer: boolean | null }>`
    select count(*) > ${maxLaunches} or bool_or(launched_at - earlier < interval '24 hours') as "isRelayer" from (
      select launched_at, lag(launched_at, ${maxLaunchesPerDay}) over (order by launched_at) as earlier from (
        select launched_at from indexed_launches where creator = ${bytes(creator)}
        order by launched_at desc limit ${maxLaunches + 1}) newest) numbered`.execute(db)
  return rows[0]?.isRelayer ?? false
}

export interface Coverage {
  chainId: number
  from: Date
  to: Date
}

/** For each chain that is read, the period whose launches are all in the index. */
export async function listCoverage(db: Db): Promise<Coverage[]> {
  const { rows } = await sql<Coverage>`
    select chain_id::float8 as "chainId", first_at as "from", last_at as "to" from launch_cursors order by chain_id`.execute(
    db,
  )
  return rows
}
