import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Arrived } from '../dev/stand-ins/receiver.ts'
import { DeliveryWorker } from '../src/webhooks/delivery-worker.ts'
import { type Outbound, OutboundFailed, openOutbound } from '../src/platform/outbound/outbound.ts'
import { disableSubscription } from '../src/webhooks/disable-subscription.ts'
import type { Delivery } from '../contract/schemas/webhook.ts'
import { closeAfter } from './world/waiting.ts'
import { poison } from './world/database.ts'
import { type WebhookWorld, emit, minuteMs, requestAs, startWebhooks } from './world/webhooks.ts'

// D103: whatever step of an attempt fails, the receiver gets no more requests than the policy says, and no earlier.

type Parts = ConstructorParameters<typeof DeliveryWorker>[0]

interface Step {
  name: string
  /** Replaces what the step uses by something that throws. */
  break: (parts: Parts, world: WebhookWorld, t: TestContext) => Partial<Parts> | Promise<Partial<Parts>>
  /** How the delivery ends; null: it can't be recorded. */
  end: 'failed' | 'delivered' | null
}

const fault = (): never => {
  throw new TypeError('a fault of the service')
}

/** Sends the request, and fails afterwards. */
const afterSending = (outbound: Outbound, fail: (response: object) => object): Outbound => ({
  ...outbound,
  request: async (url, options) => fail(await outbound.request(url, options)) as never,
})

const broken = (response: object, name: string) => Object.defineProperty(response, name, { get: fault })

const steps: Step[] = [
  { name: 'making the claim’s id', break: ({ random }) => ({ random: { ...random, uuid: fault } }), end: null },
  {
    name: 'decrypting the secret',
    break: ({ secrets }) => ({ secrets: secrets && { ...secrets, open: fault } }),
    end: 'failed',
  },
  {
    name: 'signing',
    break: ({ config }) => ({ config: broken({ ...config }, 'serviceName') as Parts['config'] }),
    end: 'failed',
  },
  {
    name: 'setting the deadline',
    break: ({ config }) => ({ config: broken({ ...config }, 'deliveryDeadlineMs') as Parts['config'] }),
    end: 'failed',
  },
  {
    name: 'resolving',
    break: async (_, { receiver }, t) => {
      const allow = [receiver.host.replace('127.0.0.1', 'receiver.test')]
      const webhookOutbound = openOutbound({ allow, resolve: fault, resolveExempt: fault, connections: null })
      closeAfter(t, webhookOutbound.close)
      const request: Outbound['request'] = (url, options) =>
        webhookOutbound.request(url.replace('127.0.0.1', 'receiver.test'), options)
      return { webhookOutbound: { ...webhookOutbound, request } }
    },
    end: 'failed',
  },
  {
    name: 'connecting',
    break: ({ webhookOutbound }) => ({ webhookOutbound: { ...webhookOutbound, request: async () => fault() } }),
    end: 'failed',
  },
  {
    name: 'writing',
    break: ({ webhookOutbound }) => ({
      webhookOutbound: {
        ...webhookOutbound,
        request: (url, options) => webhookOutbound.request(url, { ...options, headers: { 'x-event': 'a\r\nb' } }),
      },
    }),
    end: 'failed',
  },
  {
    name: 'reading the response',
    break: ({ webhookOutbound }) => ({ webhookOutbound: afterSending(webhookOutbound, fault) }),
    end: 'failed',
  },
  {
    name: 'reading its status',
    break: ({ webhookOutbound }) => ({
      webhookOutbound: afterSending(webhookOutbound, (response) => broken(response, 'status')),
    }),
    end: 'failed',
  },
  {
    name: 'reading its Retry-After',
    break: ({ webhookOutbound }) => ({
      webhookOutbound: afterSending(webhookOutbound, (response) => ({
        ...response,
        headers: broken({}, 'retry-after'),
      })),
    }),
    end: 'delivered',
  },
  {
    name: 'reading its body for the log',
    break: ({ webhookOutbound }) => ({
      webhookOutbound: afterSending(webhookOutbound, (response) => ({ ...response, body: null })),
    }),
    end: 'delivered',
  },
  {
    name: 'counting the attempt',
    break: ({ metrics }) => ({
      metrics: { ...metrics, deliveryAttempts: { inc: fault } as unknown as Parts['metrics']['deliveryAttempts'] },
    }),
    end: 'failed',
  },
  {
    name: 'recording in the queue and in the log',
    break: async (_, { deps }, t) => {
      await poison(t, deps.db, 'delivery_log', ['state', 'delivered'])
      return {}
    },
    end: 'failed',
  },
]

