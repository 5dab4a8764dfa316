import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { type Partition, dropPartitions } from '../../database/partitions.ts'

/** The least id of the events of a time and later: an id begins with its time in milliseconds. */
export const toFirstEventId = (at: Date): string => `evt_${at.getTime().toString(16).padStart(12, '0')}`

/** Drops the partitions of events that are all older than `before`, unless a queued delivery needs one of them. */
export const dropEventPartitions = (db: Db, before: Date): Promise<void> =>
  dropPartitions(db, {
    table: 'outbox',
    until: toFirstEventId(before),
    isNeeded: async (tx, partition) => (await hasEventSince(tx, partition, before)) || (await isAwaited(tx, partition)),
  })

/** The time in an id may differ from the time of the event. */
async function hasEventSince(tx: Tx, { name }: Partition, since: Date): Promise<boolean> {
  const { rows } = await sql`select from ${sql.id(name)} where created_at >= ${since} limit 1`.execute(tx)
  return rows.length > 0
}

const toDeliveryId = (eventId: string) => `dlv_${eventId.slice(4)}`

/** Whether the queue has a delivery of an event in the partition. The id of a delivery begins with the time of its event's. */
async function isAwaited(tx: Tx, { from, to }: Partition): Promise<boolean> {
  const { rows } = await sql`
    with recursive queue (id) as (
      (select subscription_id from deliveries order by subscription_id limit 1)
      union all
      select next.id from queue cross join lateral (
        select subscription_id as id from deliveries where subscription_id > queue.id order by subscription_id limit 1) next)
    select from queue cross join lateral (
      select from deliveries where subscription_id = queue.id
        and deliveries.id >= ${toDeliveryId(from ?? 'evt_')} and deliveries.id < ${toDeliveryId(to)} limit 1) awaited
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes old events without a partition of their day that no queued delivery needs. Returns their number. */
export async function deleteEvents(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox_default where id in (
      select id from outbox_default
      where created_at < ${before} and not exists (select from deliveries where event_id = outbox_default.id)
      order by created_at, id limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
