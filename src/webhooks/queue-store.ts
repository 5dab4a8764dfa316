import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Attempt, EndState } from './schemas.ts'

/** A delivery that is this claimant's to send. */
export interface ClaimedDelivery {
  subscriptionId: string
  id: string
  claim: string
  event: string
  body: string
  isRetry: boolean
  /** Failures so far. */
  failures: number
  dueAt: Date
  endpoint: string
  /** Sealed, like the one before. */
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
}

export interface ClaimRequest {
  claim: string
  isRetry: boolean
  now: Date
  until: Date
  /** Subscriptions that are left out. */
  except: string[]
  /** Only subscriptions before this one, from the last backwards; null: from the last. */
  before: string | null
  perSubscription: number
  limit: number
}

const laneOf = (isRetry: boolean) => (isRetry ? 1 : 0)

// A plan that was made while a table was empty must not be used when it is full: hence the first words of these statements.
// Subscriptions are found from the index's end, one step each: neither the number of their rows nor what vacuum has not
// removed yet from the heads of their queues is walked through.
const subscriptionsIn = (lane: number, before: string | null) => sql`
  candidate (id) as (
    (select subscription_id from deliveries where lane = ${lane} and subscription_id < ${before ?? '~'}
      order by lane desc, subscription_id desc, due_at desc limit 1)
    union all
    select next.id from candidate cross join lateral (
      select subscription_id as id from deliveries where lane = ${lane} and subscription_id < candidate.id
      order by lane desc, subscription_id desc, due_at desc limit 1) next)`

const isOpenTo = (lane: number, now: Date): RawBuilder<boolean> => sql`
  exists (select from webhook_subscriptions s where s.id = candidate.id
    and (${lane} = 0 or s.paused_until is null or s.paused_until <= ${now}))`

/**
 * Takes deliveries that are due and that nobody holds: some of each subscription, the oldest of it first. Repetitions of
 * a paused subscription stay where they are (D41).
 */
export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const { claim, isRetry, now, until, except, before, perSubscription, limit } = request
  const lane = laneOf(isRetry)
  const { rows } = await sql<ClaimedDelivery>`/* plan anew */ with recursive ${subscriptionsIn(lane, before)},
    picked as (
      select due.* from candidate cross join lateral (
        select subscription_id, id from deliveries
        where lane = ${lane} and subscription_id = candidate.id and due_at <= ${now}
          and (claimed_until is null or claimed_until <= ${now})
          and candidate.id <> all(${except}) and ${isOpenTo(lane, now)}
        order by due_at limit ${perSubscription} for update skip locked) due
      limit ${limit}),
    claimed as (
      update deliveries d set claim = ${claim}, claimed_until = ${until}
      from picked where d.subscription_id = picked.subscription_id and d.id = picked.id
      returning d.*)
    select claimed.subscription_id as "subscriptionId", claimed.id, claimed.claim, event, body,
      lane = 1 as "isRetry", claimed.attempts as failures, due_at as "dueAt", endpoint, secret,
      previous_secret as "previousSecret", previous_until as "previousUntil"
    from claimed
      join outbox on outbox.id = claimed.event_id
      join webhook_subscriptions on webhook_subscriptions.id = claimed.subscription_id
    order by due_at, claimed.id`.execute(db)
  return rows
}

/** What became of a claimed delivery. */
export interface Outcome {
  subscriptionId: string
  id: string
  claim: string
  /** `deferred`: put back without an attempt. */
  state: EndState | 'pending' | 'deferred'
  /** Of a delivery that goes on; null: as it was. */
  dueAt: Date | null
  /** null when it was deferred. */
  attempt: Attempt | null
  /** The subscription's repetitions rest until then. */
  pausedUntil: Date | null
}

/**
 * Writes what became of deliveries, all of it or nothing, each only where its claim still holds: what is over moves to
 * the log. The same outcomes again change nothing.
 */
