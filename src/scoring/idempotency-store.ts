import type { Db, Tx } from '../deps.ts'

export interface KeyName {
  /** The operation that the key is used for. */
  scope: string
  key: string
}

export interface KeyRow {
  fingerprint: string
  claim: string
  score_id: string | null
}

interface Claim extends KeyName {
  fingerprint: string
  claim: string
  now: Date
  claimedUntil: Date
  /** A key first used at or before this instant is forgotten. */
  forgottenBefore: Date
}

/** Takes a key that nobody holds: a new one, one whose claim ran out without a record, or a forgotten one. */
export async function claimKey(db: Db, claim: Claim): Promise<boolean> {
  const { now, forgottenBefore, claimedUntil, ...row } = claim
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
            row('idempotency_keys.created_at', '<=', forgottenBefore),
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
    .select(['fingerprint', 'claim', 'score_id'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

/** Holds a claim for longer; one that was lost, or has led to its record, stays as it is. */
export async function renewClaim(db: Db, { scope, key }: KeyName, claim: string, claimedUntil: Date): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ claimed_until: claimedUntil })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('score_id', 'is', null)
    .execute()
}

/** Ties the key to its record; false when the claim has been lost to another. */
export async function sealKey(tx: Tx, { scope, key }: KeyName, claim: string, scoreId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set({ score_id: scoreId })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a key back that led to no record. */
export async function deleteClaim(db: Db, { scope, key }: KeyName, claim: string): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('score_id', 'is', null)
    .execute()
}

export async function deleteForgottenKeys(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
