import { type RawBuilder, sql } from 'kysely'
import type { Attempt, DeliveryFormat, EndState, RetryPolicy } from '../../contract/schemas/delivery.ts'
import { hourMs } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import { maxCounted, type QueueDepth, toArrayLiteral } from '../database/sql.ts'
import { maxIncludedBytes, type Subject } from './delivery-body.ts'
import { maxAttempts } from './retry-schedule.ts'

export const newDeliveries = 'launchscore_deliveries'

/** The channel that announces a changed subscription, by its id: deliveries claimed before may be out of date. */
export const changedSubscriptions = 'launchscore_subscriptions'

/** The payload of a notification about new events only. Any other payload may be about retries too. */
export const onlyFirst = 'first'

/** Wakes the workers of all replicas when the transaction commits. */
export const notifyWorkers = (db: Db, payload: typeof onlyFirst | '' = ''): Promise<unknown> =>
  sql`select pg_notify(${newDeliveries}, ${payload})`.execute(db)

/** The lease of a claim: another worker may take over after it (D42). */
export const deliveryLeaseMs = 60_000

export interface ClaimedDelivery {
  subscriptionId: string
  ownerId: string
  id: string
  claim: string
  event: string
  body: string
  isRetry: boolean
  failures: number
  /** When the previous claim expired without a result, which counts as a failed attempt; null: it didn't. */
  lostAt: Date | null
  dueAt: Date
  /** The single retry after a pause, whose result ends or renews the pause (D64). */
  isProbe: boolean
  endpoint: string
  retryPolicy: RetryPolicy
  format: DeliveryFormat
  include: string[]
  subject: Subject | null
  /** The record of the score, if the subscription includes it. */
  score: string | null
  /** The first failed attempt of the subscription since the last successful one. */
  failingSince: Date | null
  /** The subscription's static headers, encrypted; null: it has none. */
  headers: string | null
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
}

/**
 * The record of the score that event `e` is about, if subscription `s` includes it; null: it is taken down or too long. An
 * older replica may have stored the event, so the id is taken from the body.
 */
export const includedScore: RawBuilder<string | null> = sql`case when 'score' = any(s.include) then (
  select case when hidden_reason is null and octet_length(scores.body) <= ${sql.lit(maxIncludedBytes)} then scores.body end
  from scores join submissions on submissions.id = submission_id
  where scores.id = coalesce(e.body::json->'data'->>'scoreId', e.body::json->'data'->>'scoreRequestId')::uuid) end`

interface ClaimRequest {
  claim: string
  isRetry: boolean
  now: Date
  until: Date
  except: { subscriptions: string[]; owners: string[] }
  /** Claims go through the subscriptions in descending order: only those before this one are read; null: all. */
  before: string | null
  quick: string[]
  perSubscription: { quick: number; other: number }
  limit: number
}

// Not prepared: a plan made while the table was empty would be kept when it is full.

// Each step jumps to the next subscription in the index. It reads neither the rows of a subscription nor dead rows that
// vacuum has not removed yet.
const candidatesOfOneKind = (isRetry: boolean, before: string | null) => sql`
  candidate (id) as (
    (select subscription_id from deliveries where is_retry = ${isRetry} and subscription_id < ${before ?? '~'}
      order by is_retry desc, subscription_id desc, due_at desc limit 1)
    union all
    select next.id from candidate cross join lateral (
      select subscription_id as id from deliveries where is_retry = ${isRetry} and subscription_id < candidate.id
      order by is_retry desc, subscription_id desc, due_at desc limit 1) next)`

/** After a pause, first attempts wait for the result of the probe (D64). */
const openForFirst = ({ now, except }: ClaimRequest) => sql`
  ready (id, most) as (
    select s.id, null::integer from candidate join webhook_subscriptions s on s.id = candidate.id
    where s.active and not (s.paused_until is not null and s.paused_until <= ${now} and ${hasDueRetry(now)}) and s.owner_id <> all(${except.owners}::uuid[]))`

/** Reads the oldest retry from the index. With `exists`, the planner may read the whole queue. */
const hasDueRetry = (now: Date): RawBuilder<boolean> => sql`
  coalesce((select r.due_at from deliveries r where r.is_retry and r.subscription_id = s.id order by r.due_at limit 1)
    <= ${now}, false)`