export async function recordOutcomes(db: Db, outcomes: Outcome[], now: Date): Promise<void> {
  const isClaimed = sql`d.subscription_id = o."subscriptionId" and d.id = o.id and d.claim = o.claim`
  await sql`/* plan anew */ with outcome as materialized (
      select * from json_to_recordset(${JSON.stringify(outcomes)}) as o ("subscriptionId" text, id text, claim uuid,
        state text, "dueAt" timestamptz, attempt jsonb, "pausedUntil" timestamptz)),
    ended as (
      delete from deliveries d using outcome o where ${isClaimed} and o.state in ('delivered', 'failed')
      returning d.*, o.state, o.attempt),
    logged as (
      insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
      select ${slotAt(now)}, subscription_id, id, event_id, state, log || attempt, created_at, ${now} from ended),
    kept as (
      update deliveries d set lane = 1, attempts = d.attempts + 1, due_at = o."dueAt", log = d.log || o.attempt,
        claim = null, claimed_until = null
      from outcome o where ${isClaimed} and o.state = 'pending'),
    deferred as (
      update deliveries d set due_at = coalesce(o."dueAt", d.due_at), claim = null, claimed_until = null
      from outcome o where ${isClaimed} and o.state = 'deferred'),
    pausing as (
      -- in one order, so that two dispatchers don't wait for each other
      select id from webhook_subscriptions where id in (select "subscriptionId" from outcome where "pausedUntil" is not null)
      order by id for no key update)
    update webhook_subscriptions s set paused_until = greatest(s.paused_until, until)
    from pausing, (select "subscriptionId" as id, max("pausedUntil") as until from outcome group by 1) latest
    where s.id = pausing.id and latest.id = pausing.id`.execute(db)
}

const slotMs = 8 * 3_600_000
const slots = 5

/** The place in the log's ring that is written at a time, or `ahead` of it. */
export const slotAt = (now: Date, ahead = 0): number => (Math.floor(now.getTime() / slotMs) + ahead) % slots

const lanesOfAll = sql`
  candidate (lane, id) as (
    (select lane, subscription_id from deliveries order by lane desc, subscription_id desc, due_at desc limit 1)
    union all
    select next.* from candidate cross join lateral (
      select lane, subscription_id from deliveries
      where (lane, subscription_id) < (candidate.lane, candidate.id)
      order by lane desc, subscription_id desc, due_at desc limit 1) next)`

/** When there is something to be claimed: what another holds counts from when its claim runs out. */
export async function findNextDue(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`/* plan anew */ with recursive ${lanesOfAll}
    select min(least(
      greatest(free.due_at, case when candidate.lane = 1 then s.paused_until end), held.until)) as at
    from candidate
      join webhook_subscriptions s on s.id = candidate.id
      left join lateral (select due_at from deliveries
        where lane = candidate.lane and subscription_id = candidate.id
          and (claimed_until is null or claimed_until <= ${now})
        order by due_at limit 1) free on true
      left join lateral (select min(claimed_until) as until from (select claimed_until from deliveries
        where lane = candidate.lane and subscription_id = candidate.id order by due_at limit 16) heads
        where claimed_until > ${now}) held on true`.execute(db)
  return rows[0]?.at ?? undefined
}

/** When the oldest delivery that is not at its end became due, those that are paused or being sent included. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`/* plan anew */ with recursive ${lanesOfAll}
    select min(due_at) as at from candidate
      join webhook_subscriptions s on s.id = candidate.id
      cross join lateral (select due_at from deliveries
        where lane = candidate.lane and subscription_id = candidate.id order by due_at limit 1) head
    where due_at <= ${now}`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Says that a dispatcher is alive. */
export async function upsertHeartbeat(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('webhook_heartbeat')
    .values({ beat_at: now })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ beat_at: now }))
    .execute()
}

/** When a dispatcher, whichever it was, last looked for work; undefined: none ever did. */
export async function findHeartbeat(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('webhook_heartbeat').select('beat_at').executeTakeFirst()
  return row?.beat_at
}
