import type { TestContext } from 'node:test'
import { type Receiver, type ReceiverOptions, startReceiver } from '../dev/stand-ins/receiver.ts'
import { runCommand } from '../src/main/commands.ts'
import type { Config } from '../src/config.ts'
import type { Tx } from '../src/database/db.ts'
import type { Deps } from '../src/deps.ts'
import type { Environment } from '../src/platform/env.ts'
import type { Event } from '../contract/schemas/event.ts'
import { enqueue } from '../src/webhooks/outbox.ts'
import type { WebhookTick } from '../contract/schemas/delivery.ts'
import { type TestResponse, type TestApp, type World, ask, startApp, startReplica } from './harness.ts'
import { adminBearer, adminToken, handClock } from './scheduling.ts'
import { closeAfter } from './close-after.ts'

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
