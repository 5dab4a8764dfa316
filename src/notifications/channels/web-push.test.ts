import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Push, type PushWorld, startPush } from '../../../dev/stand-ins/push.ts'
import { holdDeadlines, until, closeAfter } from '../../../test/world/waiting.ts'
import { toFailure, someNotice } from '../../../test/fixtures/notice.ts'
import { vapid } from '../../../test/fixtures/keys.ts'
import { openOutbound } from '../../platform/outbound/outbound.ts'
import { askSystem } from '../../platform/outbound/resolver.ts'
import type { Subscriber } from './push-sender.ts'
import type { Recipients } from './send-to-each.ts'
import { createWebPushChannel } from './web-push.ts'

const signal = new AbortController().signal
const notice = someNotice()

/** Subscribers in memory, as the store keeps them. */
function toSubscribers(subscribed: Subscriber[]) {
  const told = new Map<string, string>()
  const gone: string[] = []
  const subscribers: Recipients<Subscriber> = {
    list: async ({ slotId, afterId, limit }) =>
      subscribed
        .filter(({ id }) => !gone.includes(id) && (afterId === null || id > afterId))
        .slice(0, limit)
        .map((subscriber) => ({ ...subscriber, isNotified: told.get(subscriber.id) === slotId })),
    markNotified: async (ids, { slotId }) => ids.forEach((id) => told.set(id, slotId)),
    remove: async (ids) => void gone.push(...ids),
  }
  return { subscribers, told, gone }
}

interface Opening extends Partial<PushWorld> {
  count: number
  onePushMs?: number
  isOfPushService?: (endpoint: string) => boolean
}

async function open(t: TestContext, { count, onePushMs, isOfPushService = () => true, ...world }: Opening) {
  const push = await startPush({ publicKey: vapid.publicKey, ...world })
  const outbound = openOutbound({ allow: [`127.0.0.1:${push.port}`], resolve: askSystem })
  closeAfter(t, () => Promise.all([push.close(), outbound.close()]))
  const subscribed = Array.from({ length: count }, (_, n) => {
    const { endpoint, keys } = push.subscribe()
    return { id: String(n).padStart(4, '0'), endpoint, ...keys }
  })
  const { subscribers, told, gone } = toSubscribers(subscribed)
  const channel = createWebPushChannel({
    vapid,
    contact: 'mailto:operator@launch.example',
    outbound,
    isOfPushService,
    subscribers,
    ...(onePushMs !== undefined && { onePushMs }),
  })
  return { push, channel, subscribed, told, gone }
}

const shownTo = ({ shown }: Push) => shown.map(({ browser }) => browser).toSorted((one, other) => one - other)

test('web push: each subscriber gets the notice encrypted and signed', async (t) => {
  const { push, channel } = await open(t, { count: 3 })
  assert.deepEqual(await channel.send(notice, signal), { receipt: 'delivered 3, refused 0, failed 0, gone 0' })
  assert.deepEqual(shownTo(push), [0, 1, 2])
  const [shown] = push.shown
  assert.equal(shown?.topic, '01a1fd557a807a1c9b2d3f4e5a6b7c8d')
  assert.equal(shown?.ttl, 2997)
  assert.deepEqual(JSON.parse(shown?.text ?? ''), {
    title: 'Left Sock ($SOCK): scheduled in 60 minutes',
    body: [
      '● 75.3 out of 100, green; higher is better. Scored 3 days ago.',
      'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
    ].join('\n'),
    url: notice.url,
    tag: notice.slotId,
  })
})

test('web push: a critical warning comes first', async (t) => {
  const { push, channel } = await open(t, { count: 1 })
  await channel.send(someNotice({ warnings: ['honeypot'] }), signal)
  const { title, body } = JSON.parse(push.shown[0]?.text ?? '') as { title: string; body: string }
  assert.equal(title, '⚑ Honeypot: Left Sock ($SOCK): scheduled in 60 minutes')
  assert.match(body, /^⚑ Honeypot: holders cannot sell this token\.\n/)
})

test('web push: no subscribers, no recipients', async (t) => {
  const { channel } = await open(t, { count: 0 })
  assert.equal(await channel.send(notice, signal), null)
})

test('web push: subscriptions that have ended are deleted, others delivered', async (t) => {
  const statuses = [404, 410]
  const { channel, gone } = await open(t, {
    count: 3,
    findFault: (browser) => (statuses[browser] ? { status: statuses[browser] } : undefined),
  })
  assert.deepEqual(await channel.send(notice, signal), { receipt: 'delivered 1, refused 0, failed 0, gone 2' })
  assert.deepEqual(
    gone.toSorted((one, other) => one.localeCompare(other)),
    ['0000', '0001'],
  )
})

test('web push: no recipients if all subscriptions have ended', async (t) => {
  const { channel } = await open(t, { count: 2, findFault: () => ({ status: 410 }) })
  assert.equal(await channel.send(notice, signal), null)
})

