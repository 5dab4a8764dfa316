import { sql } from 'kysely'
import type { Attempt, DeliveryState } from '../../contract/schemas/delivery.ts'
import { dayMs, hourMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import { slotAt } from './delivery-queue-store.ts'
import { isAddressed, toOldestEvent } from './event-store.ts'
import type { Owned } from './subscription-store.ts'

export interface DeliveryRow {
  id: string
  eventId: string
  event: string
  state: DeliveryState
  createdAt: Date
  dueAt: Date | null
  isRetry: boolean
  endedAt: Date | null
  attempts: Attempt[]
}

interface DeliveryQuery {
  subscriptionId: string
  id?: string
  state?: DeliveryState | undefined
  beforeId: string | null
  limit: number
  now: Date
}

/** Logs are kept for 24 hours (D42). */
export const loggedSince = (now: Date) => new Date(now.getTime() - dayMs)

/** One statement reads the queue and the log, because deliveries move from one to the other. */
export async function listDeliveries(db: Db, query: DeliveryQuery): Promise<DeliveryRow[]> {
  const { subscriptionId, id, state, beforeId, limit, now } = query
  const isWanted = sql`subscription_id = ${subscriptionId}
    and ${id ? sql`id = ${id}` : sql`id < ${beforeId ?? '~'}`}`
  const isIn = (...states: DeliveryState[]) => sql.lit(state === undefined || states.includes(state))
  const liveState = sql`case when claimed_until > ${now} then 'sending' else 'pending' end`
  const { rows } = await sql<DeliveryRow>`
    select found.id, event_id as "eventId", event, state, found.created_at as "createdAt", due_at as "dueAt",
      is_retry as "isRetry", ended_at as "endedAt", attempts
    from (
      (select id, event_id, ${liveState} as state, created_at, due_at, is_retry, null::timestamptz as ended_at, log as attempts
        from deliveries where ${isWanted} and ${isIn('pending', 'sending')}
          ${state ? sql`and ${liveState} = ${state}` : sql``}
        order by id desc limit ${limit})
      union all
      (select id, event_id, state, created_at, null, false, ended_at, attempts
        from delivery_log where ${isWanted} and ${isIn('delivered', 'failed')} and ended_at > ${loggedSince(now)}
          ${state ? sql`and state = ${sql.lit(state)}` : sql``}
        order by id desc limit ${limit})
    ) found join outbox on outbox.id = event_id
    order by found.id desc limit ${limit}`.execute(db)
  return rows
}

interface DeliveryKey {
  subscriptionId: string
  id: string
}

/** Resets a queued delivery to a first attempt that is due now. `held`: it is being sent. `none`: it is not queued. */
export async function restartDelivery(
  tx: Tx,
  { subscriptionId, id, now }: DeliveryKey & { now: Date },
): Promise<'restarted' | 'held' | 'none'> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select coalesce(claimed_until > ${now}, false) as "isHeld" from deliveries
    where subscription_id = ${subscriptionId} and id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) return 'none'
  if (row.isHeld) return 'held'
  await sql`
    update deliveries set is_retry = false, attempts = 0, due_at = least(${now}::timestamptz, clock_timestamp()), claim = null
    where subscription_id = ${subscriptionId} and id = ${id}`.execute(tx)
  return 'restarted'
}

export async function reviveDelivery(
  tx: Tx,
  { subscriptionId, id, now }: DeliveryKey & { now: Date },
): Promise<boolean> {
  const isThis = sql`delivery_log.id = ${id} and ended_at > ${loggedSince(now)}`
  return (await revive(tx, { subscriptionId, now, isWanted: isThis, limit: 1 })) === 1
}

export function reviveFailed(
  tx: Tx,
  { subscriptionId, since, now, limit }: { subscriptionId: string; since: Date; now: Date; limit: number },
): Promise<number> {
  const isFailed = sql`state = 'failed' and ended_at >= ${since}`
  return revive(tx, { subscriptionId, now, isWanted: isFailed, limit })
}

interface Revival {
  subscriptionId: string
  now: Date
  isWanted: ReturnType<typeof sql>
  limit: number
}

/**
 * Keeps the last ten attempts of each delivery. Reading the event prevents its partition from being dropped. Skips
 * deliveries that are queued again, whose rows a recorder may hold while it waits for this one.
 */
async function revive(tx: Tx, { subscriptionId, now, isWanted, limit }: Revival): Promise<number> {
  const { numAffectedRows } = await sql`
    with wanted as (
      select slot, id from delivery_log where subscription_id = ${subscriptionId} and ${isWanted}
        and exists (select from outbox where outbox.id = event_id)
        and not exists (select from deliveries d where d.subscription_id = ${subscriptionId} and d.id = delivery_log.id)
      order by id limit ${limit} for update),
    ended as (
      delete from delivery_log log using wanted
      where log.subscription_id = ${subscriptionId} and log.id = wanted.id and log.slot = wanted.slot
      returning log.*)
    insert into deliveries (subscription_id, id, event_id, due_at, log, created_at)
    select subscription_id, id, event_id, least(${now}::timestamptz, clock_timestamp()),
      jsonb_path_query_array(attempts, '$[last - 9 to last]'), created_at
    from ended
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Empties the next slot of the log's ring, unless it has entries of the last 24 hours. */
export async function emptyNextSlot(tx: Tx, now: Date): Promise<void> {
  const slot = slotAt(now, 1)
  const { rows } = await sql<{ isOld: boolean }>`
    select max(ended_at) < ${loggedSince(now)} as "isOld" from delivery_log where slot = ${slot}`.execute(tx)
  if (!rows[0]?.isOld) return
  await sql`set local lock_timeout = '1s'`.execute(tx) // While the truncation waits for readers, new readers wait behind it.
  await sql`truncate ${sql.table(`delivery_log_${slot}`)}`.execute(tx)
}

export async function deleteOrphans(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where ctid = any(array(
      select ctid from deliveries
      where not exists (select from webhook_subscriptions s where s.id = deliveries.subscription_id)
      limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function deleteUnsent(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where ctid = any(array(
      select d.ctid from webhook_subscriptions s join deliveries d on d.subscription_id = s.id
      where not s.active and d.created_at < ${before} limit ${limit} for update of d skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Recovered deliveries in the current hour, of a subscription and of all subscriptions of its owner. */
interface Recovered {
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
