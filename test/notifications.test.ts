import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownWebhook } from '../dev/stand-ins/discord.ts'
import { buildApp } from '../src/app.ts'
import { endAbandoned } from '../src/notifications/end-abandoned.ts'
import { fanOut } from '../src/notifications/fan-out.ts'
import { sendOne } from '../src/notifications/send-one.ts'
import { claimDueSend } from '../src/notifications/store.ts'
import { sendDueSlots } from '../src/notifications/send-due-slots.ts'
import type { App } from '../src/platform/http.ts'
import { ask } from './harness.ts'
import { adminBearer, moveLaunch, nothingDone, scheduleLaunches, startNotifying } from './scheduling.ts'

const launchAt = '2026-12-01T18:00:00.000Z'

test('a slot goes out by every transport at its time, not before, and only once', async (t) => {
  const { deps, discord, clock, tick, states, logged } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ name: 'Right Sock', scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T16:59:59.999Z')
  assert.deepEqual(await tick(), nothingDone)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 2, sent: 2 })
  assert.deepEqual(await tick(), nothingDone)
  assert.equal(discord.messages.length, 1)
  assert.match(discord.messages[0]?.content ?? '', /^\*\*Right Sock/)
  assert.ok(discord.messages[0]?.content.includes(`/launch/${id}>`))
  assert.match(logged(), /"subject":"Right Sock \(\$SOCK\)".*"msg":"notification"/)
  assert.deepEqual(await states(id), [
    'T-60min discord sent',
    'T-60min logging sent',
    'T-10min none pending',
    'T+0 none pending',
  ])
})

test('a whole launch day by the front door: three slots, each told once with what is true at its time', async (t) => {
  const { deps, discord, clock } = await startNotifying(t)
  const app = await buildApp(deps)
  t.after(() => app.close())
  await checkRoute(app)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  for (const time of ['17:00:00.250', '17:50:00.250', '18:00:00.250']) {
    clock.moveTo(`2026-12-01T${time}Z`)
    const { body } = await ask(app, { method: 'POST', url: '/v1/launch/dispatch', headers: adminBearer })
    assert.deepEqual(body, { ...nothingDone, claimed: 2, sent: 2 })
  }
  const said = discord.messages.map(({ content }) => /: (.*)\*\*$/m.exec(content)?.[1])
  assert.deepEqual(said, ['scheduled in 60 minutes', 'scheduled in 10 minutes', 'scheduled time reached'])
  const { body } = await ask(app, { url: `/v1/launch/${id}` })
  assert.equal(body.notifications.length, 6)
  const last = body.notifications.at(-1)
  assert.deepEqual([last.slot, last.state, last.sentAt], ['T+0', 'sent', '2026-12-01T18:00:00.250Z'])
  const slots = await deps.db.selectFrom('notification_slots').select(['state', 'sent_at']).orderBy('send_at').execute()
  assert.deepEqual(new Set(slots.map(({ state }) => state)), new Set(['sent']))
  assert.deepEqual(slots[0]?.sent_at, new Date('2026-12-01T17:00:00.250Z'))
})

test('after an outage a slot whose successor is due is skipped, and what is still of use is sent', async (t) => {
  const { deps, discord, clock, tick, states } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 3, sent: 2, skipped: 1 })
  assert.deepEqual((await states(id)).slice(0, 3), [
    'T-60min none skipped',
    'T-10min discord sent',
    'T-10min logging sent',
  ])
  assert.equal(discord.messages.length, 1)
})

test('the last slot is sent up to half an hour late, and not after', async (t) => {
  const { deps, discord, clock, tick, states } = await startNotifying(t)
  const [first = '', second = ''] = await scheduleLaunches(deps, [
    { scheduledFor: launchAt },
    { scheduledFor: '2026-12-01T18:00:00.001Z' },
  ])
  clock.moveTo('2026-12-01T18:30:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 7, sent: 2, skipped: 5 })
  assert.equal((await states(first)).at(-1), 'T+0 none skipped')
  assert.deepEqual((await states(second)).slice(-2), ['T+0 discord sent', 'T+0 logging sent'])
  assert.equal(discord.messages.length, 1)
})

test('a transport that fails is tried again after five and fifteen seconds and keeps no other one waiting', async (t) => {
  const world = { faultOf: (_: unknown, count: number) => (count <= 2 ? ('html 502' as const) : undefined) }
  const { deps, discord, clock, tick, states } = await startNotifying(t, world)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 2, sent: 1, retried: 1 })
  assert.deepEqual((await states(id)).slice(0, 2), ['T-60min discord pending', 'T-60min logging sent'])
  clock.move(4_999)
  assert.deepEqual(await tick(), nothingDone)
  clock.move(1)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, retried: 1 })
  clock.move(15_000)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, sent: 1 })
  assert.equal(discord.messages.length, 1)
  const sends = await deps.db
    .selectFrom('notification_sends')
    .select(['attempts', 'last_error', 'receipt', 'claim'])
    .where('transport', '=', 'discord')
    .execute()
  assert.deepEqual(sends, [{ attempts: 3, last_error: 'http_502', receipt: '1445300000000000001', claim: null }])
})

