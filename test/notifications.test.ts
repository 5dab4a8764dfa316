import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownWebhook } from '../dev/stand-ins/discord.ts'
import { buildApp } from '../src/main/routes.ts'
import { type Channel, SendFailed } from '../src/notifications/channels/channel.ts'
import { endAbandoned, fanOut, sendDueSlots, sendOne } from '../src/notifications/send-notifications.ts'
import { claimDueSend } from '../src/notifications/turn-store.ts'
import type { App } from '../src/platform/http/app.ts'
import { ask } from './world/app.ts'
import { walletNo } from './world/creators.ts'
import { adminBearer, moveLaunch, nothingDone, scheduleLaunches, startNotifying } from './world/notifying.ts'
import { closeAfter, never, until as waitUntil } from './world/waiting.ts'

const launchAt = '2026-12-01T18:00:00.000Z'

test('each channel sends a slot once, at its time', async (t) => {
  const { deps, discord, clock, dispatch, states, logged } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ name: 'Right Sock', scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T16:59:59.999Z')
  assert.deepEqual(await dispatch(), nothingDone)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 2, sent: 2 })
  assert.deepEqual(await dispatch(), nothingDone)
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

test('the warning of a honeypot comes first on every channel', async (t) => {
  const environment = { NOTIFY_ANNOUNCE: 'all' }
  const { deps, discord, clock, dispatch, logged } = await startNotifying(t, {}, { environment })
  await scheduleLaunches(deps, [{ scheduledFor: launchAt, tokenFacts: { isHoneypot: true } }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).sent, 2)
  assert.match(discord.messages[0]?.content ?? '', /^\*\*⚑ Honeypot: Left Sock/)
  assert.match(logged(), /"warning":"Honeypot: holders cannot sell this token\.".*"band":"green".*"msg":"notification"/)
})

test('POST /v1/launch/dispatch: sends each of a launch’s three slots once', async (t) => {
  const { deps, discord, clock } = await startNotifying(t)
  const app = await buildApp(deps)
  closeAfter(t, () => app.close())
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

test('after an outage expired slots are skipped and current ones sent', async (t) => {
  const { deps, discord, clock, dispatch, states } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:50:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 3, sent: 2, skipped: 1 })
  assert.deepEqual((await states(id)).slice(0, 3), [
    'T-60min none skipped',
    'T-10min discord sent',
    'T-10min logging sent',
  ])
  assert.equal(discord.messages.length, 1)
})

test('T+0 is sent up to half an hour late', async (t) => {
  const { deps, discord, clock, dispatch, states } = await startNotifying(t)
  const [first = '', second = ''] = await scheduleLaunches(deps, [
    { scheduledFor: launchAt },
    { scheduledFor: '2026-12-01T18:00:00.001Z' },
  ])
  clock.moveTo('2026-12-01T18:30:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 7, sent: 2, skipped: 5 })
  assert.equal((await states(first)).at(-1), 'T+0 none skipped')
  assert.deepEqual((await states(second)).slice(-2), ['T+0 discord sent', 'T+0 logging sent'])
  assert.equal(discord.messages.length, 1)
})

test('a failed send is retried after 5 s and 15 s, independently of other channels', async (t) => {
  const world = { findFault: (_: unknown, count: number) => (count <= 2 ? ('html 502' as const) : undefined) }
  const { deps, discord, clock, dispatch, states } = await startNotifying(t, world)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 2, sent: 1, retried: 1 })
  assert.deepEqual((await states(id)).slice(0, 2), ['T-60min discord pending', 'T-60min logging sent'])
  clock.move(4_999)
  assert.deepEqual(await dispatch(), nothingDone)
  clock.move(1)
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 1, retried: 1 })
  clock.move(15_000)
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 1, sent: 1 })
  assert.equal(discord.messages.length, 1)
  const sends = await deps.db
    .selectFrom('notification_sends')
    .select(['attempts', 'last_error', 'receipt', 'claim'])
    .where('channel', '=', 'discord')
    .execute()
  assert.deepEqual(sends, [{ attempts: 3, last_error: 'http_502', receipt: '1445300000000000001', claim: null }])
})

test('a slot is `sent` when one channel sent it and another failed for good', async (t) => {
  const { deps, clock, dispatch, states, logged } = await startNotifying(t, { findFault: () => unknownWebhook })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 2, sent: 1, failed: 1 })
  assert.deepEqual((await states(id)).slice(0, 2), ['T-60min discord failed', 'T-60min logging sent'])
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'sent' }])
  assert.match(logged(), /"level":50.*"reason":"http_404","msg":"notification delivery failed"/)
})

