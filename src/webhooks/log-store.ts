import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import { slotAt } from './queue-store.ts'
import type { Attempt, DeliveryState } from './schemas.ts'

export interface DeliveryRow {
  id: string
  eventId: string
  event: string
  state: DeliveryState
  createdAt: Date
  /** Of one that is not at its end. */
  dueAt: Date | null
  isRetry: boolean
  endedAt: Date | null
  attempts: Attempt[]
}

export interface DeliveryQuery {
  subscriptionId: string
  /** Only this one. */
  id?: string
  state?: DeliveryState | undefined
  beforeId: string | null
  limit: number
  now: Date
}

/** Logs are kept for 24 hours (D42). */
export const loggedSince = (now: Date) => new Date(now.getTime() - 24 * 3_600_000)

/** Deliveries on their way and at their end, the newest first. In one statement: they move from here to there. */
export async function listDeliveries(db: Db, query: DeliveryQuery): Promise<DeliveryRow[]> {
  const { subscriptionId, id, state, beforeId, limit, now } = query
  const isWanted = sql`subscription_id = ${subscriptionId}
    and ${id ? sql`id = ${id}` : sql`id < ${beforeId ?? '~'}`}`
  const isIn = (...states: DeliveryState[]) => sql.lit(state === undefined || states.includes(state))
  const liveState = sql`case when claimed_until > ${now} then 'sending' else 'pending' end`
  const { rows } = await sql<DeliveryRow>`
    select found.id, event_id as "eventId", event, state, found.created_at as "createdAt", due_at as "dueAt",
      lane = 1 as "isRetry", ended_at as "endedAt", attempts
    from (
      (select id, event_id, ${liveState} as state, created_at, due_at, lane, null::timestamptz as ended_at, log as attempts
        from deliveries where ${isWanted} and ${isIn('pending', 'sending')}
          ${state ? sql`and ${liveState} = ${state}` : sql``}
        order by id desc limit ${limit})
      union all
      (select id, event_id, state, created_at, null, 0, ended_at, attempts
        from delivery_log where ${isWanted} and ${isIn('delivered', 'failed')} and ended_at > ${loggedSince(now)}
          ${state ? sql`and state = ${sql.lit(state)}` : sql``}
        order by id desc limit ${limit})
    ) found join outbox on outbox.id = event_id
    order by found.id desc limit ${limit}`.execute(db)
  return rows
}

interface Named {
  subscriptionId: string
  id: string
}

/** Begins a delivery that is not at its end anew, at once; `held`: it is being sent; `none`: there is none such. */
export async function restartDelivery(
  tx: Tx,
  { subscriptionId, id, now }: Named & { now: Date },
): Promise<'restarted' | 'held' | 'none'> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select coalesce(claimed_until > ${now}, false) as "isHeld" from deliveries
    where subscription_id = ${subscriptionId} and id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) return 'none'
  if (row.isHeld) return 'held'
  await sql`
    update deliveries set lane = 0, attempts = 0, due_at = least(${now}::timestamptz, clock_timestamp()), claim = null
    where subscription_id = ${subscriptionId} and id = ${id}`.execute(tx)
  return 'restarted'
}

/** Begins an ended delivery anew, with the log it has; false when there is none such. */
export async function reviveDelivery(tx: Tx, { subscriptionId, id, now }: Named & { now: Date }): Promise<boolean> {
  const isThis = sql`id = ${id} and ended_at > ${loggedSince(now)}`
  return (await revive(tx, { subscriptionId, now, isWanted: isThis, limit: 1 })) === 1
}

/** Begins deliveries anew that failed since a time, the oldest first; answers how many. */
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

/** Of their attempts the last ten are kept. */
async function revive(tx: Tx, { subscriptionId, now, isWanted, limit }: Revival): Promise<number> {
  const { numAffectedRows } = await sql`
    with wanted as (
      select slot, id from delivery_log where subscription_id = ${subscriptionId} and ${isWanted}
      order by id limit ${limit} for update),
    ended as (
      delete from delivery_log log using wanted
      where log.subscription_id = ${subscriptionId} and log.id = wanted.id and log.slot = wanted.slot
      returning log.*)
    insert into deliveries (subscription_id, id, event_id, due_at, log, created_at)
    select subscription_id, id, event_id, least(${now}::timestamptz, clock_timestamp()),
      jsonb_path_query_array(attempts, '$[last - 9 to last]'), created_at
    from ended`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Empties the place of the log's ring that is written next, unless something in it is still to be kept. */
export async function emptyNextSlot(tx: Tx, now: Date): Promise<void> {
  const slot = slotAt(now, 1)
  const { rows } = await sql<{ isOld: boolean }>`
    select max(ended_at) < ${loggedSince(now)} as "isOld" from delivery_log where slot = ${slot}`.execute(tx)
  if (!rows[0]?.isOld) return
  await sql`set local lock_timeout = '1s'`.execute(tx) // whoever reads the log is not kept waiting for others who do
  await sql`truncate ${sql.table(`delivery_log_${slot}`)}`.execute(tx)
}

/** Deliveries of subscriptions that are no more. */
export async function deleteOrphans(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries d using (
      select subscription_id, id from deliveries
      where not exists (select from webhook_subscriptions s where s.id = deliveries.subscription_id) limit ${limit}) orphans
    where d.subscription_id = orphans.subscription_id and d.id = orphans.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