/**
 * After a pause, one retry of a subscription is sent alone, as a probe. The row of the subscription has its lease
 * (D64).
 */
const openForRetries = ({ now, until, limit, except }: ClaimRequest) => sql`
  halted as (
    select s.id from candidate join webhook_subscriptions s on s.id = candidate.id
    where s.active and s.paused_until <= ${now} and (s.probe_until is null or s.probe_until <= ${now}) and ${hasDueRetry(now)}
      and s.owner_id <> all(${except.owners}::uuid[])
    order by s.id limit ${limit} for no key update of s skip locked),
  probing as (
    update webhook_subscriptions s set probe_until = ${until} from halted where s.id = halted.id
    returning s.id),
  ready (id, most) as (
    select id, 1 from probing
    union all
    select s.id, null from candidate join webhook_subscriptions s on s.id = candidate.id
    where s.active and s.paused_until is null and s.owner_id <> all(${except.owners}::uuid[]))`

/** What the retry policy of a delivery's subscription allows. */
const allowedAttempts = sql`(select case retry_policy when 'standard' then ${maxAttempts.standard}::int
  else ${maxAttempts.default}::int end from webhook_subscriptions where id = deliveries.subscription_id)`

/** After the last attempt, a claim only records the end, and sends nothing that could be lost with it. */
const mayHaveSent = sql`claim is not null and attempts < ${allowedAttempts}`

/**
 * The previous claim was lost: its process died or couldn't record the result. A request may have been sent, so the new
 * claim counts it as an attempt before it sends another one (D103).
 */
const countLost = sql`
  lost_at = case when claim is not null then claimed_until end,
  attempts = attempts + case when ${mayHaveSent} then 1 else 0 end,
  log = case when not (${mayHaveSent}) then log else log || jsonb_build_object(
    'startedAt', to_char((claimed_until - ${deliveryLeaseMs} * interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'durationMs', ${deliveryLeaseMs}::int, 'status', null, 'error', 'stopped', 'answer', null) end`

export async function claimDeliveries(db: Db, request: ClaimRequest): Promise<ClaimedDelivery[]> {
  const { claim, isRetry, now, until, except, before, quick, perSubscription, limit } = request
  const share = sql`case when ready.id = any(${quick}) then ${perSubscription.quick}::int else ${perSubscription.other}::int end`
  const { rows } = await sql<ClaimedDelivery>`/* unprepared */ with recursive ${candidatesOfOneKind(isRetry, before)},
    ${isRetry ? openForRetries(request) : openForFirst(request)},
    picked as (
      select due.place from ready
        cross join lateral lock_due_deliveries(${isRetry}, ready.id, ${now}, coalesce(ready.most, ${share})) as due (place)
      where ready.id <> all(${except.subscriptions}) limit ${limit}),
    claimed as (
      update deliveries set claim = ${claim}, claimed_until = ${until},
        ${countLost}
      where ctid = any(array(select place from picked))
      returning *)
    select claimed.subscription_id as "subscriptionId", owner_id as "ownerId", claimed.id, claimed.claim, e.event, e.body,
      is_retry as "isRetry", claimed.attempts as failures, lost_at as "lostAt", due_at as "dueAt",
      is_retry and paused_until is not null as "isProbe", endpoint,
      replace(retry_policy, 'specification', 'default') as "retryPolicy",
      replace(format, 'specification', 'default') as format, include,
      case when cardinality(include) > 0 then e.subject end as subject, ${includedScore} as score,
      failing_since as "failingSince", headers, secret,
      previous_secret as "previousSecret", previous_until as "previousUntil"
    from claimed
      join outbox e on e.id = claimed.event_id
      join webhook_subscriptions s on s.id = claimed.subscription_id
    order by due_at, claimed.id`.execute(db)
  return rows
}

export interface DeliveryOutcome {
  subscriptionId: string
  id: string
  claim: string
  /** `deferred`: put back without an attempt. */
  state: EndState | 'pending' | 'deferred'
  dueAt: Date | null
  /** Attempts that are not in the log yet. */
  attempts: Attempt[]
  /** The endpoint caused the failure. */
  hasFailed: boolean
  isRetry: boolean
  /** When the delivery was claimed. Deliveries claimed before a pause ended don't affect it. */
  since: Date
  pausedUntil: Date | null
}