test('a transport that refuses for good has failed, but the slot was sent by the other', async (t) => {
  const { deps, clock, tick, states, logged } = await startNotifying(t, { faultOf: () => unknownWebhook })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 2, sent: 1, failed: 1 })
  assert.deepEqual((await states(id)).slice(0, 2), ['T-60min discord failed', 'T-60min logging sent'])
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'sent' }])
  assert.match(logged(), /"level":50.*"reason":"http_404","msg":"a notification was not taken"/)
})

test('when every transport has failed the slot has', async (t) => {
  const { deps, clock } = await startNotifying(t, { faultOf: () => 'reset' })
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const transports = deps.transports.filter(({ name }) => name === 'discord')
  for (let attempt = 1; attempt <= 6; attempt++) {
    assert.equal((await sendDueSlots({ ...deps, transports })).retried, 1, String(attempt))
    clock.move(5_000 * 3 ** (attempt - 1))
  }
  assert.deepEqual(await sendDueSlots({ ...deps, transports }), { ...nothingDone, claimed: 1, failed: 1 })
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'failed' }])
})

test('a refusal for the rate rests the whole transport as long as it asks, and no other', async (t) => {
  const limited = { status: 429, body: { message: 'limited', retry_after: 30, global: false } }
  const world = { faultOf: (_: unknown, count: number) => (count === 1 ? limited : undefined) }
  const { deps, discord, clock, tick } = await startNotifying(t, world)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }, { scheduledFor: launchAt }, { scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 4, sent: 3, retried: 1 })
  clock.move(29_999)
  assert.deepEqual(await tick(), nothingDone)
  assert.equal(discord.requests.length, 1)
  clock.move(1)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 3, sent: 3 })
  assert.equal(discord.messages.length, 3)
})

test('an empty rate bucket is waited for, and no call is refused', async (t) => {
  const world = { limit: { calls: 2, windowMs: 100 } }
  const { deps, discord, clock, tick } = await startNotifying(t, world)
  await scheduleLaunches(
    deps,
    Array.from({ length: 7 }, () => ({ scheduledFor: launchAt })),
  )
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 14, sent: 14 })
  assert.equal(discord.requests.length, 7)
})

test('a launch that has moved gets nothing for its old time, even when that is being retried', async (t) => {
  const world = { faultOf: (_: unknown, count: number) => (count === 1 ? ('reset' as const) : undefined) }
  const { deps, discord, clock, tick, states } = await startNotifying(t, world)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 2, sent: 1, retried: 1 })
  const { score_id: scoreId } = await deps.db.selectFrom('enrollments').select('score_id').executeTakeFirstOrThrow()
  await moveLaunch(deps, { enrollmentId: id, scoreId, scheduledFor: '2026-12-01T20:00:00.000Z' })
  clock.move(60_000)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, cancelled: 1 })
  assert.equal(discord.messages.length, 0)
  assert.deepEqual(await states(id), ['T-60min none pending', 'T-10min none pending', 'T+0 none pending'])
  clock.moveTo('2026-12-01T19:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 2, sent: 2 })
  assert.equal(discord.messages.length, 1)
})

test('ticks at the same time send forty slots once each', async (t) => {
  const { deps, discord, clock, tick } = await startNotifying(t, { delayMs: 1 })
  const seeds = Array.from({ length: 40 }, (_, n) => ({ name: `Sock ${n}`, scheduledFor: launchAt }))
  const ids = await scheduleLaunches(deps, seeds)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const ticks = await Promise.all(Array.from({ length: 4 }, tick))
  assert.equal(
    ticks.reduce((sum, { sent }) => sum + sent, 0),
    80,
  )
  assert.equal(discord.messages.length, 40)
  for (const id of ids) assert.equal(discord.messages.filter(({ content }) => content.includes(id)).length, 1, id)
  const slots = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(new Set(slots.map(({ state }) => state)), new Set(['sent']))
})

test('a slot whose sends end at the same time is ended by one of them', async (t) => {
  const { deps, clock } = await startNotifying(t)
  const seeds = Array.from({ length: 40 }, () => ({ scheduledFor: launchAt }))
  await scheduleLaunches(deps, seeds)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const transports = ['one', 'other', 'third'].map((name) => ({
    name,
    concurrency: 3,
    timeoutMs: 1000,
    send: async () => ({ receipt: name }),
  }))
  assert.equal((await sendDueSlots({ ...deps, transports })).sent, 120)
  const open = await deps.db
    .selectFrom('notification_slots')
    .select('id')
    .where('state', '=', 'pending')
    .where('fanned_out_at', 'is not', null)
    .execute()
  assert.deepEqual(open, [])
})

