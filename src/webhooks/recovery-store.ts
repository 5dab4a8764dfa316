import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { hourMs } from '../../contract/durations.ts'
import { isAddressed } from './outbox-store.ts'
import { toOldestEvent } from './retention/event-retention.ts'
import type { Owned } from './subscriptions/subscription-store.ts'

/** Recovered deliveries in the current hour, of a subscription and of all subscriptions of its owner. */
export interface Recovered {
  own: number
  ofOwner: number
  /** When the first of these hours began; null: there is none. */
  since: Date | null
}

const hourBefore = (now: Date) => new Date(now.getTime() - hourMs)

/** Call it under `lockOwner`: otherwise two concurrent recoveries read the same count. */
export async function findRecovered(tx: Tx, { id, ownerId }: Owned, now: Date): Promise<Recovered> {
  const { rows } = await sql<Recovered>`
    select coalesce(sum(recovered) filter (where id = ${id}), 0)::int as own, coalesce(sum(recovered), 0)::int as "ofOwner",
      min(recovered_since) as since
    from webhook_subscriptions where owner_id = ${ownerId} and recovered_since > ${hourBefore(now)}`.execute(tx)
  return rows[0] ?? { own: 0, ofOwner: 0, since: null }
}

export async function addRecovered(tx: Tx, id: string, { count, now }: { count: number; now: Date }): Promise<void> {
  await sql`update webhook_subscriptions set
      recovered = case when recovered_since > ${hourBefore(now)} then recovered else 0 end + ${count},
      recovered_since = case when recovered_since > ${hourBefore(now)} then recovered_since else ${now} end
    where id = ${id}`.execute(tx)
}

/** Whether events were stored while the subscription was inactive that have not been recovered. */
export async function hasMissed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isIt: boolean }>`
    select missed && tstzmultirange(tstzrange(${toOldestEvent(now)}, null)) as "isIt"
    from webhook_subscriptions where id = ${id}`.execute(tx)
  return rows[0]?.isIt ?? false
}

interface Missed {
  subscriptionId: string
  since: Date
  now: Date
  limit: number
  allEvents: string[]
}

/** How many inactive periods one call processes. */
const maxGaps = 100

/**
 * Queues events that were stored while the subscription was inactive, oldest first. Reads at most `limit` events of
 * each inactive period, whether they match or not, and forgets the periods it has finished.
 */
export async function queueMissed(
  tx: Tx,
  { subscriptionId, since, now, limit, allEvents }: Missed,
): Promise<{ count: number; isLast: boolean }> {
  const { rows } = await sql<{ read: number; end: Date | null; ids: string[]; gaps: number; lastGap: Date | null }>`
    with gap as (
      select range from webhook_subscriptions s cross join lateral unnest(s.missed) as range
      where s.id = ${subscriptionId} and upper(range) > ${since} order by range limit ${maxGaps}),
    e as (
      select found.* from gap cross join lateral (
        select id, event, subject, audience_id, created_at, tx from outbox
        where created_at >= greatest(lower(range), ${since}::timestamptz) and created_at < upper(range)
        order by created_at, id limit ${limit}) found
      order by created_at, id limit ${limit}),
    queued as (
      insert into deliveries (subscription_id, id, event_id, due_at, created_at)
      select s.id, delivery_id(e.id, s.id), e.id, least(${now}::timestamptz, clock_timestamp()), e.created_at
      from webhook_subscriptions s cross join e
      where s.id = ${subscriptionId} and e.tx >= s.since_tx and ${isAddressed}
        and e.event = any(case when '*' = any(s.events) then ${allEvents}::text[] else s.events end)
        and not exists (select from delivery_log l where l.subscription_id = s.id and l.id = delivery_id(e.id, s.id))
      on conflict do nothing returning id)
    select (select count(*)::int from e) as read, (select max(created_at) from e) as end, array(select id from queued) as ids,
      (select count(*)::int from gap) as gaps, (select max(upper(range)) from gap) as "lastGap"`.execute(tx)
  const { read = 0, end = null, ids = [], gaps = 0, lastGap = null } = rows[0] ?? {}
  const ended = await deleteEnded(tx, subscriptionId, ids)
  const isThrough = read < limit
  const until = isThrough ? lastGap : end
  if (until) await forgetMissed(tx, { subscriptionId, since, until })
  return { count: ids.length - ended, isLast: isThrough && gaps < maxGaps }
}

/**
 * Deletes queued deliveries that have ended in the meantime: only a statement after the one that queued them sees their
 * log entries.
 */
async function deleteEnded(tx: Tx, subscriptionId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from deliveries d using delivery_log l
    where d.subscription_id = ${subscriptionId} and d.id = any(${ids}::text[])
      and l.subscription_id = d.subscription_id and l.id = d.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Events at `until` stay: there may be more at that instant. */
const forgetMissed = (tx: Tx, { subscriptionId, since, until }: { subscriptionId: string; since: Date; until: Date }) =>
  sql`update webhook_subscriptions set missed = missed - tstzmultirange(tstzrange(${since}, ${until}))
    where id = ${subscriptionId}`.execute(tx)
