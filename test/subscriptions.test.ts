import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Push, type PushWorld, startPush } from '../dev/stand-ins/push.ts'
import { ask, startApp } from './world/app.ts'
import { handClock, never } from './world/waiting.ts'
import { moveLaunch, scheduleLaunches, startNotifying } from './world/notifying.ts'
import { seedSubscription } from './world/seed.ts'
import { sendDueSlots } from '../src/notifications/send-notifications.ts'
import { vapid } from './fixtures/keys.ts'

const launchAt = '2026-12-01T18:00:00.000Z'
const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

const toEnvironment = ({ port }: Push) => ({
  NOTIFY_VAPID_PUBLIC: vapid.publicKey,
  NOTIFY_VAPID_PRIVATE: vapid.privateKey,
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
})

async function start(t: TestContext) {
  const push = await startPush({ publicKey: vapid.publicKey })
  t.after(push.close)
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const { app, deps } = await startApp(t, { environment: toEnvironment(push), clock })
  const [id = '', other = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }, { scheduledFor: launchAt }])
  const url = `/v1/launch/${id}/subscriptions`
  const subscribe = (payload: object, at = url) => ask(app, { method: 'POST', url: at, payload })
  return { push, app, deps, clock, id, other, url, subscribe }
}

const shownTo = ({ shown }: Push) => shown.map(({ browser }) => browser).toSorted((one, other) => one - other)

test('subscriptions: opt in by either id, one notification per slot, opt out', async (t) => {
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
  assert.equal((await sendDueSlots(deps, never)).sent, 3)
  assert.deepEqual(shownTo(push), [0, 1])
  const out = { method: 'DELETE' as const, url: `${url}/${first.body.id}` }
  assert.equal((await ask(app, out)).status, 204)
  assert.deepEqual([(await ask(app, out)).status, (await ask(app, out)).body.error.code], [404, 'not_found'])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  await sendDueSlots(deps, never)
  assert.deepEqual(shownTo(push), [0, 1, 1])
})

test('DELETE subscription: 400 for an id in another UUID notation', async (t) => {
  const { app, url } = await start(t)
  for (const id of [`urn:uuid:${unknownId}`, `{${unknownId}}`, unknownId.replaceAll('-', ''), ` ${unknownId}`]) {
    const { status, body } = await ask(app, { method: 'DELETE', url: `${url}/${encodeURIComponent(id)}` })
    assert.deepEqual([status, body.error.details[0].path], [400, 'subscriptionId'], id)
  }
})

test('POST subscriptions: a repeated opt-in updates the keys of the first', async (t) => {
  const { push, deps, clock, subscribe } = await start(t)
  const twenty = push.subscribe()
  const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe(twenty)))
  assert.equal(responses.filter(({ status }) => status === 201).length, 1)
  assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
  const [old, fresh] = [push.subscribe(), push.subscribe()]
  const first = await subscribe({ endpoint: fresh.endpoint, keys: old.keys })
  const again = await subscribe(fresh)
  assert.deepEqual([first.status, again.status], [201, 200])
  assert.deepEqual(again.body, first.body)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await sendDueSlots(deps, never)
  assert.deepEqual(shownTo(push), [0, 2])
})

/** The senders, without the routes. */
async function startSending(t: TestContext, findFault: PushWorld['findFault']) {
  const push = await startPush({ publicKey: vapid.publicKey, ...(findFault && { findFault }) })
  t.after(push.close)
  const started = await startNotifying(t, {}, { environment: toEnvironment(push) })
  const [id = ''] = await scheduleLaunches(started.deps, [{ scheduledFor: launchAt }])
  const subscribe = () => seedSubscription(started.deps, { enrollmentId: id, ...push.subscribe() })
  return { ...started, push, subscribe }
}

test('web push: 410 deletes the subscription; without subscribers it is skipped', async (t) => {
  const { deps, clock, dispatch, subscribe } = await startSending(t, () => ({ status: 410 }))
  await subscribe()
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).skipped, 1)
  assert.deepEqual(await deps.db.selectFrom('push_subscriptions').select('id').execute(), [])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  assert.equal((await dispatch()).skipped, 1)
})

test('web push: a retry skips subscribers that were reached', async (t) => {
  const { push, clock, dispatch, subscribe } = await startSending(t, (browser, count) =>
    browser === 1 && count === 1 ? { status: 503 } : undefined,
  )
  for (let n = 0; n < 3; n++) await subscribe()
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).retried, 1)
  clock.move(5_000)
  assert.equal((await dispatch()).sent, 1)
  assert.deepEqual(shownTo(push), [0, 1, 2])
})