/** How often the last success and failure are written to the row of a subscription, at most. */
const noteEverySeconds = 10

/** A running pause is not extended. After its end, a 5xx starts the next one and a 2xx releases all retries (D64). */
const updateSubscriptions = (now: Date) => {
  const noted = sql`${now}::timestamptz - ${noteEverySeconds} * interval '1 second'`
  const startsPause = sql`j.failed_since >= coalesce(s.paused_until, '-infinity')`
  const endsPause = sql`s.paused_until <= j.delivered_since`
  return sql`
    judged as (
      select "subscriptionId" as id, max(since) filter (where state = 'delivered') as delivered_since,
        max(since) filter (where "pausedUntil" is not null) as failed_since, min("pausedUntil") as paused_until,
        bool_or("hasFailed") as has_failed, bool_or("isRetry") as has_retry
      from outcome group by 1),
    changing as (
      -- in one order, so that two workers don't deadlock
      select s.id, s.paused_until as was_paused_until
      from webhook_subscriptions s join judged j on j.id = s.id
      where ${startsPause} or ${endsPause} or (j.has_retry and s.probe_until is not null)
        or (j.delivered_since is not null
          and (s.failing_since is not null or s.last_success_at is null or s.last_success_at < ${noted}))
        or (j.has_failed and (s.failing_since is null or s.last_failure_at is null or s.last_failure_at < ${noted}))
      order by s.id for no key update of s),
    changed as (
      update webhook_subscriptions s set
        paused_until = case when ${startsPause} then j.paused_until when ${endsPause} then null else s.paused_until end,
        probe_until = case when j.has_retry then null else s.probe_until end,
        last_success_at = case when j.delivered_since is null then s.last_success_at else ${now} end,
        last_failure_at = case when j.has_failed then ${now} else s.last_failure_at end,
        failing_since = case when j.delivered_since is not null then null
          when j.has_failed then coalesce(s.failing_since, ${now}) else s.failing_since end
      from changing join judged j on j.id = changing.id where s.id = changing.id
      returning was_paused_until is not null and s.paused_until is null as is_resumed)`
}

/**
 * Records outcomes in one statement, each only if its claim still holds the delivery. Recording an outcome twice
 * changes nothing: an entry that the log already has must not fail the statement, or the delivery would be sent again
 * after each lease.
 */
export async function recordOutcomes(db: Db, outcomes: DeliveryOutcome[], now: Date): Promise<void> {
  const list = (name: Exclude<keyof DeliveryOutcome, 'attempts'>) =>
    toArrayLiteral(outcomes.map((outcome) => outcome[name]))
  const attempts = toArrayLiteral(outcomes.map((outcome) => JSON.stringify(outcome.attempts)))
  await sql`/* unprepared */ with outcome as materialized (
      select * from unnest(${list('subscriptionId')}::text[], ${list('id')}::text[], ${list('claim')}::uuid[],
          ${list('state')}::text[], ${list('dueAt')}::timestamptz[], ${attempts}::jsonb[], ${list('isRetry')}::boolean[],
          ${list('since')}::timestamptz[], ${list('pausedUntil')}::timestamptz[], ${list('hasFailed')}::boolean[])
        as o ("subscriptionId", id, claim, state, "dueAt", attempts, "isRetry", since, "pausedUntil", "hasFailed")),
    found as materialized (
      -- The limit keeps the planner from a join: after a vacuum of the empty queue it expects one row there, and would
      -- compare each row with each outcome. The rows are locked, so their places don't change.
      select o.*, d.* from outcome o cross join lateral (
        select ctid as place, event_id, log, created_at from deliveries
        where subscription_id = o."subscriptionId" and id = o.id and claim = o.claim limit 1 for update) d),
    ended as (delete from deliveries d where ${isFoundAs('delivered', 'failed')}),
    logged as (
      insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
      select ${slotAt(now)}, "subscriptionId", id, event_id, state, log || attempts, created_at, ${now}
      from found where state in ('delivered', 'failed')
      on conflict (subscription_id, id, slot) do update set state = excluded.state,
        attempts = delivery_log.attempts || excluded.attempts, ended_at = excluded.ended_at),
    ${keepInQueue(outcomes)}
    ${updateSubscriptions(now)}
    select pg_notify(${newDeliveries}, '') from changed where is_resumed limit 1`.execute(db)
}

