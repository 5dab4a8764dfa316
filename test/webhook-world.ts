import type { TestContext } from 'node:test'
import { type Receiver, type ReceiverOptions, startReceiver } from '../dev/stand-ins/receiver.ts'
import { runCommand } from '../src/commands.ts'
import type { Config } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import type { Environment } from '../src/platform/env.ts'
import type { Event } from '../src/webhooks/event.ts'
import { enqueue } from '../src/webhooks/outbox.ts'
import type { WebhookTick } from '../src/webhooks/schemas.ts'
import { type Answered, type TestApp, ask, startApp, startReplica } from './harness.ts'
import { adminBearer, adminToken, handClock } from './scheduling.ts'

export const secret = 'canary-webhook-secret-of-32-chars'
export const encryptionKey = Buffer.alloc(32, 7).toString('base64')
export const minuteMs = 60_000

export interface WebhookWorld extends TestApp {
  receiver: Receiver
  clock: ReturnType<typeof handClock>
  /** The header of a new key’s holder. */
  holder: Holder
  /** Subscribes the holder to the receiver; answers the id. */
  subscribe: (over?: object, holder?: Holder) => Promise<string>
  /** One tick of the dispatcher, over HTTP: its counts. */
  tick: () => Promise<WebhookTick>
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
}

/** The service at 2026-12-01 12:00 UTC with a receiver beside it; nothing is sent but by `tick`. */
export async function startWebhooks(t: TestContext, options: WebhookOptions = {}): Promise<WebhookWorld> {
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { react } = options
  const receiver = await startReceiver({ secret, now: clock.now, ...(react && { react }) })
  t.after(receiver.close)
  const environment = {
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
    ...options.environment,
  }
  const { config = {} } = options
  const service = await startApp(t, { environment, clock, config })
  const holder = await issueKey(service.deps)
  const subscribe = async (over: object = {}, by = holder) => {
    const payload = { endpoint: `${receiver.url}/hook`, events: ['score.created'], secret, ...over }
    const { status, body } = await ask(service.app, {
      method: 'POST',
      url: '/v1/webhooks',
      headers: { ...by },
      payload,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as string
  }
  const tick = async () => {
    const { body } = await ask(service.app, { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer })
    return body as WebhookTick
  }
  const another = (over: Partial<Config> = {}) =>
    startReplica(t, service.deps, { environment, clock, config: { ...config, ...over } })
  return { ...service, receiver, clock, holder, subscribe, tick, another, environment }
}

/** A new key, issued by the command-line tool. */
export async function issueKey(deps: Deps): Promise<Holder> {
  const args = ['keys', 'issue', '--tier', 'enterprise', '--label', 'Test', '--owner', 'ops', '--json']
  const { stdout } = await runCommand(deps, args)
  return { authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
}

/** Has the event of a score written, as a scoring would. */
export const emit = (deps: Pick<Deps, 'db' | 'clock' | 'random'>, over: Partial<Event> = {}) =>
  deps.db.transaction().execute((tx) => enqueue(deps, tx, { ...scoreCreated(deps), ...over } as Event))

const scoreCreated = ({ clock, random }: Pick<Deps, 'clock' | 'random'>): Event => ({
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

/** A request of a key's holder. */
export const by =
  ({ app }: Pick<TestApp, 'app'>, holder: Holder) =>
  (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answered> =>
    ask(app, { method, url, headers: { ...holder }, ...(payload && { payload }) })

export const nothingDone = { claimed: 0, delivered: 0, retried: 0, failed: 0, deferred: 0 }
