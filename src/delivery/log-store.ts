import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { dayMs } from '../../contract/durations.ts'
import { slotAt } from './queue-store.ts'
import type { Attempt, DeliveryState } from '../../contract/schemas/delivery.ts'

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
