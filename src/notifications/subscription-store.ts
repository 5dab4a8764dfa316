import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { Subscriber } from './push-one.ts'

/** Keeps the opt-ins of a launch from being counted while another is added. */
export const lockSubscriptions = (tx: Tx, enrollmentId: string): Promise<unknown> =>
  tx.selectFrom('enrollments').select('id').where('id', '=', enrollmentId).forNoKeyUpdate().execute()

export async function countSubscriptions(tx: Tx, enrollmentId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('push_subscriptions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface Keys {
  p256dh: string
  auth: string
}

/** Gives a known endpoint its present keys; undefined when it isn't known for this launch. */
export async function updateSubscription(
  tx: Tx,
  { enrollmentId, endpoint, p256dh, auth }: Keys & { enrollmentId: string; endpoint: string },
): Promise<{ id: string; createdAt: Date } | undefined> {
  const row = await tx
    .updateTable('push_subscriptions')
    .set({ p256dh, auth })
    .where('enrollment_id', '=', enrollmentId)
    .where('endpoint', '=', endpoint)
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  return row && { id: row.id, createdAt: row.created_at }
}

export async function insertSubscription(
  tx: Tx,
  row: Keys & { id: string; enrollmentId: string; endpoint: string; createdAt: Date },
): Promise<void> {
  const { id, enrollmentId, endpoint, p256dh, auth, createdAt } = row
  await tx
    .insertInto('push_subscriptions')
    .values({ id, enrollment_id: enrollmentId, endpoint, p256dh, auth, created_at: createdAt })
    .execute()
}

/** False when there is no such opt-in to this launch. */
export async function deleteSubscription(
  db: Db,
  { id, enrollmentId }: { id: string; enrollmentId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** A page of a launch's subscribers in the order of their ids; `isTold`: of this slot, already. */
export async function listSubscribers(
  db: Db,
  { enrollmentId, slotId, afterId, limit }: SubscriberPage,
): Promise<(Subscriber & { isTold: boolean })[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'told_slot_id'])
    .where('enrollment_id', '=', enrollmentId)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ told_slot_id, ...subscriber }) => ({ ...subscriber, isTold: told_slot_id === slotId }))
}

interface SubscriberPage {
  enrollmentId: string
  slotId: string
  afterId: string | null
  limit: number
}

export async function markTold(db: Db, ids: string[], slotId: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('push_subscriptions')
    .set({ told_slot_id: slotId })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

export async function deleteSubscriptions(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}
