import assert from 'node:assert/strict'
import { pruneSessions, pruneVisits } from '../src/launches/attend-launch.ts'
import { handClock } from './world/waiting.ts'
import { test } from 'node:test'
import { ada, enroll, editPage } from './world/creators.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'

const never = new AbortController().signal

const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') }

const slot = (name: string, sendAt: string, state: string) => ({
  slot: name,
  sendAt,
  transport: 'logging',
  state,
  sentAt: null,
})

test('GET /v1/launch/:id: enrollment, score, page, notifications, attendance and token', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world, clock })
  const { body: scored } = await score({ creatorAddress: ada.address })
  const scheduledFor = '2026-11-21T12:30:00.000Z'
  const { body: enrollment } = await enroll(app, { scoreId: scored.id, wallet: ada, scheduledFor })
  const byEnrollment = await ask(app, { url: `/v1/launch/${enrollment.enrollmentId}` })
  assert.equal(byEnrollment.status, 200)
  assert.deepEqual(byEnrollment.body, {
    enrollment,
    score: scored,
    outcome: null,
    warnings: [],
    page: {
      tagline: null,
      description: null,
      ctaLabel: null,
      ctaUrl: null,
      ctaUrlUnicode: null,
      scheduledFor,
      updatedAt: null,
    },
    notifications: [
      slot('T-60min', '2026-11-21T11:30:00.000Z', 'skipped'),
      slot('T-10min', '2026-11-21T12:20:00.000Z', 'pending'),
      slot('T+0', '2026-11-21T12:30:00.000Z', 'pending'),
    ],
    attendance: { pageViews: 0, uniqueSessions: 0 },
    movedFrom: null,
    reminders: 0,
    token: null,
  })
  const byScore = await app.inject(`/v1/launch/${scored.id.toUpperCase()}`)
  assert.deepEqual(byScore.json(), byEnrollment.body)
  assert.ok(byScore.body.includes((await app.inject(`/v1/score/${scored.id}`)).body))
})

test('GET /v1/launch/:id: 304 until an edit changes it', async (t) => {
  const { app, deps } = await startApp(t, { clock })
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  const id = launch?.enrollmentId ?? ''
  const url = `/v1/launch/${id}`
  const { headers } = await ask(app, { url })
  assert.equal(headers['cache-control'], 'no-cache')
  const copy = { 'if-none-match': String(headers['etag']) }
  const same = await app.inject({ url, headers: copy })
  assert.deepEqual([same.statusCode, same.body], [304, ''])
  await editPage(app, { id, wallet: ada, issuedAt: clock.now().toISOString(), fields: { tagline: 'new' } })
  const changed = await ask(app, { url, headers: copy })
  assert.deepEqual([changed.status, changed.body.page.tagline], [200, 'new'])
})

test('GET /v1/launch/:id: one notification per channel after fan-out', async (t) => {
  const { app, deps } = await startApp(t, { clock })
  const { db, random } = deps
  const [launch] = await seedLaunches(db, [{ creatorAddress: ada.address }])
  const id = launch?.enrollmentId ?? ''
  const fields = { scheduledFor: '2026-11-21T13:00:00.000Z' }
  await editPage(app, { id, wallet: ada, issuedAt: clock.now().toISOString(), fields })
  const [first] = await db.selectFrom('notification_slots').select('id').orderBy('send_at').execute()
  const slotId = first?.id ?? ''
  const sentAt = new Date('2026-11-21T12:00:00.123Z')
  const send = { slot_id: slotId, next_attempt_at: sentAt }
  await db
    .insertInto('notification_sends')
    .values([
      { id: random.uuid(), channel: 'logging', state: 'sent', sent_at: sentAt, ...send },
      { id: random.uuid(), channel: 'discord', state: 'pending', sent_at: null, ...send },
    ])
    .execute()
  const { notifications } = (await ask(app, { url: `/v1/launch/${id}` })).body
  const shown = notifications.map((one: Record<string, unknown>) => Object.values(one))
  assert.deepEqual(shown, [
    ['T-60min', '2026-11-21T12:00:00.000Z', 'discord', 'pending', null],
    ['T-60min', '2026-11-21T12:00:00.000Z', 'logging', 'sent', '2026-11-21T12:00:00.123Z'],
    ['T-10min', '2026-11-21T12:50:00.000Z', 'logging', 'pending', null],
    ['T+0', '2026-11-21T13:00:00.000Z', 'logging', 'pending', null],
  ])
})