test('what waits for a transport that is no longer configured ends an hour after its time', async (t) => {
  const { deps, clock, tick, states } = await startNotifying(t, { faultOf: () => 'reset' })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await tick()).retried, 1)
  const transports = deps.transports.filter(({ name }) => name === 'logging')
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.equal(await endAbandoned({ ...deps, transports }), 0)
  clock.move(1)
  assert.equal(await endAbandoned(deps), 0)
  assert.equal(await endAbandoned({ ...deps, transports }), 1)
  assert.equal((await states(id))[0], 'T-60min discord failed')
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'sent' }])
})

test('while a notification is being sent nobody else sends it; a sender that is lost is replaced after a minute', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const world = {
    faultOf: (_: unknown, count: number) => {
      if (count > 1) return undefined
      arrived.resolve()
      return 'hang' as const
    },
  }
  const { deps, discord, clock, tick } = await startNotifying(t, world)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const lost = deps.transports.map((one) => (one.name === 'discord' ? { ...one, timeoutMs: 300 } : one))
  const first = sendDueSlots({ ...deps, transports: lost })
  await arrived.promise
  clock.move(59_999)
  assert.deepEqual(await tick(), nothingDone)
  clock.move(1)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, sent: 1 })
  assert.deepEqual(await first, { ...nothingDone, claimed: 2, sent: 1 })
  assert.equal(discord.messages.length, 1)
  const send = await deps.db.selectFrom('notification_sends').select(['state', 'attempts']).execute()
  assert.deepEqual(new Set(send.map(({ state }) => state)), new Set(['sent']))
})

/** It takes the admin bearer, and no body, an empty one or {}. */
async function checkRoute(app: App): Promise<void> {
  const request = { method: 'POST' as const, url: '/v1/launch/dispatch', headers: adminBearer }
  const json = { ...request, headers: { ...adminBearer, 'content-type': 'application/json' } }
  for (const one of [request, { ...json, payload: '' }, { ...json, payload: '{}' }])
    assert.deepEqual((await ask(app, one)).body, nothingDone)
  const { status, body } = await ask(app, { ...request, payload: { limit: 5 } })
  assert.deepEqual([status, body.error.details[0].path], [400, 'limit'])
  const { body: refused, headers } = await ask(app, { ...request, headers: {} })
  assert.deepEqual([refused.error.code, headers['cache-control']], ['unauthorized', 'no-store'])
  assert.equal((await ask(app, { ...request, method: 'GET' })).status, 405)
  const { paths } = app.swagger() as unknown as { paths: Record<string, { post: { security?: object[] } }> }
  assert.deepEqual(paths['/v1/launch/dispatch']?.post.security, [{ adminToken: [] }])
  assert.equal(paths['/v1/score']?.post.security, undefined)
}

test('a sender that stood still for too long leaves what it took to others', async (t) => {
  const { deps, discord, clock, tick } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const [discordTransport] = deps.transports.filter(({ name }) => name === 'discord')
  assert.ok(discordTransport)
  await fanOut(deps)
  const now = clock.now()
  const until = new Date(now.getTime() + 60_000)
  const send = await claimDueSend(deps.db, { transport: 'discord', claim: deps.random.uuid(), now, until })
  assert.ok(send)
  clock.move(50_000)
  assert.equal((await sendOne(deps, discordTransport, send)).outcome, 'lost')
  clock.move(10_000)
  assert.equal((await tick()).sent, 2)
  assert.equal((await sendOne(deps, discordTransport, send)).outcome, 'lost')
  assert.equal(discord.messages.length, 1)
})

test('metrics tell what is due and since when, and what became of what was sent', async (t) => {
  const { deps, clock, tick } = await startNotifying(t, { faultOf: () => 'reset' })
  const app = await buildApp(deps)
  t.after(() => app.close())
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:07.500Z')
  const before = await ask(app, { url: '/metrics' })
  assert.match(before.body, /^launchscore_queue_oldest_age_seconds\{queue="notifications"\} 7.5$/m)
  await tick()
  clock.move(1_500)
  const { body } = await ask(app, { url: '/metrics' })
  for (const line of [
    /^launchscore_queue_oldest_age_seconds\{queue="notifications"\} 9$/m,
    /^launchscore_sends_total\{queue="notifications",target="logging",outcome="sent"\} 1$/m,
    /^launchscore_sends_total\{queue="notifications",target="discord",outcome="retried"\} 1$/m,
    /^launchscore_send_lateness_seconds_sum\{queue="notifications"\} 15$/m,
  ])
    assert.match(body, line)
})

test('neither the webhook’s address nor the admin token reaches the log or the database', async (t) => {
  const { deps, clock, tick, logged } = await startNotifying(t, { faultOf: () => 'reset' })
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await tick()
  const rows = JSON.stringify(await deps.db.selectFrom('notification_sends').selectAll().execute())
  assert.match(logged(), /a notification was not taken/)
  for (const canary of ['stand-in-token', 'canary-admin-token'])
    assert.ok(!`${logged()}${rows}`.includes(canary), canary)
})
