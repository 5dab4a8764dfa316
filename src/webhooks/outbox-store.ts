import { type RawBuilder, sql } from 'kysely'
import { newDeliveries, notifyWorkers, onlyFirst } from '../delivery/queue-store.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Subject } from '../delivery/delivery-body.ts'

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

/** The facts of a score that filters and `include` refer to. */
const findSubject = (scoreId: string | null) => sql`(
  select jsonb_build_object('name', name, 'symbol', symbol, 'creatorAddress', creator_address,
    'contractAddress', scores.contract_address, 'band', band, 'aggregate', aggregate_x100 / 100.0, 'ownerId', owner_id)
  from scores join submissions on submissions.id = submission_id where scores.id = ${scoreId}::uuid)`

/**
 * Stores an event and its deliveries and notifies the workers, in one statement. Deliveries are due at once, even if
 * this machine's clock is ahead of the database's.
 */
export async function insertEvent(
  tx: Tx,
  { id, event, body, createdAt, scoreId, audienceId }: EventRow & { scoreId: string | null; audienceId: string | null },
): Promise<void> {
  await sql`
    with e as (
      insert into outbox (id, event, body, created_at, subject, audience_id)
      values (${id}, ${event}, ${body}, ${createdAt}, ${findSubject(scoreId)}, ${audienceId})
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

export async function findEvent(db: Db, id: string): Promise<{ body: string; subject: Subject | null } | undefined> {
  const { rows } = await sql<{ body: string; subject: Subject | null }>`
    select body, subject from outbox where id = ${id}`.execute(db)
  return rows[0]
}
