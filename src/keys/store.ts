import { sql } from 'kysely'
import type { Tier } from '../../contract/schemas/own-scores.ts'
import type { KeyAction } from '../database/column-types.ts'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'

export interface KeyRow {
  id: string
  rootId: string
  prefix: string
  tier: Tier
  label: string
  owner: string
  isVouching: boolean
  isProxy: boolean
  origins: string[] | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  endsAt: Date | null
  revokedAt: Date | null
}

const publicColumns = [
  'id',
  'root_id as rootId',
  'prefix',
  'tier',
  'label',
  'owner',
  'is_vouching as isVouching',
  'is_proxy as isProxy',
  'origins',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'ends_at as endsAt',
  'revoked_at as revokedAt',
] as const

type NewKey = Omit<KeyRow, 'lastUsedAt' | 'endsAt' | 'revokedAt'> & { hash: string }

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  const { rootId, isVouching, isProxy, createdAt, expiresAt, ...row } = key
  await tx
    .insertInto('api_keys')
    .values({
      ...row,
      root_id: rootId,
      is_vouching: isVouching,
      is_proxy: isProxy,
      created_at: createdAt,
      expires_at: expiresAt,
      ends_at: expiresAt,
    })
    .execute()
}

export const findKeyByPrefix = (db: Db, prefix: string) =>
  db
    .selectFrom('api_keys')
    .select([...publicColumns, 'hash'])
    .where('prefix', '=', prefix)
    .executeTakeFirst()

export const lockKey = (tx: Tx, prefix: string): Promise<KeyRow | undefined> =>
  tx.selectFrom('api_keys').select(publicColumns).where('prefix', '=', prefix).forUpdate().executeTakeFirst()

export const findKey = (db: Db, prefix: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').select(publicColumns).where('prefix', '=', prefix).executeTakeFirst()

export const findKeyById = (db: Db, id: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').select(publicColumns).where('id', '=', id).executeTakeFirst()

export const listKeyRows = (db: Db): Promise<KeyRow[]> =>
  db.selectFrom('api_keys').select(publicColumns).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export async function listNewestKeys(
  db: Db,
  rootIds: string[],
): Promise<Map<string, Pick<KeyRow, 'prefix' | 'label'>>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_keys')
    .select(['root_id as rootId', 'prefix', 'label'])
    .where('root_id', 'in', rootIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ rootId, prefix, label }) => [rootId, { prefix, label }]))
}

/** Whether a key of the lineage is neither revoked nor past its end. */
export async function hasActiveKey(tx: Tx, rootId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('root_id', '=', rootId)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('ends_at', 'is', null), key('ends_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateEndsAt(tx: Tx, id: string, endsAt: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ ends_at: endsAt }).where('id', '=', id).execute()
}

export async function updateRevokedAt(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
}

export async function listEnded(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function revokeEnded(tx: Tx, id: string): Promise<boolean> {
  const revoked = await tx
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: row.ref('ends_at') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

export async function findNextEnd(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('ends_at')
    .where('revoked_at', 'is', null)
    .where('ends_at', 'is not', null)
    .orderBy('ends_at')
    .limit(1)
    .executeTakeFirst()
  return row?.ends_at ?? undefined
}

export async function insertAudit(
  tx: Tx,
  row: { id: string; keyId: string; action: KeyAction; actor: string; doneAt: Date },
): Promise<void> {
  const { id, keyId, action, actor, doneAt } = row
  await tx.insertInto('api_key_audit').values({ id, key_id: keyId, action, actor, done_at: doneAt }).execute()
}

export const listAudit = (db: Db, keyId: string) =>
  db
    .selectFrom('api_key_audit')
    .select(['action', 'actor', 'done_at as doneAt'])
    .where('key_id', '=', keyId)
    .orderBy('done_at')
    .orderBy('id')
    .execute()

/** Notifies every replica when the transaction commits. */
export async function announceChange(tx: Tx, prefix: string): Promise<void> {
  await sql`select pg_notify(${keyChannel}, ${prefix})`.execute(tx)
}

export async function findNetworkKey(db: Db): Promise<Buffer | undefined> {
  const row = await db.selectFrom('network_key').select('key').executeTakeFirst()
  return row?.key
}

export async function insertNetworkKey(db: Db, key: Buffer): Promise<void> {
  await db
    .insertInto('network_key')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const keyChannel = 'launchscore_keys'

export interface TierCount {
  tier: Tier
  active: number
  revoked: number
  usedSince: number
}

/** Keys are issued by hand, so there are few. */
export async function countKeys(db: Db, { now, usedSince }: { now: Date; usedSince: Date }): Promise<TierCount[]> {
  const { rows } = await sql<TierCount>`
    select tier, count(*) filter (where is_active)::int as active, count(*) filter (where not is_active)::int as revoked,
      count(*) filter (where is_active and last_used_at >= ${usedSince})::int as "usedSince"
    from (select tier, last_used_at, revoked_at is null and (ends_at is null or ends_at > ${now}) as is_active
      from api_keys) as keys
    group by 1`.execute(db)
  return rows
}

/** The latest use of a key on a day, and its requests since they were last written. */
export interface KeyUse {
  id: string
  rootId: string
  at: Date
  requests: number
}

/** Never sets the last use back. All replicas lock the rows in the same order. */
export async function addKeyUses(db: Db, uses: KeyUse[]): Promise<void> {
  const ids = uses.map(({ id }) => id)
  const rootIds = uses.map(({ rootId }) => rootId)
  const times = uses.map(({ at }) => at.toISOString())
  const requests = uses.map((use) => use.requests)
  await sql`with used as (
      select id, root_id, at, requests
      from unnest(${ids}::uuid[], ${rootIds}::uuid[], ${times}::timestamptz[], ${requests}::bigint[])
        as given (id, root_id, at, requests)
    ), locked as (
      select id from api_keys where id in (select id from used) order by id for update
    ), counted as (
      insert into api_key_usage as kept (root_id, day, requests)
      select root_id, (at at time zone 'UTC')::date, sum(requests) from used
      where root_id in (select root_id from api_keys) group by 1, 2 order by 1, 2
      on conflict (root_id, day) do update set requests = kept.requests + excluded.requests
    )
    update api_keys set last_used_at = greatest(last_used_at, latest.at)
    from (select id, max(at) as at from used join locked using (id) group by id) as latest
    where api_keys.id = latest.id`.execute(db)
}

export async function listKeyUsage(
  db: Db,
  { rootId, since }: { rootId: string; since: string },
): Promise<{ day: string; requests: number }[]> {
  const { rows } = await sql<{ day: string; requests: number }>`
    select day::text, requests::float8 as requests from api_key_usage
    where root_id = ${rootId} and day >= ${since}::date`.execute(db)
  return rows
}

export const deleteKeyUsage = (db: Db, day: string, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'api_key_usage', where: sql`day < ${day}::date` }, signal)