test('POST subscriptions: 400 names the invalid field', async (t) => {
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
    ['endpoint', { ...good, endpoint: 'http://fcm.googleapis.com/1' }],
    ['endpoint', { ...good, endpoint: 'https://fcm.googleapis.com:8443/1' }],
    ['endpoint', { ...good, endpoint: 'https://user@fcm.googleapis.com/1' }],
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

test('POST subscriptions: 404 for an unknown launch, 409 beyond 5,000 subscribers', async (t) => {
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

test('without VAPID keys opt-in answers 503 and opt-out works', async (t) => {
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

test('POST subscriptions: 400 for an endpoint of no known push service', async (t) => {
  const { push, subscribe } = await start(t)
  const { keys } = push.subscribe()
  for (const endpoint of ['https://victim.example/search?q=1', 'https://fcm.googleapis.com.evil.example/a']) {
    const { status, body } = await subscribe({ endpoint, keys })
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', 'endpoint'])
  }
  for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
    assert.equal((await subscribe({ endpoint: `https://${host}/a`, keys })).status, 201, host)
})

test('POST subscriptions: 409 beyond the limit of a network, not for others', async (t) => {
  const { push, app, url } = await start(t)
  const from = (remoteAddress: string) =>
    ask(app, { method: 'POST', url, remoteAddress, payload: push.subscribe() }).then(({ status }) => status)
  for (let n = 0; n < 50; n++) assert.equal(await from('203.0.113.7'), 201)
  assert.deepEqual([await from('203.0.113.7'), await from('203.0.113.8')], [409, 201])
})

test('web push: a moved launch repeats a slot name at most once an hour', async (t) => {
  const { push, deps, clock, id, subscribe } = await start(t)
  assert.equal((await subscribe(push.subscribe())).status, 201)
  const scoreId = (
    await deps.db.selectFrom('enrollments').select('score_id').where('id', '=', id).executeTakeFirstOrThrow()
  ).score_id
  const move = async (scheduledFor: string) => {
    await moveLaunch(deps, { enrollmentId: id, scoreId, scheduledFor })
    clock.moveTo(scheduledFor)
    await sendDueSlots(deps, never)
  }
  await move('2026-12-01T12:00:01.000Z')
  assert.equal(push.shown.length, 1)
  for (let second = 2; second < 8; second++) await move(`2026-12-01T12:00:0${second}.000Z`)
  assert.equal(push.shown.length, 1)
  await move('2026-12-01T13:00:02.000Z')
  assert.ok(push.shown.length > 1)
})

test('POST subscriptions: an IPv6 /48 has eight times the limit of a network', async (t) => {
  const { push, app, deps, clock, id, url } = await start(t)
  const from = (remoteAddress: string) =>
    ask(app, { method: 'POST', url, remoteAddress, payload: push.subscribe() }).then(({ status }) => status)
  const { site } = await deps.hashNetwork('2001:db8:1::1')
  const rows = Array.from({ length: 399 }, (_, n) => ({
    id: deps.random.uuid(),
    enrollment_id: id,
    endpoint: `https://push.example/${n}`,
    p256dh: vapid.publicKey,
    auth: 'A'.repeat(22),
    network: `${n}`,
    site,
    created_at: clock.now(),
  }))
  await deps.db.insertInto('push_subscriptions').values(rows).execute()
  assert.deepEqual(
    [await from('2001:db8:1:1::1'), await from('2001:db8:1:2::1'), await from('2001:db8:2:1::1')],
    [201, 409, 201],
  )
})

test('web push: one browser may subscribe to several launches', async (t) => {
  const { push, deps, id, other, subscribe } = await start(t)
  const [browser, renewed] = [push.subscribe(), push.subscribe()]
  assert.equal((await subscribe(browser)).status, 201)
  assert.equal((await subscribe(browser, `/v1/launch/${other}/subscriptions`)).status, 201)
  assert.equal((await subscribe({ ...renewed, endpoint: browser.endpoint })).status, 200)
  const rows = await deps.db.selectFrom('push_subscriptions').select(['enrollment_id', 'p256dh']).execute()
  const toKey = (launch: string) => rows.find(({ enrollment_id }) => enrollment_id === launch)?.p256dh
  assert.deepEqual([toKey(id), toKey(other)], [renewed.keys.p256dh, browser.keys.p256dh])
})
