import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'

interface KeyName {
  ownerId: string
  key: string
}

interface KeyRow {
  fingerprint: string
  subscriptionId: string
  createdAt: Date
}

export const findIdempotencyKey = (tx: Tx, { ownerId, key }: KeyName): Promise<KeyRow | undefined> =>
  tx
    .selectFrom('webhook_idempotency_keys')
    .select(['fingerprint', 'subscription_id as subscriptionId', 'created_at as createdAt'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst()

export async function insertIdempotencyKey(tx: Tx, { ownerId, key, ...row }: KeyName & KeyRow): Promise<void> {
  const { fingerprint, subscriptionId, createdAt } = row
  const values = { fingerprint, subscription_id: subscriptionId, created_at: createdAt }
  await tx
    .insertInto('webhook_idempotency_keys')
    .values({ owner_id: ownerId, key, ...values })
    .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doUpdateSet(values))
    .execute()
}

export const deleteIdempotencyKeys = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'webhook_idempotency_keys', where: sql`created_at <= ${before}` }, signal)