test('a slot is `failed` when every channel has failed', async (t) => {
  const { deps, clock } = await startNotifying(t, { findFault: () => 'reset' })
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const channels = deps.channels.filter(({ name }) => name === 'discord')
  for (let attempt = 1; attempt <= 6; attempt++) {
    assert.equal((await sendDueSlots({ ...deps, channels }, never)).retried, 1, String(attempt))
    clock.move(5_000 * 3 ** (attempt - 1))
  }
  assert.deepEqual(await sendDueSlots({ ...deps, channels }, never), { ...nothingDone, claimed: 1, failed: 1 })
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'failed' }])
})

test('a 429 pauses its channel for retry_after, and no other channel', async (t) => {
  const limited = { status: 429, body: { message: 'limited', retry_after: 30, global: false } }
  const world = { findFault: (_: unknown, count: number) => (count === 1 ? limited : undefined) }
  const { deps, discord, clock, dispatch } = await startNotifying(t, world)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }, { scheduledFor: launchAt }, { scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 4, sent: 3, retried: 1 })
  clock.move(29_999)
  assert.deepEqual(await dispatch(), nothingDone)
  assert.equal(discord.requests.length, 1)
  clock.move(1)
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 3, sent: 3 })
  assert.equal(discord.messages.length, 3)
})

test('an empty rate bucket makes the channel wait, so no request is rejected', async (t) => {
  const world = { limit: { calls: 2, windowMs: 100 } }
  const { deps, discord, clock, dispatch } = await startNotifying(t, world)
  await scheduleLaunches(
    deps,
    Array.from({ length: 7 }, () => ({ scheduledFor: launchAt })),
  )
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 14, sent: 14 })
  assert.equal(discord.requests.length, 7)
})

test('a moved launch gets no notification for its old time, retries included', async (t) => {
  const world = { findFault: (_: unknown, count: number) => (count === 1 ? ('reset' as const) : undefined) }
  const { deps, discord, clock, dispatch, states } = await startNotifying(t, world)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 2, sent: 1, retried: 1 })
  const { score_id: scoreId } = await deps.db.selectFrom('enrollments').select('score_id').executeTakeFirstOrThrow()
  await moveLaunch(deps, { enrollmentId: id, scoreId, scheduledFor: '2026-12-01T20:00:00.000Z' })
  clock.move(60_000)
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 1, cancelled: 1 })
  assert.equal(discord.messages.length, 0)
  assert.deepEqual(await states(id), ['T-60min none pending', 'T-10min none pending', 'T+0 none pending'])
  clock.moveTo('2026-12-01T19:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 2, sent: 2 })
  assert.equal(discord.messages.length, 1)
})

test('four concurrent dispatches send each of forty slots once', async (t) => {
  const { deps, discord, clock, dispatch } = await startNotifying(t, { delayMs: 1 })
  const seeds = Array.from({ length: 40 }, (_, n) => ({
    name: `Sock ${n}`,
    creatorAddress: walletNo(n + 1).address, // a creator has a quota of announcements
    scheduledFor: launchAt,
  }))
  const ids = await scheduleLaunches(deps, seeds)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const dispatches = await Promise.all(Array.from({ length: 4 }, dispatch))
  assert.equal(
    dispatches.reduce((sum, { sent }) => sum + sent, 0),
    80,
  )
  assert.equal(discord.messages.length, 40)
  for (const id of ids) assert.equal(discord.messages.filter(({ content }) => content.includes(id)).length, 1, id)
  const slots = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(new Set(slots.map(({ state }) => state)), new Set(['sent']))
})

test('sends that end at the same time settle their slot', async (t) => {
  const { deps, clock } = await startNotifying(t)
  const seeds = Array.from({ length: 20 }, () => ({ scheduledFor: launchAt }))
  await scheduleLaunches(deps, seeds)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const channels = ['one', 'other', 'third'].map((name) => ({
    name,
    concurrency: 3,
    timeoutMs: 20_000,
    send: async () => ({ receipt: name }),
  }))
  assert.equal((await sendDueSlots({ ...deps, channels }, never)).sent, 60)
  const open = await deps.db
    .selectFrom('notification_slots')
    .select('id')
    .where('state', '=', 'pending')
    .where('fanned_out_at', 'is not', null)
    .execute()
  assert.deepEqual(open, [])
})

