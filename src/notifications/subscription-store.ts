import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { hourMs } from '../../contract/time.ts'
import type { HashedNetwork } from '../platform/client-network.ts'
import type { Subscriber } from './channels/push-sender.ts'
import type { Page } from './channels/send-to-each.ts'

/** Serialises new opt-ins of a launch, so that the count stays correct. */
export const lockOptIns = (tx: Tx, enrollmentId: string): Promise<unknown> =>
  tx.selectFrom('enrollments').select('id').where('id', '=', enrollmentId).forNoKeyUpdate().execute()

/** Counts the opt-ins of a launch: all, those of one network, and those of all networks of its site (IPv6 /48). */
export async function countPushSubscriptions(
  tx: Tx,
  { enrollmentId, network, site }: HashedNetwork & { enrollmentId: string },
): Promise<{ inAll: number; ofNetwork: number; ofSite: number }> {
  const { rows } = await sql<{ inAll: number; ofNetwork: number; ofSite: number }>`
    select count(*)::int as "inAll", (count(*) filter (where network = ${network}))::int as "ofNetwork",
      (count(*) filter (where site = ${site}))::int as "ofSite"
    from push_subscriptions where enrollment_id = ${enrollmentId}`.execute(tx)
  return rows[0] ?? { inAll: 0, ofNetwork: 0, ofSite: 0 }
}

interface Keys {
  p256dh: string
  auth: string
}

export async function updatePushSubscription(
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

export async function insertPushSubscription(
  tx: Tx,
  row: Keys & HashedNetwork & { id: string; enrollmentId: string; endpoint: string; createdAt: Date },
): Promise<void> {
  const { id, enrollmentId, endpoint, p256dh, auth, network, site, createdAt } = row
  await tx
    .insertInto('push_subscriptions')
    .values({ id, enrollment_id: enrollmentId, endpoint, p256dh, auth, network, site, created_at: createdAt })
    .execute()
}

export async function deletePushSubscription(
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

/** A recipient gets a slot name once per hour, however often the launch is moved (D84). */
const repeatAfterMs = hourMs

export const isNotified = ({ slotId, slot, now }: NotifiedSlot): RawBuilder<boolean> =>
  sql<boolean>`coalesce(told_slot_id = ${slotId}
    or (told_at ->> ${slot}::text)::timestamptz > ${new Date(now.getTime() - repeatAfterMs)}, false)`

export async function listSubscribers(
  db: Db,
  { enrollmentId, afterId, limit, ...slot }: Page,
): Promise<(Subscriber & { isNotified: boolean })[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth', isNotified(slot).as('isNotified')])
    .where('enrollment_id', '=', enrollmentId)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

type NotifiedSlot = Pick<Page, 'slotId' | 'slot' | 'now'>

export async function markNotified(
  db: Db,
  table: 'push_subscriptions' | 'reminders',
  { ids, slotId, slot, now }: NotifiedSlot & { ids: string[] },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update ${sql.table(table)} set told_slot_id = ${slotId},
      told_at = told_at || jsonb_build_object(${slot}::text, ${now.toISOString()}::text)
    where id = any(${ids}::uuid[])`.execute(db)
}

export async function deletePushSubscriptions(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}
