import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { insertLaunches, type LaunchRow } from './launch-index-store.ts'
import type { Checkpoint } from './rules/checkpoints.ts'
import type { LogRange } from './rules/learn-range.ts'
import type { ReadGraduation, Unnamed } from './rules/read-launches.ts'

interface Hold {
  chainId: number
  holder: string
  now: Date
  until: Date
}

/** Takes the reading of a chain for a time; false: another replica has it. */
export async function claimReader(db: Db, { chainId, holder, now, until }: Hold): Promise<boolean> {
  const { rows } = await sql`
    insert into launch_readers (chain_id, holder, held_until) values (${chainId}, ${holder}, ${until})
    on conflict (chain_id) do update set holder = excluded.holder, held_until = excluded.held_until
    where launch_readers.held_until is null or launch_readers.held_until <= ${now}
    returning chain_id`.execute(db)
  return rows.length > 0
}

/** false: another replica took over. */
export async function extendHold(tx: Tx, { chainId, holder, until }: Omit<Hold, 'now'>): Promise<boolean> {
  const { rows } = await sql`
    update launch_readers set held_until = ${until} where chain_id = ${chainId} and holder = ${holder}
    returning chain_id`.execute(tx)
  return rows.length > 0
}

export const releaseReader = async (db: Db, { chainId, holder }: Pick<Hold, 'chainId' | 'holder'>): Promise<void> => {
  await sql`update launch_readers set holder = null, held_until = null
    where chain_id = ${chainId} and holder = ${holder}`.execute(db)
}

/** The newest block that may be read, by its time. */
export const noteHead = async (
  db: Db,
  { chainId, headAt, now }: { chainId: number; headAt: Date; now: Date },
): Promise<void> => {
  await sql`update launch_readers set head_at = ${headAt}, asked_at = ${now} where chain_id = ${chainId}`.execute(db)
}

/** null: the last run had no fault. */
export const noteFault = async (
  db: Db,
  { chainId, fault, now }: { chainId: number; fault: string | null; now: Date },
): Promise<void> => {
  await sql`update launch_readers set fault = ${fault}, failed_at = ${fault === null ? null : now}
    where chain_id = ${chainId} and fault is distinct from ${fault}`.execute(db)
}

/** How far a chain is read: every block from the first to the last; none yet if the first is the greater one. */
export interface Cursor {
  chainId: number
  first: { block: bigint; at: Date }
  last: Checkpoint
  /** Up to here, blocks have been read a second time. */
  checkedBlock: bigint
  checkpoints: Checkpoint[]
  range: LogRange
  /** Grows with each change. */
  version: string
}

interface CursorRow {
  firstBlock: string
  firstAt: Date
  lastBlock: string
  lastHash: Buffer
  lastAt: Date
  checkedBlock: string
  checkpoints: [block: string, hash: string, at: string][]
  range: number
  refusedRange: number | null
  refusedUntil: Date | null
  version: string
}

