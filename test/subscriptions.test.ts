import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Push, type PushWorld, startPush } from '../dev/stand-ins/push.ts'
import { ask, startApp } from './harness.ts'
import { handClock, scheduleLaunches, startNotifying } from './scheduling.ts'
import { seedSubscription } from './seed-subscription.ts'
import { sendDueSlots } from '../src/notifications/send-due-slots.ts'
import { vapid } from './vapid-pair.ts'

const launchAt = '2026-12-01T18:00:00.000Z'
const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

const environmentOf = ({ port }: Push) => ({
  NOTIFY_VAPID_PUBLIC: vapid.publicKey,
  NOTIFY_VAPID_PRIVATE: vapid.privateKey,
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
})

async function start(t: TestContext) {
  const push = await startPush({ publicKey: vapid.publicKey })
  t.after(push.close)
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { app, deps } = await startApp(t, { environment: environmentOf(push), clock })
  const [id = '', other = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }, { scheduledFor: launchAt }])
  const url = `/v1/launch/${id}/subscriptions`
  const subscribe = (payload: object, at = url) => ask(app, { method: 'POST', url: at, payload })
  return { push, app, deps, clock, id, other, url, subscribe }
}

const shownTo = ({ shown }: Push) => shown.map(({ browser }) => browser).toSorted((one, other) => one - other)

test('an audience opts in by a launch’s id or its score’s, is told once a slot, and opts out', async (t) => {
  const { push, app, deps, clock, id, url, subscribe } = await start(t)
  assert.deepEqual((await ask(app, { url: `${url}/key` })).body, { publicKey: vapid.publicKey })
  const { score_id } = await deps.db
    .selectFrom('enrollments')
    .select('score_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [one, two] = [push.subscribe(), push.subscribe()]
  const first = await subscribe({ ...one, expirationTime: null })
  assert.equal(first.status, 201)
  assert.deepEqual(first.body, { id: first.body.id, endpoint: one.endpoint, createdAt: '2026-12-01T12:00:00.000Z' })
  const second = await subscribe(two, `/v1/launch/${score_id}/subscriptions`)
  assert.equal(second.status, 201)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await sendDueSlots(deps)).sent, 3)
  assert.deepEqual(shownTo(push), [0, 1])
  const out = { method: 'DELETE' as const, url: `${url}/${first.body.id}` }
  assert.equal((await ask(app, out)).status, 204)
  assert.deepEqual([(await ask(app, out)).status, (await ask(app, out)).body.error.code], [404, 'not_found'])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  await sendDueSlots(deps)
  assert.deepEqual(shownTo(push), [0, 1, 1])
})

test('an id in a form that the database would refuse is 400, not 500', async (t) => {
  const { app, url } = await start(t)
  for (const id of [`urn:uuid:${unknownId}`, `{${unknownId}}`, unknownId.replaceAll('-', ''), ` ${unknownId}`]) {
    const { status, body } = await ask(app, { method: 'DELETE', url: `${url}/${encodeURIComponent(id)}` })
    assert.deepEqual([status, body.error.details[0].path], [400, 'subscriptionId'], id)
  }
})

test('the same browser again, and twenty times at once, keeps one opt-in and is shown what its present keys can read', async (t) => {
  const { push, deps, clock, subscribe } = await start(t)
  const twenty = push.subscribe()
  const answers = await Promise.all(Array.from({ length: 20 }, () => subscribe(twenty)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  const [old, fresh] = [push.subscribe(), push.subscribe()]
  const first = await subscribe({ endpoint: fresh.endpoint, keys: old.keys })
  const again = await subscribe(fresh)
  assert.deepEqual([first.status, again.status], [201, 200])
  assert.deepEqual(again.body, first.body)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await sendDueSlots(deps)
  assert.deepEqual(shownTo(push), [0, 2])
})

/** What sends, without the routes. */
async function startSending(t: TestContext, faultOf: PushWorld['faultOf']) {
  const push = await startPush({ publicKey: vapid.publicKey, ...(faultOf && { faultOf }) })
  t.after(push.close)
  const started = await startNotifying(t, {}, { environment: environmentOf(push) })
  const [id = ''] = await scheduleLaunches(started.deps, [{ scheduledFor: launchAt }])
  const subscribe = () => seedSubscription(started.deps, { enrollmentId: id, ...push.subscribe() })
  return { ...started, push, subscribe }
}

test('a browser that is gone is forgotten; a slot with nobody to tell is skipped by web push', async (t) => {
  const { deps, clock, tick, subscribe } = await startSending(t, () => ({ status: 410 }))
  await subscribe()
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await tick()).skipped, 1)
  assert.deepEqual(await deps.db.selectFrom('push_subscriptions').select('id').execute(), [])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  assert.equal((await tick()).skipped, 1)
})