test('a slot that a channel accepted while its launch was moved is `sent`', async (t) => {
  const { deps, clock } = await startNotifying(t)
  const [enrollmentId = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  const { score_id: scoreId } = await deps.db.selectFrom('enrollments').select('score_id').executeTakeFirstOrThrow()
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const send = async () => {
    await moveLaunch(deps, { enrollmentId, scoreId, scheduledFor: null })
    return { receipt: 'accepted' }
  }
  const channels = [{ name: 'one', concurrency: 1, timeoutMs: 20_000, send }]
  assert.equal((await sendDueSlots({ ...deps, channels }, never)).sent, 1)
  const slots = await deps.db.selectFrom('notification_slots').select(['slot', 'state']).orderBy('send_at').execute()
  assert.deepEqual(
    slots.map(({ slot, state }) => `${slot} ${state}`),
    ['T-60min sent', 'T-10min cancelled', 'T+0 cancelled'],
  )
})

test('sends of a channel that is no longer configured end after an hour', async (t) => {
  const { deps, clock, dispatch, states } = await startNotifying(t, { findFault: () => 'reset' })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).retried, 1)
  const channels = deps.channels.filter(({ name }) => name === 'logging')
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.equal(await endAbandoned({ ...deps, channels }, never), 0)
  clock.move(1)
  assert.equal(await endAbandoned(deps, never), 0)
  assert.equal(await endAbandoned({ ...deps, channels }, never), 1)
  assert.equal((await states(id))[0], 'T-60min discord failed')
  const slot = await deps.db.selectFrom('notification_slots').select('state').where('slot', '=', 'T-60min').execute()
  assert.deepEqual(slot, [{ state: 'sent' }])
})

test('a claimed send goes out once; its claim expires after a minute', async (t) => {
  const { deps, discord, clock, dispatch } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const held = createHeldChannel()
  const lost = deps.channels.map((one) => (one.name === 'discord' ? { ...held.channel, name: 'discord' } : one))
  const first = sendDueSlots({ ...deps, channels: lost }, never)
  await held.until(1)
  const states = () => deps.db.selectFrom('notification_sends').select('state').execute()
  await waitUntil(async () => (await states()).some(({ state }) => state === 'sent')) // by the log
  clock.move(59_999)
  assert.deepEqual(await dispatch(), nothingDone)
  clock.move(1)
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 1, sent: 1 })
  held.sendings[0]?.reject(new SendFailed('timeout'))
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
  assert.deepEqual(paths['/v1/enroll']?.post.security, [{}, { apiKey: [] }])
}

test('a worker that stalled beyond its claim does not send', async (t) => {
  const { deps, discord, clock, dispatch } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const [discordChannel] = deps.channels.filter(({ name }) => name === 'discord')
  assert.ok(discordChannel)
  await fanOut(deps)
  const now = clock.now()
  const until = new Date(now.getTime() + 60_000)
  const send = await claimDueSend(deps.db, { channel: 'discord', claim: deps.random.uuid(), now, until })
  assert.ok(send)
  clock.move(50_000)
  assert.equal((await sendOne(deps, discordChannel, send)).outcome, 'lost')
  clock.move(10_000)
  const retaken = { now: clock.now(), until: new Date(clock.now().getTime() + 60_000) }
  const other = await claimDueSend(deps.db, { channel: 'discord', claim: deps.random.uuid(), ...retaken })
  assert.ok(other)
  assert.equal((await sendOne(deps, discordChannel, send)).outcome, 'lost')
  assert.equal(discord.messages.length, 0)
  assert.equal((await sendOne(deps, discordChannel, other)).outcome, 'sent')
  assert.equal((await dispatch()).sent, 1)
  assert.equal((await sendOne(deps, discordChannel, send)).outcome, 'lost')
  assert.equal(discord.messages.length, 1)
})

