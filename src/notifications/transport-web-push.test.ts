import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Push, type PushWorld, startPush } from '../../dev/stand-ins/push.ts'
import { failureOf, someNotice } from '../../test/notice.ts'
import { vapid } from '../../test/vapid-pair.ts'
import { openOutbound } from '../platform/outbound.ts'
import type { Subscriber } from './push-one.ts'
import { type Subscribers, openWebPush } from './transport-web-push.ts'

const signal = new AbortController().signal
const notice = someNotice()

/** Subscribers in memory, as the store keeps them. */
function subscribersOf(subscribed: Subscriber[]) {
  const told = new Map<string, string>()
  const gone: string[] = []
  const subscribers: Subscribers = {
    list: async ({ slotId, afterId, limit }) =>
      subscribed
        .filter(({ id }) => !gone.includes(id) && (afterId === null || id > afterId))
        .slice(0, limit)
        .map((subscriber) => ({ ...subscriber, isTold: told.get(subscriber.id) === slotId })),
    markTold: async (ids, slotId) => ids.forEach((id) => told.set(id, slotId)),
    remove: async (ids) => void gone.push(...ids),
  }
  return { subscribers, told, gone }
}

async function open(t: TestContext, { count, ...world }: Partial<PushWorld> & { count: number }) {
  const push = await startPush({ publicKey: vapid.publicKey, ...world })
  const outbound = openOutbound({ allow: [`127.0.0.1:${push.port}`] })
  t.after(() => Promise.all([push.close(), outbound.close()]))
  const subscribed = Array.from({ length: count }, (_, n) => {
    const { endpoint, keys } = push.subscribe()
    return { id: String(n).padStart(4, '0'), endpoint, ...keys }
  })
  const { subscribers, told, gone } = subscribersOf(subscribed)
  const transport = openWebPush({ vapid, contact: 'mailto:operator@launch.example', outbound, subscribers })
  return { push, transport, subscribed, told, gone }
}

const shownTo = ({ shown }: Push) => shown.map(({ browser }) => browser).toSorted((one, other) => one - other)

test('every subscriber is shown the notice, encrypted and signed, under the slot’s id, while it is of use', async (t) => {
  const { push, transport } = await open(t, { count: 3 })
  assert.deepEqual(await transport.send(notice, signal), { receipt: 'told 3, refused 0, failed 0, gone 0' })
  assert.deepEqual(shownTo(push), [0, 1, 2])
  const [shown] = push.shown
  assert.equal(shown?.topic, '01a1fd557a807a1c9b2d3f4e5a6b7c8d')
  assert.equal(shown?.ttl, 2997)
  assert.deepEqual(JSON.parse(shown?.text ?? ''), {
    title: 'Left Sock ($SOCK): scheduled in 60 minutes',
    body: [
      'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
      'Score 75.30 of 100, band green, higher is better; scored 3 days ago.',
    ].join('\n'),
    url: notice.url,
    tag: notice.slotId,
  })
})

test('with nobody subscribed there is nobody to tell', async (t) => {
  const { transport } = await open(t, { count: 0 })
  assert.equal(await transport.send(notice, signal), null)
})

test('subscriptions that are gone are forgotten, and the rest is told', async (t) => {
  const statuses = [404, 410]
  const { transport, gone } = await open(t, {
    count: 3,
    faultOf: (browser) => (statuses[browser] ? { status: statuses[browser] } : undefined),
  })
  assert.deepEqual(await transport.send(notice, signal), { receipt: 'told 1, refused 0, failed 0, gone 2' })
  assert.deepEqual(
    gone.toSorted((one, other) => one.localeCompare(other)),
    ['0000', '0001'],
  )
})

test('when all are gone nobody was told', async (t) => {
  const { transport } = await open(t, { count: 2, faultOf: () => ({ status: 410 }) })
  assert.equal(await transport.send(notice, signal), null)
})

