import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { KeyAction, KeyTables } from './tables.ts'

export type KeyRow = Omit<Selectable<KeyTables['api_keys']>, 'hash'>

const shown = [
  'id',
  'root_id',
  'prefix',
  'tier',
  'label',
  'owner',
  'created_at',
  'last_used_at',
  'ends_at',
  'revoked_at',
] as const

export async function insertKey(tx: Tx, row: Selectable<KeyTables['api_keys']>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

/** What authentication needs to know. */
export const findKeyByPrefix = (db: Db, prefix: string) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'root_id', 'prefix', 'hash', 'tier', 'ends_at', 'revoked_at'])
    .where('prefix', '=', prefix)
    .executeTakeFirst()

/** The key, locked until the transaction ends. */
export const lockKey = (tx: Tx, prefix: string): Promise<KeyRow | undefined> =>
  tx.selectFrom('api_keys').select(shown).where('prefix', '=', prefix).forUpdate().executeTakeFirst()

export const findKey = (db: Db, prefix: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').select(shown).where('prefix', '=', prefix).executeTakeFirst()

/** All keys, the newest first. */
export const listKeyRows = (db: Db): Promise<KeyRow[]> =>
  db.selectFrom('api_keys').select(shown).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export async function updateEndsAt(tx: Tx, id: string, endsAt: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ ends_at: endsAt }).where('id', '=', id).execute()
}

export async function updateRevokedAt(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.updateTable('api_keys').set({ revoked_at: revokedAt }).where('id', '=', id).execute()
}

/** Writes down that rotated keys have ended; returns them. */
export const revokeEnded = (tx: Tx, now: Date): Promise<{ id: string; prefix: string }[]> =>
  tx
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: row.ref('ends_at') }))
    .where('revoked_at', 'is', null)
    .where('ends_at', '<=', now)
    .returning(['id', 'prefix'])
    .execute()

/** When the next rotated key ends. */
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

/** Several at once, in one order for all replicas, and never back in time. */
export async function updateLastUsed(db: Db, uses: { id: string; at: Date }[]): Promise<void> {
  const ids = uses.map(({ id }) => id)
  const times = uses.map(({ at }) => at.toISOString())
  await sql`with used as (
      select id, at from unnest(${ids}::uuid[], ${times}::timestamptz[]) as given (id, at)
    ), locked as (
      select id from api_keys where id in (select id from used) order by id for update
    )
    update api_keys set last_used_at = greatest(last_used_at, used.at)
    from used join locked using (id) where api_keys.id = used.id`.execute(db)
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
    .select(['action', 'actor', 'done_at'])
    .where('key_id', '=', keyId)
    .orderBy('done_at')
    .orderBy('id')
    .execute()

/** Tells every replica, once the transaction is committed, that the key has changed. */
export async function announceChange(tx: Tx, prefix: string): Promise<void> {
  await sql`select pg_notify(${keyChannel}, ${prefix})`.execute(tx)
}

export const keyChannel = 'launchscore_keys'