test('whom a repeated sending told already it leaves alone', async (t) => {
  const { push, clock, tick, subscribe } = await startSending(t, (browser, count) =>
    browser === 1 && count === 1 ? { status: 503 } : undefined,
  )
  for (let n = 0; n < 3; n++) await subscribe()
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await tick()).retried, 1)
  clock.move(5_000)
  assert.equal((await tick()).sent, 1)
  assert.deepEqual(shownTo(push), [0, 1, 2])
})

test('what can’t be told is refused with the field at fault', async (t) => {
  const { push, subscribe } = await start(t)
  const good = push.subscribe()
  const offCurve = Buffer.alloc(65, 4).toString('base64url')
  const wrong: [path: string, payload: object][] = [
    ['endpoint', { keys: good.keys }],
    ['endpoint', { ...good, endpoint: 'push' }],
    ['endpoint', { ...good, endpoint: 'http://push.example/1' }],
    ['endpoint', { ...good, endpoint: 'https://127.0.0.1/1' }],
    ['endpoint', { ...good, endpoint: 'https://[::1]/1' }],
    ['endpoint', { ...good, endpoint: 'https://push.example:8443/1' }],
    ['endpoint', { ...good, endpoint: `https://push.example/${'x'.repeat(1024)}` }],
    ['keys', { endpoint: good.endpoint }],
    ['keys.p256dh', { ...good, keys: { auth: good.keys.auth } }],
    ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: good.keys.p256dh.slice(1) } }],
    ['keys.p256dh', { ...good, keys: { ...good.keys, p256dh: offCurve } }],
    ['keys.auth', { ...good, keys: { ...good.keys, auth: 'short' } }],
    ['keys.auth', { ...good, keys: { ...good.keys, auth: '!'.repeat(22) } }],
    ['topic', { ...good, topic: 'x' }],
  ]
  for (const [path, payload] of wrong) {
    const { status, body } = await subscribe(payload)
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', path])
  }
})

test('there is nothing to subscribe to but launches, of which each has five thousand subscribers at most', async (t) => {
  const { push, app, deps, id, other, url, subscribe } = await start(t)
  const subscription = push.subscribe()
  assert.equal((await subscribe(subscription, `/v1/launch/${unknownId}/subscriptions`)).status, 404)
  assert.equal((await subscribe(subscription, '/v1/launch/sock/subscriptions')).status, 400)
  assert.equal((await ask(app, { url: `/v1/launch/${unknownId}/subscriptions/key` })).status, 404)
  const { body } = await subscribe(subscription)
  const elsewhere = { method: 'DELETE' as const, url: `/v1/launch/${other}/subscriptions/${body.id}` }
  assert.equal((await ask(app, elsewhere)).status, 404)
  assert.equal((await ask(app, { method: 'DELETE', url: `${url}/sock` })).status, 400)
  assert.equal((await ask(app, { method: 'DELETE', url: `${url}/${unknownId}` })).status, 404)
  const others = Array.from({ length: 4999 }, (_, n) => ({
    id: deps.random.uuid(),
    enrollment_id: id,
    endpoint: `https://push.example/${n}`,
    p256dh: 'p',
    auth: 'a',
    created_at: deps.clock.now(),
  }))
  await deps.db.insertInto('push_subscriptions').values(others).execute()
  const full = await subscribe(push.subscribe())
  assert.deepEqual([full.status, full.body.error.code], [409, 'conflict'])
  assert.equal((await subscribe(subscription)).status, 200)
  assert.equal((await subscribe(push.subscribe(), url.replace(id, other))).status, 201)
})

test('without VAPID keys web push answers 503, and opting out still works', async (t) => {
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  const url = `/v1/launch/${id}/subscriptions`
  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: vapid.publicKey, auth: 'A'.repeat(22) } }
  for (const request of [{ method: 'POST' as const, url, payload: subscription }, { url: `${url}/key` }]) {
    const { status, body } = await ask(app, request)
    assert.deepEqual([status, body.error.code], [503, 'not_configured'])
  }
  assert.equal((await ask(app, { method: 'DELETE', url: `${url}/${unknownId}` })).status, 404)
})