test('one that fails doesn’t keep it from the others, and only that one is told again', async (t) => {
  const { push, transport } = await open(t, {
    count: 4,
    faultOf: (browser, count) => (browser === 2 && count === 1 ? { status: 503 } : undefined),
  })
  const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: 0, isForAll: false }
  assert.deepEqual(await failureOf(transport.send(notice, signal)), failure)
  assert.deepEqual(shownTo(push), [0, 1, 3])
  assert.deepEqual(await transport.send(notice, signal), { receipt: 'told 4, refused 0, failed 0, gone 0' })
  assert.deepEqual(shownTo(push), [0, 1, 2, 3])
})

test('a partial success is written down with the failure', async (t) => {
  const { transport } = await open(t, { count: 2, faultOf: (browser) => (browser === 0 ? { status: 500 } : undefined) })
  await assert.rejects(transport.send(notice, signal), { receipt: 'told 1, refused 0, failed 1, gone 0' })
})

test('a push service that is over its rate is left alone for as long as it says, a minute at most', async (t) => {
  const waits = ['30', '7200']
  for (const [n, grantedMs] of [30_000, 60_000].entries()) {
    const headers = { 'retry-after': waits[n] ?? '' }
    const { transport } = await open(t, { count: 1, faultOf: () => ({ status: 429, headers }) })
    const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: grantedMs, isForAll: false }
    assert.deepEqual(await failureOf(transport.send(notice, signal)), failure)
  }
})

test('a key that the push service doesn’t know is final', async (t) => {
  const { transport } = await open(t, { count: 2, publicKey: 'another' })
  const failure = { reason: 'push_refused', isFinal: true, retryAfterMs: undefined, isForAll: false }
  assert.deepEqual(await failureOf(transport.send(notice, signal)), failure)
})

test('a host that is over its rate is asked no more in this attempt', async (t) => {
  const { push, transport } = await open(t, { count: 120, faultOf: () => ({ status: 429 }) })
  await assert.rejects(transport.send(notice, signal), { reason: 'push_failed' })
  assert.ok(push.requests() < 20, `${push.requests()} requests`)
})

test('subscriptions that a push service trips over don’t keep the others of it from being told', async (t) => {
  const { push, transport } = await open(t, {
    count: 120,
    faultOf: (browser) => (browser < 100 ? { status: 500 } : undefined),
  })
  await assert.rejects(transport.send(notice, signal), { receipt: 'told 20, refused 0, failed 100, gone 0' })
  assert.equal(push.shown.length, 20)
})

test('more subscribers than a page holds are told once each', async (t) => {
  const { push, transport } = await open(t, { count: 250 })
  assert.deepEqual(await transport.send(notice, signal), { receipt: 'told 250, refused 0, failed 0, gone 0' })
  assert.equal(new Set(push.shown.map(({ browser }) => browser)).size, 250)
  assert.equal(push.shown.length, 250)
})

test('an endpoint that leads to a private address gets no connection, whatever was checked before', async (t) => {
  const push = await startPush({ publicKey: vapid.publicKey })
  const outbound = openOutbound({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  t.after(() => Promise.all([push.close(), outbound.close()]))
  const { keys } = push.subscribe()
  const rebound = { id: '0', endpoint: 'https://push.example/0', ...keys }
  const { subscribers } = subscribersOf([rebound])
  const transport = openWebPush({ vapid, contact: 'mailto:operator@launch.example', outbound, subscribers })
  const failure = { reason: 'push_refused', isFinal: true, retryAfterMs: undefined, isForAll: false }
  assert.deepEqual(await failureOf(transport.send(notice, signal)), failure)
  assert.equal(push.requests(), 0)
})

test('when the time is up nobody else is told, and those who were stay told', async (t) => {
  const { transport, told } = await open(t, { count: 2, faultOf: (browser) => (browser === 1 ? 'hang' : undefined) })
  const failure = { reason: 'push_failed', isFinal: false, retryAfterMs: 0, isForAll: false }
  assert.deepEqual(await failureOf(transport.send(notice, AbortSignal.timeout(200))), failure)
  assert.deepEqual([...told.keys()], ['0000'])
})