test('GET /metrics: age of the oldest due slot, outcomes and lateness of sends', async (t) => {
  const { deps, clock, dispatch } = await startNotifying(t, { findFault: () => 'reset' })
  const app = await buildApp(deps)
  closeAfter(t, () => app.close())
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:07.500Z')
  const before = await ask(app, { url: '/metrics' })
  assert.match(before.body, /^launchscore_queue_oldest_age_seconds\{queue="notifications"\} 7.5$/m)
  await dispatch()
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

test('the webhook URL and the admin token are not in the log or the database', async (t) => {
  const { deps, clock, dispatch, logged } = await startNotifying(t, { findFault: () => 'reset' })
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await dispatch()
  const rows = JSON.stringify(await deps.db.selectFrom('notification_sends').selectAll().execute())
  assert.match(logged(), /notification delivery failed/)
  for (const canary of ['stand-in-token', 'canary-admin-token'])
    assert.ok(!`${logged()}${rows}`.includes(canary), canary)
})

/** A channel whose sends end when the test settles them. */
function createHeldChannel(concurrency = 1) {
  const sendings: PromiseWithResolvers<{ receipt: string }>[] = []
  const channel: Channel = {
    name: 'held',
    concurrency,
    timeoutMs: 30_000,
    send: () => {
      const sending = Promise.withResolvers<{ receipt: string }>()
      sendings.push(sending)
      return sending.promise
    },
  }
  const until = (count: number) => waitUntil(() => sendings.length >= count)
  return { channel, sendings, until }
}

test('a worker that lost its claim records nothing', async (t) => {
  const { deps, clock } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const [slow, next] = [createHeldChannel(), createHeldChannel()]
  const first = sendDueSlots({ ...deps, channels: [slow.channel] }, never)
  await slow.until(1)
  clock.move(60_000)
  const second = sendDueSlots({ ...deps, channels: [next.channel] }, never)
  await next.until(1)
  slow.sendings[0]?.reject(new SendFailed('http_400', { isFinal: true }))
  const late = await first
  next.sendings[0]?.resolve({ receipt: 'second' })
  const tallies = [late, await second]
  assert.deepEqual(tallies, [
    { ...nothingDone, claimed: 1 },
    { ...nothingDone, claimed: 1, sent: 1 },
  ])
  const sends = await deps.db.selectFrom('notification_sends').select(['state', 'receipt']).execute()
  assert.deepEqual(sends, [{ state: 'sent', receipt: 'second' }], id)
})

const limited = (retryAfterMs: number) => new SendFailed('http_429', { isForAll: true, retryAfterMs })

test('a later, shorter Retry-After does not shorten a channel’s pause', async (t) => {
  const { deps, clock } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }, { scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const { channel, sendings, until } = createHeldChannel(2)
  const dispatch = () => sendDueSlots({ ...deps, channels: [channel] }, never)
  const dispatching = dispatch()
  await until(2)
  sendings[0]?.reject(limited(60_000))
  const paused = () => deps.db.selectFrom('paused_channels').select('until').execute()
  await waitUntil(async () => (await paused()).length > 0)
  sendings[1]?.reject(limited(6_000))
  assert.equal((await dispatching).retried, 2)
  assert.deepEqual(await paused(), [{ until: new Date('2026-12-01T17:01:00.000Z') }])
  clock.move(59_999)
  assert.deepEqual(await dispatch(), nothingDone)
})

test('a send that another replica has claimed is not ended as abandoned', async (t) => {
  const { deps, clock } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await fanOut({ ...deps, channels: [createHeldChannel().channel] })
  clock.moveTo('2026-12-01T18:00:00.001Z')
  const now = clock.now()
  const until = new Date(now.getTime() + 60_000)
  const claimed = await claimDueSend(deps.db, { channel: 'held', claim: deps.random.uuid(), now, until })
  assert.ok(claimed)
  const getState = () => deps.db.selectFrom('notification_sends').select(['state', 'claim']).executeTakeFirst()
  await endAbandoned({ ...deps, channels: [] }, never)
  assert.deepEqual(await getState(), { state: 'pending', claim: claimed.claim })
  clock.move(60_000)
  await endAbandoned({ ...deps, channels: [] }, never)
  assert.deepEqual(await getState(), { state: 'failed', claim: null })
})

test('moving a launch cancels no slot of another launch', async (t) => {
  const { deps, states } = await startNotifying(t)
  const [moved = '', other = ''] = await scheduleLaunches(deps, [
    { scheduledFor: launchAt },
    { scheduledFor: launchAt },
  ])
  const { score_id: scoreId } = await deps.db
    .selectFrom('enrollments')
    .select('score_id')
    .where('id', '=', moved)
    .executeTakeFirstOrThrow()
  await moveLaunch(deps, { enrollmentId: moved, scoreId, scheduledFor: null })
  assert.deepEqual(await states(other), ['T-60min none pending', 'T-10min none pending', 'T+0 none pending'])
})
