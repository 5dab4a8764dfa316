import type { TestContext } from 'node:test'
import {
  type Receiver,
  type ReceiverOptions,
  startReceiver,
  type Arrived,
  type Reaction,
} from '../../dev/stand-ins/receiver.ts'
import { runCommand } from '../../src/main/commands.ts'
import type { Config } from '../../src/config.ts'
import type { Tx, Db } from '../../src/database/db.ts'
import type { Deps } from '../../src/deps.ts'
import type { Environment } from '../../src/platform/env.ts'
import type { Event } from '../../contract/schemas/event.ts'
import { enqueue } from '../../src/webhooks/outbox.ts'
import type { WebhookTick } from '../../contract/schemas/delivery.ts'
import { type TestResponse, type TestApp, type World, ask, startApp, startReplica } from './app.ts'
import { adminBearer, adminToken } from './notifying.ts'
import { handClock, closeAfter } from './waiting.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import assert from 'node:assert/strict'

export const secret = 'canary-webhook-secret-of-32-chars'
export const encryptionKey = Buffer.alloc(32, 7).toString('base64')
export const minuteMs = 60_000

export interface WebhookWorld extends TestApp {
  receiver: Receiver
  clock: ReturnType<typeof handClock>
  /** The authorization header of a new key. */
  holder: Holder
  /** Subscribes the receiver. Returns the id. */
  subscribe: (over?: object, holder?: Holder) => Promise<string>
  /** Sends POST /v1/webhooks/dispatch. Returns the counts. */
  runDispatch: () => Promise<WebhookTick>
  /** A replica of the same service. */
  another: (config?: Partial<Config>) => Promise<TestApp>
  environment: Environment
}

export interface Holder {
  authorization: string
}

export interface WebhookOptions extends Pick<ReceiverOptions, 'react'> {
  config?: Partial<Config>
  environment?: Environment
  /** For tests that make scores. */
  world?: World
  /** The secret that the receiver verifies with, unless it is that of `subscribe`. */
  secretOfReceiver?: string
}

/** Starts the service at 2026-12-01 12:00 UTC and a receiver. Only `runDispatch` sends deliveries. */
export async function startWebhooks(t: TestContext, options: WebhookOptions = {}): Promise<WebhookWorld> {
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { react, secretOfReceiver = secret } = options
  const receiver = await startReceiver({ secret: secretOfReceiver, now: clock.now, ...(react && { react }) })
  closeAfter(t, receiver.close)
  const { config = {}, world } = options
  const environment = {
    ...world?.environment,
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: [receiver.host, world?.environment['OUTBOUND_ALLOW'] ?? []].flat().join(','),
    ...options.environment,
  }
  const service = await startApp(t, { environment, clock, config, ...(world && { world }) })
  const holder = await issueKey(service.deps)
  const subscribe = async (over: object = {}, requestAs = holder) => {
    const payload = { endpoint: `${receiver.url}/hook`, events: ['score.created'], secret, ...over }
    const { status, body } = await ask(service.app, {
      method: 'POST',
      url: '/v1/webhooks',
      headers: { ...requestAs },
      payload,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as string
  }
  const runDispatch = async () => {
    const { body } = await ask(service.app, { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer })
    return body as WebhookTick
  }
  const another = (over: Partial<Config> = {}) =>
    startReplica(t, service.deps, { environment, clock, config: { ...config, ...over } })
  return { ...service, receiver, clock, holder, subscribe, runDispatch, another, environment }
}

/** Issues a key with the CLI. */
export async function issueKey(deps: Deps): Promise<Holder> {
  const args = ['keys', 'issue', '--tier', 'enterprise', '--label', 'Test', '--owner', 'ops', '--json']
  const { stdout } = await runCommand(deps, args)
  return { authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
}

/** Stores the event of a score, as a scoring does. */
export const emit = (deps: Deps, over: Partial<Event> = {}, options: { audienceId?: string } = {}) =>
  deps.db.transaction().execute((tx) => emitIn(tx, deps, over, options))

export const emitIn = (tx: Tx, deps: Deps, over: Partial<Event> = {}, options = {}) =>
  enqueue(deps, tx, { ...scoreCreated(deps), ...over } as Event, options)

const scoreCreated = ({ clock, random }: Deps): Event => ({
  event: 'score.created',
  data: {
    scoreId: random.uuid(),
    aggregate: 71.25,
    band: 'green',
    hasStubs: false,
    contractAddress: null,
    createdAt: clock.now().toISOString(),
  },
})

/** Sends requests with a key. */
export const requestAs =
  ({ app }: Pick<TestApp, 'app'>, holder: Holder) =>
  (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<TestResponse> =>
    ask(app, { method, url, headers: { ...holder }, ...(payload && { payload }) })

export const zeroCounts = { claimed: 0, delivered: 0, retried: 0, failed: 0, deferred: 0 }

/**
 * Resolves when no event is newer than a transaction in progress. On a server, that may be a transaction of another
 * test's database. A feed withholds such events, and the feed of a new subscription begins with them.
 */
export async function untilSettled({ db }: Deps): Promise<void> {
  const isSettled = sql<{ settled: boolean }>`select coalesce(max(tx), 0)
    < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled from outbox`
  while (!(await isSettled.execute(db)).rows[0]?.settled) await pause(20)
}

/** Reads the feed of a subscription as it is now. */
export const readFeed = async ({ app, holder }: Pick<WebhookWorld, 'app' | 'holder'>, id: string, query = '') =>
  (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/events${query}`)).body

export const readSettledFeed = async (world: WebhookWorld, id: string, query = '') => {
  await untilSettled(world.deps)
  return readFeed(world, id, query)
}

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
