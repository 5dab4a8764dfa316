import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'

/** What a notification says on when there is something new to be delivered. */
export const newDeliveries = 'launchscore_deliveries'

export interface EventRow {
  id: string
  event: string
  body: string
  createdAt: Date
}

/**
 * Writes an event, a delivery for each subscription that asks for it, and tells the dispatchers, in one statement. What
 * is new is due at once, also when this machine's clock is ahead of the database's.
 */
export async function insertEvent(tx: Tx, { id, event, body, createdAt }: EventRow): Promise<void> {
  await sql`
    with event as (
      insert into outbox (id, event, body, created_at) values (${id}, ${event}, ${body}, ${createdAt})
    ), fanned_out as (
      insert into deliveries (subscription_id, id, event_id, due_at, created_at)
      select id, delivery_id(${id}, id), ${id}, least(${createdAt}::timestamptz, clock_timestamp()), ${createdAt}
      from webhook_subscriptions where events @> array[${event}]
      returning 1
    )
    select pg_notify(${newDeliveries}, '') from fanned_out limit 1`.execute(tx)
}

/** The same for one subscription alone; answers the delivery's id. */
export async function insertEventFor(tx: Tx, subscriptionId: string, event: EventRow): Promise<string> {
  const { id, body, createdAt } = event
  await tx.insertInto('outbox').values({ id, event: event.event, body, created_at: createdAt }).execute()
  const { rows } = await sql<{ id: string }>`
    insert into deliveries (subscription_id, id, event_id, due_at, created_at)
    values (${subscriptionId}, delivery_id(${id}, ${subscriptionId}), ${id},
      least(${createdAt}::timestamptz, clock_timestamp()), ${createdAt})
    returning id`.execute(tx)
  await tellDispatchers(tx)
  return rows[0]?.id ?? ''
}

/** Wakes the dispatchers of all replicas, with the transaction's end. */
export const tellDispatchers = (db: Db): Promise<unknown> => sql`select pg_notify(${newDeliveries}, '')`.execute(db)
