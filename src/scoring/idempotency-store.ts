import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'

interface KeyName {
  scope: string
  key: string
}

export interface KeyUse extends KeyName {
  fingerprint: string
}

export interface Claim extends KeyUse {
  claim: string
}

interface NewClaim extends Claim {
  now: Date
  claimedUntil: Date
  /** A key first used at or before this instant has expired. */
  expiredBefore: Date
}

interface KeyRow {
  fingerprint: string
  scoreId: string | null
}

export async function insertClaim(db: Db, newClaim: NewClaim): Promise<boolean> {
  const { now, expiredBefore, claimedUntil, ...row } = newClaim
  const values = { ...row, claimed_until: claimedUntil, created_at: now, score_id: null }
  const taken = await db
    .insertInto('idempotency_keys')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(values)
        .where((row) =>
          row.or([
            row.and([row('idempotency_keys.score_id', 'is', null), row('idempotency_keys.claimed_until', '<', now)]),
            row('idempotency_keys.created_at', '<=', expiredBefore),
          ]),
        ),
    )
    .returning('claim')
    .executeTakeFirst()
  return taken !== undefined
}

export const findKey = (db: Db, { scope, key }: KeyName): Promise<KeyRow | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'score_id as scoreId'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

export async function isHeld(db: Db, { scope, key }: KeyName, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('scope')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('score_id', 'is', null)
    .where('claimed_until', '>=', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function renewClaim(db: Db, { scope, key, claim }: Claim, claimedUntil: Date): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ claimed_until: claimedUntil })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('score_id', 'is', null)
    .execute()
}

export async function completeKey(tx: Tx, { scope, key, claim }: Claim, scoreId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ score_id: scoreId })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteClaim(db: Db, { scope, key, claim }: Claim): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('score_id', 'is', null)
    .execute()
}

export const deleteExpiredKeys = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'idempotency_keys', where: sql`created_at <= ${before}` }, signal)