test('web push: a failure affects no other subscriber; only it is retried', async (t) => {
  const { push, channel } = await open(t, {
    count: 4,
    findFault: (browser, count) => (browser === 2 && count === 1 ? { status: 503 } : undefined),
  })
  const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: 0, isForAll: false }
  assert.deepEqual(await toFailure(channel.send(notice, signal)), failure)
  assert.deepEqual(shownTo(push), [0, 1, 3])
  assert.deepEqual(await channel.send(notice, signal), { receipt: 'delivered 4, refused 0, failed 0, gone 0' })
  assert.deepEqual(shownTo(push), [0, 1, 2, 3])
})

test('web push: a failure carries the receipt of those delivered', async (t) => {
  const { channel } = await open(t, {
    count: 2,
    findFault: (browser) => (browser === 0 ? { status: 500 } : undefined),
  })
  await assert.rejects(channel.send(notice, signal), { receipt: 'delivered 1, refused 0, failed 1, gone 0' })
})

test('web push: Retry-After of a push service counts up to a minute', async (t) => {
  const waits = ['30', '7200']
  for (const [n, grantedMs] of [30_000, 60_000].entries()) {
    const headers = { 'retry-after': waits[n] ?? '' }
    const { channel } = await open(t, { count: 1, findFault: () => ({ status: 429, headers }) })
    const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: grantedMs, isForAll: false }
    assert.deepEqual(await toFailure(channel.send(notice, signal)), failure)
  }
})

test('web push: an unknown VAPID key is a final failure', async (t) => {
  const { channel } = await open(t, { count: 2, publicKey: 'another' })
  const failure = { reason: 'push_refused', isFinal: true, retryAfterMs: undefined, isForAll: false }
  assert.deepEqual(await toFailure(channel.send(notice, signal)), failure)
})

test('web push: a rate-limited host gets no more requests in this attempt', async (t) => {
  const { push, channel } = await open(t, { count: 120, findFault: () => ({ status: 429 }) })
  await assert.rejects(channel.send(notice, signal), { reason: 'push_failed' })
  assert.ok(push.requests() < 20, `${push.requests()} requests`)
})

test('web push: a 5xx for some subscriptions does not block others of the host', async (t) => {
  const { push, channel } = await open(t, {
    count: 120,
    findFault: (browser) => (browser < 100 ? { status: 500 } : undefined),
  })
  await assert.rejects(channel.send(notice, signal), { receipt: 'delivered 20, refused 0, failed 100, gone 0' })
  assert.equal(push.shown.length, 20)
})

test('web push: more subscribers than a page get one message each', async (t) => {
  const { push, channel } = await open(t, { count: 250 })
  assert.deepEqual(await channel.send(notice, signal), { receipt: 'delivered 250, refused 0, failed 0, gone 0' })
  assert.equal(new Set(push.shown.map(({ browser }) => browser)).size, 250)
  assert.equal(push.shown.length, 250)
})

test('web push: an endpoint at a private address gets no connection', async (t) => {
  const push = await startPush({ publicKey: vapid.publicKey })
  const outbound = openOutbound({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  closeAfter(t, () => Promise.all([push.close(), outbound.close()]))
  const { keys } = push.subscribe()
  const rebound = { id: '0', endpoint: 'https://push.example/0', ...keys }
  const { subscribers } = toSubscribers([rebound])
  const channel = createWebPushChannel({
    vapid,
    contact: 'mailto:operator@launch.example',
    outbound,
    isOfPushService: () => true,
    subscribers,
  })
  const failure = { reason: 'push_refused', isFinal: true, retryAfterMs: undefined, isForAll: false }
  assert.deepEqual(await toFailure(channel.send(notice, signal)), failure)
  assert.equal(push.requests(), 0)
})

test('web push: after the timeout no one else is sent to; those delivered stay', async (t) => {
  const { channel, told } = await open(t, { count: 2, findFault: (browser) => (browser === 1 ? 'hang' : undefined) })
  const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: 0, isForAll: false }
  const timeout = new AbortController()
  const sending = toFailure(channel.send(notice, timeout.signal))
  await until(() => told.size === 1)
  timeout.abort(new DOMException('late', 'TimeoutError'))
  assert.deepEqual(await sending, failure)
  assert.deepEqual([...told.keys()], ['0000'])
})

test('web push: a silent push service times out without delaying others', async (t) => {
  const deadlines = holdDeadlines(t)
  const onePushMs = 20_000
  const { push, channel } = await open(t, {
    count: 2,
    onePushMs,
    findFault: (browser) => (browser === 0 ? 'hang' : undefined),
  })
  const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: 0, isForAll: false }
  const sending = toFailure(channel.send(notice, signal))
  await until(() => shownTo(push).length > 0)
  deadlines.pass(onePushMs)
  assert.deepEqual(await sending, failure)
  assert.deepEqual(shownTo(push), [1])
})

test('web push: an endpoint outside the allowed services gets no request', async (t) => {
  const { push, channel } = await open(t, { count: 2, isOfPushService: (endpoint) => endpoint.endsWith('/1') })
  assert.deepEqual(await channel.send(notice, signal), { receipt: 'delivered 1, refused 1, failed 0, gone 0' })
  assert.equal(push.requests(), 1)
})
