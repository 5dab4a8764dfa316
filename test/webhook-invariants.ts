import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Arrived, Reaction, Receiver } from '../dev/stand-ins/receiver.ts'
import type { Db } from '../src/database/db.ts'

const waitsMs = [1, 5, 30, 120].map((minutes) => minutes * 60_000)

interface Logged {
  id: string
  event_id: string
  subscription_id: string
  state: string
  attempts: { startedAt: string; durationMs: number; status: number | null; error: string | null }[]
  body: string
}

export interface Evidence {
  db: Db
  /** All requests that arrived, and the reaction to each. */
  receiver: Pick<Receiver, 'arrived'>
  responded: WeakMap<Arrived, Reaction>
  /** The events whose commit was confirmed. */
  accepted: string[]
  /** The number of arrivals when the last worker was killed. */
  calm: number
  /** The number of attempts that the killed workers may have had in flight. */
  maxRepeated: number
}

/** Each accepted event ended once for each of the four subscriptions, never early, and every attempt had the same body. */
export async function assertInvariants({ db, receiver, responded, accepted, calm, maxRepeated }: Evidence) {
  const { rows: logged } = await sql<Logged>`
    select l.id, event_id, subscription_id, state, attempts, body from delivery_log l join outbox on outbox.id = event_id`.execute(
    db,
  )
  const { rows: events } = await sql<{ id: string }>`select id from outbox`.execute(db)
  const stored = new Set(events.map(({ id }) => id))
  assert.deepEqual(
    accepted.filter((id) => !stored.has(id)),
    [],
    'accepted, and not stored',
  )
  const pairs = new Set(logged.map((one) => `${one.event_id} ${one.subscription_id}`))
  assert.equal(logged.length, events.length * 4, 'each event ended for each subscriber')
  assert.equal(pairs.size, logged.length, 'and once')
  const arrivals = Map.groupBy(receiver.arrived, ({ deliveryId }) => deliveryId)
  for (const one of logged) {
    assertAttempts(one)
    const came = arrivals.get(one.id) ?? []
    assert.deepEqual(new Set(came.map(({ body }) => body)), new Set(came.length > 0 ? [one.body] : []), 'other bytes')
    if (one.state === 'delivered') assert.ok(came.some((arrived) => isTaking(responded.get(arrived))))
  }
  assert.deepEqual(new Set(receiver.arrived.map(({ verdict }) => verdict)), new Set(['good']))
  return assertFew({ logged, arrivals, receiver, calm, maxRepeated })
}

/** A flood starts with status 200, and only its first 64 KiB are read. */
const isTaking = (reaction?: Reaction) => reaction === 200 || reaction === 'flood'

/** At most five attempts, the last one consistent with the state, each retry after its wait. */
function assertAttempts({ state, attempts }: Logged): void {
  assert.ok(attempts.length >= 1 && attempts.length <= 5)
  const last = attempts.at(-1)
  assert.equal(last?.error === null, state === 'delivered')
  if (state === 'failed') assert.ok(last?.error === 'http_4xx' || attempts.length === 5)
  for (const [n, { startedAt }] of attempts.entries()) {
    const before = attempts[n - 1]
    if (before) assert.ok(Date.parse(startedAt) - Date.parse(before.startedAt) >= (waitsMs[n - 1] ?? 0), 'early')
  }
}

interface Counted extends Pick<Evidence, 'receiver' | 'calm' | 'maxRepeated'> {
  logged: Logged[]
  arrivals: Map<string, Arrived[]>
}

/** Without kills, a delivery arrives once per logged attempt. A kill repeats at most the attempts in flight. */
function assertFew({ logged, arrivals, receiver, calm, maxRepeated }: Counted) {
  const early = new Set(receiver.arrived.slice(0, calm).map(({ deliveryId }) => deliveryId))
  const extra = (of: Logged[]) =>
    of.reduce((sum, { id, attempts }) => sum + Math.max(0, (arrivals.get(id)?.length ?? 0) - attempts.length), 0)
  const calmOnes = logged.filter(({ id }) => !early.has(id))
  assert.ok(calmOnes.length > 200)
  assert.equal(extra(calmOnes), 0, 'sent twice although nobody was killed')
  const repeated = extra(logged)
  assert.ok(repeated <= maxRepeated, 'more came twice than those who were killed can have sent')
  return { deliveries: logged.length, repeated, inPeace: calmOnes.length }
}
