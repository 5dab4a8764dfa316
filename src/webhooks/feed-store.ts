import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Subject } from '../delivery/delivery-body.ts'
import { disabledEventName } from '../../contract/schemas/event.ts'
import { isAddressed } from './outbox-store.ts'

interface FeedEvent {
  eventId: string
  deliveryId: string
  event: string
  body: string
  subject: Subject | null
}

interface FeedPart {
  events: FeedEvent[]
  end: { eventId: string; createdAt: Date } | null
  start: { eventId: string; createdAt: Date } | null
  mayHaveMore: boolean
}

interface FeedPosition {
  tx: string
  id: string
}

/** Undefined when the event, and so every event before it, has been pruned. */
export const findFeedPosition = (db: Db, eventId: string): Promise<FeedPosition | undefined> =>
  db.selectFrom('outbox').select(['tx', 'id']).where('id', '=', eventId).executeTakeFirst()

interface FeedQuery {
  subscriptionId: string
  allEvents: string[]
  order: 'oldest' | 'newest'
  after: FeedPosition | null
  limit: number
  /** Bounds the cost of filters that match few events. */
  maxRead: number
}

/**
 * Reads events in the order of their transactions, and stops before the oldest one still in progress, so that a reader
 * who continues from the last event misses none.
 */
export async function readFeedPart(db: Db, query: FeedQuery): Promise<FeedPart> {
  const { subscriptionId, allEvents, order, after, limit, maxRead } = query
  const isAfter = after ? sql`(tx, id) > (${after.tx}::bigint, ${after.id})` : sql`tx >= s.since_tx`
  const direction = order === 'oldest' ? sql`asc` : sql`desc`
  const { rows } = await sql<FeedEvent & { isMatch: boolean; createdAt: Date }>`
    with read as (
      select e.*, ${isAddressed} as is_match, s.id as subscription_id
      from webhook_subscriptions s
        cross join lateral (select unnest(
          case when '*' = any(s.events) then ${allEvents}::text[] else s.events end || array[${disabledEventName}]) as name) wanted
        cross join lateral (
          select id, event, body, tx, created_at, subject, audience_id from outbox
          where event = wanted.name and tx >= s.since_tx and ${isAfter}
            and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          order by tx ${direction}, id ${direction} limit ${maxRead}) e
      where s.id = ${subscriptionId}
      order by e.tx ${direction}, e.id ${direction} limit ${maxRead})
    select id as "eventId", delivery_id(id, subscription_id) as "deliveryId", event, created_at as "createdAt",
      case when is_match then body end as body, case when is_match then subject end as subject, is_match as "isMatch"
    from read order by tx ${direction}, id ${direction}`.execute(db)
  const matching = rows.filter(({ isMatch }) => isMatch)
  const next = matching[limit]
  const seen = next ? rows.slice(0, rows.indexOf(next)) : rows
  return {
    events: matching.slice(0, limit),
    start: seen[0] ?? null,
    end: seen.at(-1) ?? null,
    mayHaveMore: next !== undefined || rows.length === maxRead,
  }
}

// A restored database may count transactions from lower numbers. The stored numbers are moved below them.
const span = '4000000000000000000'

/** Keeps the feed in order after the database was restored elsewhere. Call it before the first write. */
export async function moveOldTransactions(db: Db, events: string[]): Promise<void> {
  const move = sql`
    select ${span}::bigint as by from unnest(${events}::text[]) as known (name)
      cross join lateral (select tx from outbox where event = known.name order by tx desc limit 1) newest
    where tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit 1`
  const { rows } = await move.execute(db)
  if (rows.length === 0) return // An update would fail on a read-only database.
  await sql`
    with move as (${move}),
    moved as (update outbox set tx = tx - by from move where tx > 0)
    update webhook_subscriptions set since_tx = since_tx - by from move where since_tx > 0`.execute(db)
}