test('every launch route: 404 if not enrolled, 400 for an invalid id', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world, clock })
  const { body: scored } = await score({ creatorAddress: ada.address })
  const session = { session: 'abc' }
  for (const [ids, status, code] of [
    [[unknownId, scored.id], 404, 'not_found'],
    [['1', 'not-an-id', `urn:uuid:${unknownId}`, `{${unknownId}}`, unknownId.replaceAll('-', '')], 400, 'bad_request'],
  ] as const)
    for (const id of ids)
      for (const request of [
        { url: `/v1/launch/${id}` },
        { url: `/v1/launch/${id}/page/history` },
        { method: 'POST' as const, url: `/v1/launch/${id}/attendance`, payload: session },
      ]) {
        const response = await ask(app, request)
        assert.deepEqual([response.status, response.body.error?.code], [status, code], request.url)
      }
})

test('POST attendance: concurrent replicas count each view and each session once', async (t) => {
  const { app, deps } = await startApp(t)
  const replica = await startReplica(t, deps, {})
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  assert.ok(launch)
  const view = (n: number) =>
    ask([app, replica.app][n % 2] ?? app, {
      method: 'POST',
      url: `/v1/launch/${n % 3 ? launch.enrollmentId : launch.score.id}/attendance`,
      payload: { session: `session-${n % 7}` },
    })
  const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => view(n)))
  for (const { status, body } of responses) assert.deepEqual([status, body], [204, ''])
  const { attendance } = (await ask(app, { url: `/v1/launch/${launch.enrollmentId}` })).body
  assert.deepEqual(attendance, { pageViews: 60, uniqueSessions: 7 })
})

