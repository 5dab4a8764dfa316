import { type RawBuilder, sql } from 'kysely'
import { disabledEventName } from '../../contract/schemas/event.ts'
import { dayMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import { dropPartitions, type Partition } from '../database/partitions.ts'
import type { Subject } from './delivery-body.ts'
import { includedScore, newDeliveries, notifyWorkers, onlyFirst } from './delivery-queue-store.ts'

interface EventRow {
  id: string
  event: string
  body: string
  createdAt: Date
}

/**
 * Whether subscription `s` receives event `e`. Filters apply to events about scores; an event for one owner that is
 * about no score passes them.
 */
export const isAddressed: RawBuilder<boolean> = sql`(
  (e.audience_id is null or e.audience_id = s.owner_id)
  and (s.filters is null or (e.audience_id is not null and e.subject is null) or (
    (not s.filters ? 'own' or e.subject->>'ownerId' = s.owner_id::text)
    and (not s.filters ? 'bands' or coalesce(s.filters->'bands' ? (e.subject->>'band'), false))
    and (not s.filters ? 'creatorAddress' or e.subject->>'creatorAddress' = s.filters->>'creatorAddress')
    and (not s.filters ? 'contractAddress' or e.subject->>'contractAddress' = s.filters->>'contractAddress')
    and (not s.filters ? 'minAggregate' or (e.subject->>'aggregate')::numeric >= (s.filters->>'minAggregate')::numeric))) is true)`

/** The facts of a score that filters and `include` refer to, and its key lineage if a test key made it. */
const findSubject = ({ scoreId, contract }: Pick<NewEvent, 'scoreId' | 'contract'>) => sql`
  select jsonb_build_object('name', name, 'symbol', symbol, 'creatorAddress', creator_address,
      'contractAddress', coalesce(${contract ?? null}, left(scores.contract_address, 42)), 'band', band, 'aggregate', aggregate_x100 / 100.0,
      'ownerId', owner_id) as facts, case when is_test then owner_id end as audience_id
  from scores join submissions on submissions.id = submission_id where scores.id = ${scoreId}::uuid`

interface NewEvent extends EventRow {
  /** null: the event is about no score. */
  scoreId: string | null
  /** The contract that the event names, in lower case; null: it names none, and the score's own counts. */
  contract?: string | null
  /** Only this key lineage receives the event; null: everybody does. */
  audienceId: string | null
}

/**
 * Stores an event and its deliveries and notifies the workers, in one statement. Deliveries are due at once, even if
 * this machine's clock is ahead of the database's.
 */
export async function insertEvent(
  tx: Tx,
  { id, event, body, createdAt, audienceId, ...about }: NewEvent,
): Promise<void> {
  await sql`
    with subject as (${findSubject(about)}), e as (
      insert into outbox (id, event, body, created_at, subject, audience_id)
      values (${id}, ${event}, ${body}, ${createdAt}, (select facts from subject),
        coalesce(${audienceId}::uuid, (select audience_id from subject)))
      returning subject, audience_id
    ), fanned_out as (
      insert into deliveries (subscription_id, id, event_id, due_at, created_at)
      select s.id, delivery_id(${id}, s.id), ${id}, least(${createdAt}::timestamptz, clock_timestamp()), ${createdAt}
      from webhook_subscriptions s cross join e
      where active and events && array[${event}, '*'] and ${isAddressed}
      returning 1
    )
    select pg_notify(${newDeliveries}, ${onlyFirst}) from fanned_out limit 1`.execute(tx)
}

export async function insertEventForOne(tx: Tx, subscriptionId: string, event: EventRow): Promise<string> {
  const { id, body, createdAt } = event
  await tx.insertInto('outbox').values({ id, event: event.event, body, created_at: createdAt }).execute()
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (subscription_id, id, event_id, due_at, created_at)
    values (${subscriptionId}, delivery_id(${id}, ${subscriptionId}), ${id},
      least(${createdAt}::timestamptz, clock_timestamp()), ${createdAt})
    returning id`.execute(tx)
  await notifyWorkers(tx, onlyFirst)
  if (!rows[0]) throw new Error('the insertion returned no delivery')
  return rows[0].id
}

export async function insertEventForOwner(
  tx: Tx,
  { ownerId, exceptId }: { ownerId: string; exceptId: string },
  { id, event, body, createdAt }: EventRow,
): Promise<void> {
  const row = { id, event, body, created_at: createdAt, audience_id: ownerId }
  await tx.insertInto('outbox').values(row).execute()
  await sql`
    insert into deliveries (subscription_id, id, event_id, due_at, created_at)
    select s.id, delivery_id(${id}, s.id), ${id}, least(${createdAt}::timestamptz, clock_timestamp()), ${createdAt}
    from webhook_subscriptions s where active and owner_id = ${ownerId} and s.id <> ${exceptId}`.execute(tx)
  await notifyWorkers(tx, onlyFirst)
}

interface EventContent {
  body: string
  subject: Subject | null
  score: string | null
}

export async function findEvent(
  db: Db,
  { id, subscriptionId }: { id: string; subscriptionId: string },
): Promise<EventContent | undefined> {
  const { rows } = await sql<EventContent>`
    select e.body, e.subject, ${includedScore} as score
    from outbox e cross join webhook_subscriptions s where e.id = ${id} and s.id = ${subscriptionId}`.execute(db)
  return rows[0]
}

interface FeedEvent extends EventContent {
  eventId: string
  deliveryId: string
  event: string
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
      select e.*, ${isAddressed} as is_match, s.id as subscription_id, s.include
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
      case when is_match then body end as body, case when is_match then subject end as subject, is_match as "isMatch",
      case when is_match then ${includedScore} end as score
    from read e cross join lateral (select e.include) s order by tx ${direction}, id ${direction}`.execute(db)
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

/** Events are kept for seven days, and so are deliveries that wait. */
const keptMs = 7 * dayMs

/** Events from before this time are gone. */
export const toOldestEvent = (now: Date) => new Date(now.getTime() - keptMs)