const isFoundAs = (...states: DeliveryOutcome['state'][]) =>
  sql`d.ctid = any(array(select place from found where state = any(${toArrayLiteral(states)}::text[])))`

/** Most batches don't need these updates. An object takes the place of a join. */
function keepInQueue(outcomes: DeliveryOutcome[]) {
  if (!outcomes.some(({ state }) => state === 'pending' || state === 'deferred')) return sql``
  const dueAt = sql`(outcomes->d.id->>'dueAt')::timestamptz`
  return sql`
    given (outcomes) as materialized (
      select jsonb_object_agg(id, jsonb_build_object('dueAt', "dueAt", 'attempts', attempts, 'isRetried', state = 'pending'))
      from found where state in ('pending', 'deferred')),
    kept as (
      update deliveries d set is_retry = d.is_retry or (outcomes->d.id->'isRetried')::boolean,
        attempts = d.attempts + jsonb_array_length(outcomes->d.id->'attempts'), due_at = coalesce(${dueAt}, d.due_at),
        log = d.log || (outcomes->d.id->'attempts'), claim = null, claimed_until = null
      from given where ${isFoundAs('pending', 'deferred')}),`
}

const slotMs = 8 * hourMs
const slots = 5

export const slotAt = (now: Date, ahead = 0): number => (Math.floor(now.getTime() / slotMs) + ahead) % slots

const candidates = sql`
  candidate (is_retry, id) as (
    (select is_retry, subscription_id from deliveries order by is_retry desc, subscription_id desc, due_at desc limit 1)
    union all
    select next.* from candidate cross join lateral (
      select is_retry, subscription_id from deliveries
      where (is_retry, subscription_id) < (candidate.is_retry, candidate.id)
      order by is_retry desc, subscription_id desc, due_at desc limit 1) next)`

export async function findNextDue(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`/* unprepared */ with recursive ${candidates}
    select min(least(case
        when candidate.is_retry then greatest(free.due_at, s.paused_until, case when s.paused_until <= ${now} then s.probe_until end)
        when s.paused_until <= ${now} and ${hasDueRetry(now)} then greatest(free.due_at, s.probe_until)
        else free.due_at end, held.until)) as at
    from candidate
      join webhook_subscriptions s on s.id = candidate.id and s.active
      left join lateral (select due_at from deliveries
        where is_retry = candidate.is_retry and subscription_id = candidate.id
          and (claimed_until is null or claimed_until <= ${now})
        order by due_at limit 1) free on true
      left join lateral (select min(claimed_until) as until from (select claimed_until from deliveries
        where is_retry = candidate.is_retry and subscription_id = candidate.id order by due_at limit 16) heads
        where claimed_until > ${now}) held on true`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function getDeliveryQueueDepth(db: Db, now: Date): Promise<QueueDepth> {
  const selectDue = (limit: number) => sql`
    select due_at from deliveries
    where is_retry = open.is_retry and subscription_id = open.id and due_at <= ${now} order by due_at limit ${limit}`
  const { rows } = await sql<QueueDepth>`/* unprepared */ with recursive ${candidates},
    open as (
      select candidate.* from candidate join webhook_subscriptions s on s.id = candidate.id and s.active)
    select (select count(*)::int from (
        select from open cross join lateral (${selectDue(maxCounted)}) as due limit ${maxCounted}) as counted) as due,
      (select min(due_at) from open cross join lateral (${selectDue(1)}) as first) as oldest`.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

/** Each is counted up to `maxCounted`. */
export async function countPaused(db: Db, now: Date): Promise<{ subscriptions: number; deliveries: number }> {
  const { rows } = await sql<{
    subscriptions: number
    deliveries: number
  }>`/* unprepared */ with paused as materialized (
      select id from webhook_subscriptions where paused_until > ${now} limit ${maxCounted})
    select (select count(*)::int from paused) as subscriptions,
      (select count(*)::int from (
        select from paused cross join lateral (
          select from deliveries where is_retry and subscription_id = paused.id limit ${maxCounted}) as held
        limit ${maxCounted}) as counted) as deliveries`.execute(db)
  return rows[0] ?? { subscriptions: 0, deliveries: 0 }
}