test('POST attendance: one session and sixty views per network and hour', async (t) => {
  const moving = handClock('2026-11-21T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock: moving })
  const launches = await seedLaunches(deps.db, [{ creatorAddress: ada.address }, { creatorAddress: ada.address }])
  const [first, second] = launches.map(({ enrollmentId }) => `/v1/launch/${enrollmentId}`)
  const view = async (url: string | undefined, remoteAddress: string, session: string) => {
    const payload = { session }
    assert.equal((await ask(app, { method: 'POST', url: `${url}/attendance`, remoteAddress, payload })).status, 204)
  }
  const readAttendance = async (url = '') => (await ask(app, { url })).body.attendance
  for (let n = 0; n < 100; n++) await view(first, `2001:db8:1:1::${n}`, `invented-${n}`)
  assert.deepEqual(await readAttendance(first), { pageViews: 60, uniqueSessions: 1 })
  await view(first, '2001:db8:1:2::1', 'other-network')
  await view(second, '2001:db8:1:1::1', 'invented-0')
  assert.deepEqual(await readAttendance(first), { pageViews: 61, uniqueSessions: 2 })
  assert.deepEqual(await readAttendance(second), { pageViews: 1, uniqueSessions: 1 })
  assert.equal(await pruneVisits(deps, never), 0)
  moving.moveTo('2026-11-21T13:00:00.000Z')
  await view(first, '2001:db8:1:1::1', 'invented-0')
  await view(first, '2001:db8:1:2::1', 'a-later-visitor')
  assert.deepEqual(await readAttendance(first), { pageViews: 63, uniqueSessions: 3 })
  assert.equal(await pruneVisits(deps, never), 7)
})

test('POST attendance: the networks of an IPv6 /48 count as at most eight', async (t) => {
  const { app, deps } = await startApp(t)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  const url = `/v1/launch/${launch?.enrollmentId}`
  const view = async (remoteAddress: string) => {
    const payload = { session: `invented-${remoteAddress}` }
    assert.equal((await ask(app, { method: 'POST', url: `${url}/attendance`, remoteAddress, payload })).status, 204)
  }
  const readAttendance = async () => (await ask(app, { url })).body.attendance
  for (let n = 0; n < 12; n++) await view(`2001:db8:1:${n.toString(16)}::1`)
  assert.deepEqual(await readAttendance(), { pageViews: 12, uniqueSessions: 8 })
  for (let n = 12; n < 500; n++) await view(`2001:db8:1:${n.toString(16)}::1`)
  assert.deepEqual(await readAttendance(), { pageViews: 480, uniqueSessions: 8 })
  await view('2001:db8:2::1')
  assert.deepEqual(await readAttendance(), { pageViews: 481, uniqueSessions: 9 })
})

test('POST attendance: a session ends 90 days after its last view; counts never fall', async (t) => {
  const moving = handClock('2026-11-21T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock: moving })
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  const url = `/v1/launch/${launch?.enrollmentId}`
  const view = (session: string) =>
    ask(app, { method: 'POST', url: `${url}/attendance`, remoteAddress: `203.0.113.${session}`, payload: { session } })
  const readAttendance = async () => (await ask(app, { url })).body.attendance
  const prune = () => pruneSessions(deps, new AbortController().signal)
  await view('1')
  await view('2')
  moving.moveTo('2026-12-21T12:00:00.000Z')
  await view('2')
  assert.deepEqual([await prune(), await readAttendance()], [0, { pageViews: 3, uniqueSessions: 2 }])
  moving.moveTo('2027-02-20T12:00:00.000Z')
  assert.deepEqual([await prune(), await readAttendance()], [1, { pageViews: 3, uniqueSessions: 2 }])
  await view('2')
  assert.deepEqual(await readAttendance(), { pageViews: 4, uniqueSessions: 2 })
  await view('1')
  assert.deepEqual(await readAttendance(), { pageViews: 5, uniqueSessions: 3 })
})

test('POST attendance: stores only a keyed hash of the session, per launch', async (t) => {
  const { app, deps, logged } = await startApp(t)
  const launches = await seedLaunches(deps.db, [{ creatorAddress: ada.address }, { creatorAddress: ada.address }])
  const session = 'canary-session-0123456789'
  for (const { enrollmentId } of launches)
    await ask(app, { method: 'POST', url: `/v1/launch/${enrollmentId}/attendance`, payload: { session } })
  const rows = await deps.db.selectFrom('attendance_sessions').select('session_hash').execute()
  const hashes = new Set(rows.map((row) => row.session_hash.toString('hex')))
  assert.deepEqual([hashes.size, ...new Set([...hashes].map(({ length }) => length))], [2, 64])
  const keys = await deps.db.selectFrom('attendance_key').select('key').execute()
  assert.deepEqual(
    keys.map(({ key }) => key.length),
    [32],
  )
  assert.doesNotMatch(logged(), /canary-session/)
})

test('POST attendance: 400 for an empty, long or invisible session', async (t) => {
  const { app, deps } = await startApp(t)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  const url = `/v1/launch/${launch?.enrollmentId}/attendance`
  const post = (payload: object) => ask(app, { method: 'POST', url, payload })
  for (const session of ['', ' ', 'x'.repeat(129), 'a b', 'a\u0000', 'é', 7, null, undefined]) {
    const { status, body } = await post({ session })
    assert.deepEqual([status, body.error.details[0].path], [400, 'session'], JSON.stringify(session))
  }
  assert.equal((await post({ session: 'a', page: 1 })).status, 400)
  assert.equal((await post({ session: 'x'.repeat(128) })).status, 204)
})