// As often as a fault was retried before, then past the end of the policy's waits.
const moments = [...Array.from({ length: 90 }, () => minuteMs / 2), ...Array.from({ length: 40 }, () => 10 * minuteMs)]
const waitsMs = [1, 5, 30, 120].map((minutes) => minutes * minuteMs)

for (const { name, break: breakStep, end } of steps)
  test(`a delivery attempt that fails while ${name} is bounded by the policy (D103)`, async (t) => {
    const { world, worker, readDeliveries } = await startBroken(t, breakStep)
    const { deps, receiver, clock } = world
    await emit(deps)
    for (const ms of moments) {
      await worker.dispatch(limits).catch((error: Error) => assert.match(error.message, /a fault of the service/))
      clock.move(ms)
    }
    assertPaced(receiver.arrived)
    const [delivery] = await readDeliveries()
    if (end !== null) {
      assert.equal(delivery?.state, end)
      assert.ok((delivery?.attempts.length ?? 0) >= Math.max(1, receiver.arrived.length), 'the owner sees each attempt')
      assert.equal(delivery?.attempts.length, end === 'failed' ? 5 : 1)
    }
  })

const limits = { maxDeliveries: 10, maxMs: 60_000, signal: new AbortController().signal }

/** A subscription, and a worker of which one part is broken. */
async function startBroken(t: TestContext, breakStep: Step['break']) {
  const world = await startWebhooks(t)
  const { deps, app, holder, subscribe } = world
  const id = await subscribe()
  const parts: Parts = {
    ...deps,
    webhookOutbound: deps.outbound.webhooks,
    listener: silentListener,
    disableSubscription: (subscriptionId, grounds) => disableSubscription(deps, subscriptionId, grounds),
  }
  const worker = new DeliveryWorker({ ...parts, ...(await breakStep(parts, world, t)) })
  t.after(() => worker.close())
  const readDeliveries = async () =>
    (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries as Delivery[]
  return { world, worker, readDeliveries }
}

const connectCodes = [
  ['EADDRNOTAVAIL', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['EHOSTUNREACH', 'connect'],
  ['EMFILE', 'internal'],
] as const
for (const [code, reason] of connectCodes)
  test(`a connection that fails with ${code} is an attempt: ${reason}`, async (t) => {
    const { world, worker, readDeliveries } = await startBroken(t, ({ webhookOutbound }) => ({
      webhookOutbound: {
        ...webhookOutbound,
        request: () => {
          const cause = Object.assign(new AggregateError([new Error(code)]), { code, syscall: 'connect' })
          return Promise.reject(new OutboundFailed('connect', 'must be reachable', cause))
        },
      },
    }))
    await emit(world.deps)
    assert.equal((await worker.dispatch(limits)).retried, 1)
    const [delivery] = await readDeliveries()
    assert.deepEqual([delivery?.state, delivery?.attempts.map(({ error }) => error)], ['pending', [reason]])
    assert.equal(delivery?.nextAttemptAt, '2026-12-01T12:01:00.000Z')
  })

function assertPaced(arrived: Arrived[]): void {
  assert.ok(arrived.length <= 5, `${arrived.length} requests`)
  for (const [n, { at }] of arrived.entries()) {
    const before = arrived[n - 1]
    if (before)
      assert.ok(at.getTime() - before.at.getTime() >= (waitsMs[n - 1] ?? Infinity), `request ${n + 1} is early`)
  }
}

const silentListener = { subscribe: () => () => {}, currentUntil: () => Infinity, close: async () => {} }