export async function findCursor(db: Db | Tx, chainId: number): Promise<Cursor | null> {
  const { rows } = await sql<CursorRow>`
    select first_block as "firstBlock", first_at as "firstAt", last_block as "lastBlock", last_hash as "lastHash",
      last_at as "lastAt", checked_block as "checkedBlock", checkpoints, range, refused_range as "refusedRange",
      refused_until as "refusedUntil", version
    from launch_cursors where chain_id = ${chainId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    chainId,
    first: { block: BigInt(row.firstBlock), at: row.firstAt },
    last: { block: BigInt(row.lastBlock), hash: `0x${row.lastHash.toString('hex')}`, at: row.lastAt },
    checkedBlock: BigInt(row.checkedBlock),
    checkpoints: row.checkpoints.map(([block, hash, at]) => ({ block: BigInt(block), hash, at: new Date(at) })),
    range: {
      blocks: row.range,
      refused:
        row.refusedRange === null || row.refusedUntil === null
          ? null
          : { blocks: row.refusedRange, until: row.refusedUntil },
    },
    version: row.version,
  }
}

/** Stores the changed cursor; null: somebody else has changed it since it was read, or made the first one. */
export async function saveCursor(db: Db | Tx, cursor: Cursor): Promise<Cursor | null> {
  const { chainId, first, last, range, version } = cursor
  const points = JSON.stringify(cursor.checkpoints.map(({ block, hash, at }) => [String(block), hash, at]))
  const { rows } = await sql<{ version: string }>`
    insert into launch_cursors as c (chain_id, first_block, first_at, last_block, last_hash, last_at, checked_block,
      checkpoints, range, refused_range, refused_until)
    values (${chainId}, ${String(first.block)}, ${first.at}, ${String(last.block)}, ${bytes(last.hash)}, ${last.at},
      ${String(cursor.checkedBlock)}, ${points}, ${range.blocks}, ${range.refused?.blocks ?? null},
      ${range.refused?.until ?? null})
    on conflict (chain_id) do update set first_block = excluded.first_block, first_at = excluded.first_at,
      last_block = excluded.last_block, last_hash = excluded.last_hash, last_at = excluded.last_at,
      checked_block = excluded.checked_block, checkpoints = excluded.checkpoints, range = excluded.range,
      refused_range = excluded.refused_range, refused_until = excluded.refused_until, version = c.version + 1
    where c.version = ${version}
    returning version`.execute(db)
  return rows[0] ? { ...cursor, version: rows[0].version } : null
}

/** The `version` of a cursor that isn't stored yet. */
export const newVersion = '-1'

/** What one call for logs brought. */
export interface Batch {
  launches: (LaunchRow & { unnamed: Unnamed | null })[]
  graduations: (ReadGraduation & { at: Date })[]
}

/** Stores what was read; launches and graduations that are stored already stay as they are. Returns how many launches are new. */
export async function insertBatch(tx: Tx, { launches, graduations }: Batch, now: Date): Promise<number> {
  const count = await insertLaunches(tx, launches)
  const unnamed = launches.flatMap(({ unnamed, ...row }) =>
    unnamed === null ? [] : [{ ...row, block: String(row.block), getter: unnamed === 'sender' ? null : unnamed }],
  )
  if (unnamed.length > 0)
    await sql`
      insert into unnamed_launches (chain_id, block, log_index, launched_at, tx_hash, token, getter, ask_at)
      select l.chain_id, l.block, l.log_index, l.launched_at, l.tx_hash, l.token, nullif(g.getter, 'null'::jsonb), ${now}
      from json_to_recordset(${JSON.stringify(unnamed)}) as g ("chainId" bigint, block bigint, "logIndex" integer,
        "launchedAt" timestamptz, getter jsonb)
      join indexed_launches l on l.launched_at = g."launchedAt" and l.chain_id = g."chainId" and l.block = g.block
        and l.log_index = g."logIndex" and l.creator is null
      where ${count} > 0
      on conflict do nothing`.execute(tx)
  if (graduations.length > 0)
    await sql`
      insert into indexed_graduations (chain_id, block, log_index, tx_hash, launchpad, token, successor, graduated_at)
      select "chainId", block, "logIndex", decode(substr("txHash", 3), 'hex'), launchpad,
        decode(substr(token, 3), 'hex'), decode(substr(successor, 3), 'hex'), at
      from json_to_recordset(${JSON.stringify(graduations.map((row) => ({ ...row, block: String(row.block) })))}) as g (
        "chainId" bigint, block bigint, "logIndex" integer, "txHash" text, launchpad text, token text, successor text,
        at timestamptz)
      on conflict do nothing`.execute(tx)
  return count
}

/** Removes everything that was read in blocks after this one. */
export async function deleteAfter(tx: Tx, chainId: number, { block, at }: Pick<Checkpoint, 'block' | 'at'>) {
  const after = sql`chain_id = ${chainId} and block > ${String(block)}`
  await sql`delete from indexed_launches where ${after} and launched_at >= ${at}`.execute(tx)
  await sql`delete from unnamed_launches where ${after}`.execute(tx)
  await sql`delete from arrived_launches where ${after}`.execute(tx)
  await sql`delete from indexed_graduations where ${after}`.execute(tx)
}

/** Forgets a chain: it will be read from the start. */
export async function deleteChain(tx: Tx, chainId: number): Promise<void> {
  await deleteAfter(tx, chainId, { block: -1n, at: new Date(0) })
  await sql`delete from launch_cursors where chain_id = ${chainId}`.execute(tx)
}

/** A launch whose creator has to be asked for. */
export interface UnnamedLaunch {
  block: string
  logIndex: number
  token: string
  txHash: string
  /** null: the sender is the creator. */
  getter: Exclude<Unnamed, 'sender'> | null
  attempts: number
}

/** The newest first. */
export async function listUnnamed(
  db: Db,
  { chainId, now, limit }: { chainId: number; now: Date; limit: number },
): Promise<UnnamedLaunch[]> {
  const { rows } = await sql<UnnamedLaunch>`
    select block, log_index as "logIndex", '0x' || encode(token, 'hex') as token,
      '0x' || encode(tx_hash, 'hex') as "txHash", getter, attempts
    from unnamed_launches where chain_id = ${chainId} and ask_at <= ${now}
    order by ask_at desc, block desc limit ${limit}`.execute(db)
  return rows
}

interface Named {
  chainId: number
  launch: Pick<UnnamedLaunch, 'block' | 'logIndex' | 'token'>
  /** null: it can't be told. */
  creator: string | null
}

/** A launch whose creator is now known, or known to be unknowable. */
export const saveCreator = async (db: Db, { chainId, launch, creator }: Named): Promise<void> => {
  await sql`
    with asked as (
      delete from unnamed_launches where chain_id = ${chainId} and block = ${launch.block} and
        log_index = ${launch.logIndex} and token = ${bytes(launch.token)}
      returning launched_at, block, log_index),
    named as (
      update indexed_launches l set creator = ${creator === null ? null : bytes(creator)} from asked a
      where l.launched_at = a.launched_at and l.chain_id = ${chainId} and l.block = a.block and l.log_index = a.log_index
        and l.creator is null and ${creator !== null}
      returning l.*)
    insert into arrived_launches (chain_id, block, launchpad, token, creator, tx_hash, launched_at)
    select chain_id, block, launchpad, token, creator, tx_hash, launched_at from named`.execute(db)
}

export const postponeUnnamed = async (
  db: Db,
  { chainId, launch, askAt }: { chainId: number; launch: UnnamedLaunch; askAt: Date },
): Promise<void> => {
  await sql`update unnamed_launches set attempts = least(attempts + 1, 1000), ask_at = ${askAt}
    where chain_id = ${chainId} and block = ${launch.block} and log_index = ${launch.logIndex}`.execute(db)
}

const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')

/** What operators see of the reading of a chain. */
export interface ReaderState {
  chainId: number
  /** null: the chain hasn't been asked yet. */
  headAt: Date | null
  askedAt: Date | null
  /** null: nothing is read yet. */
  from: Date | null
  to: Date | null
  /** Launches whose creator is still to be asked for, counted up to 10000. */
  unnamed: number
  /** The blocks of one call. */
  range: number | null
  fault: string | null
  failedAt: Date | null
}

/** How far the index is behind the newest block that may be read; null: nothing is read yet. */
export const getLagSeconds = ({ headAt, to }: Pick<ReaderState, 'headAt' | 'to'>): number | null =>
  headAt === null || to === null ? null : Math.max(0, Math.round((headAt.getTime() - to.getTime()) / 1000))

const maxCounted = 10_000

export async function listReaders(db: Db): Promise<ReaderState[]> {
  const { rows } = await sql<ReaderState>`
    select r.chain_id::float8 as "chainId", r.head_at as "headAt", r.asked_at as "askedAt", c.first_at as "from",
      c.last_at as "to", c.range, r.fault, r.failed_at as "failedAt",
      (select count(*)::int from (select from unnamed_launches u where u.chain_id = r.chain_id limit ${maxCounted}) u)
        as unnamed
    from launch_readers r left join launch_cursors c on c.chain_id = r.chain_id order by r.chain_id`.execute(db)
  return rows
}

/** About as many launches as the index has, by the database's own counts. */
export async function estimateLaunches(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(pg_stat_get_live_tuples(inhrelid)), 0)::float8 as count
    from pg_inherits where inhparent = 'indexed_launches'::regclass`.execute(db)
  return rows[0]?.count ?? 0
}
