import { sql } from 'kysely'
import type { Db } from '../deps.ts'

export interface FeedRow {
  eventId: string
  deliveryId: string
  event: string
  body: string
  createdAt: Date
}

/** Where a feed goes on: after this event. */
interface Place {
  tx: string
  id: string
}

/** undefined: the event is gone, and with it all that was before it. */
export const findPlace = (db: Db, eventId: string): Promise<Place | undefined> =>
  db.selectFrom('outbox').select(['tx', 'id']).where('id', '=', eventId).executeTakeFirst()

/**
 * The events of a subscription in the order of their transactions, as far as nothing can come before them any more:
 * whoever reads on from the last one misses none.
 */
export async function listFeed(
  db: Db,
  { subscriptionId, after, limit }: { subscriptionId: string; after: Place | null; limit: number },
): Promise<FeedRow[]> {
  const isAfter = after ? sql`(tx, id) > (${after.tx}::bigint, ${after.id})` : sql`tx >= s.since_tx`
  const { rows } = await sql<FeedRow>`
    select found.id as "eventId", delivery_id(found.id, s.id) as "deliveryId", found.event, body,
      found.created_at as "createdAt"
    from webhook_subscriptions s
      cross join lateral unnest(s.events) as wanted (name)
      cross join lateral (
        select id, event, body, tx, created_at from outbox
        where event = wanted.name and tx >= s.since_tx and ${isAfter}
          and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        order by tx, id limit ${limit}) found
    where s.id = ${subscriptionId}
    order by tx, found.id limit ${limit}`.execute(db)
  return rows
}

/** Events older than `before`, but none that a delivery is still on its way with. Answers how many. */
export async function deleteEvents(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where id in (
      select id from outbox
      where created_at < ${before} and not exists (select from deliveries where event_id = outbox.id)
      order by created_at, id limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// A restored copy counts its transactions anew, perhaps from lower numbers: what was written before is moved below them.
const span = '4000000000000000000'

/** Keeps the feed's order when the database was restored somewhere else; to be called before anything is written. */
export async function moveOldTransactions(db: Db, events: string[]): Promise<void> {
  await sql`
    with move as (
      select ${span}::bigint as by from unnest(${events}::text[]) as known (name)
        cross join lateral (select tx from outbox where event = known.name order by tx desc limit 1) newest
      where tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1),
    moved as (update outbox set tx = tx - by from move where tx > 0)
    update webhook_subscriptions set since_tx = since_tx - by from move where since_tx > 0`.execute(db)
}
