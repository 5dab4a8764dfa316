import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type SmtpWorld, startSmtp } from '../dev/stand-ins/smtp.ts'
import { pruneReminders, sendConfirmations } from '../src/notifications/send-confirmations.ts'
import { sendDueSlots } from '../src/notifications/send-notifications.ts'
import { ask, startApp, startReplica } from './world/app.ts'
import { moveLaunch, scheduleLaunches } from './world/notifying.ts'
import { handClock, never } from './world/waiting.ts'

const launchAt = '2026-12-01T18:00:00.000Z'
const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
const encryptionKey = Buffer.alloc(32, 7).toString('base64')
const minuteMs = 60_000

async function start(t: TestContext, world: SmtpWorld = {}) {
  const smtp = await startSmtp(world)
  t.after(smtp.close)
  const clock = handClock('2026-12-01T12:00:00.000Z')
  const environment = {
    NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?to=team@launch.example`,
    NOTIFY_EMAIL_FROM: 'Launches <launches@launch.example>',
    ENCRYPTION_KEY: encryptionKey,
    PUBLIC_URL: 'https://launch.example',
    NOTIFY_ANNOUNCE: 'approved',
  }
  const { app, deps, logged } = await startApp(t, { environment, clock })
  const [id = '', other = ''] = await scheduleLaunches(deps, [
    { name: 'Left Sock', scheduledFor: launchAt },
    { name: 'Right Sock', scheduledFor: launchAt },
  ])
  const request = (email: unknown, launch = id, remoteAddress = '192.0.2.1') =>
    ask(app, { method: 'POST', url: `/v1/launch/${launch}/reminders`, payload: { email }, remoteAddress })
  const sendMails = () => sendConfirmations(deps, never)
  const post = (path: string) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  /** Asks and confirms, as a person with this address does. */
  const subscribe = async (email: string, launch = id) => {
    assert.equal((await request(email, launch)).status, 202)
    await sendMails()
    const { statusCode } = await post(findLink(smtp.mails.at(-1)?.body, 'confirm'))
    assert.equal(statusCode, 200)
  }
  const count = async () => {
    const { body } = await ask(app, { url: `/v1/launch/${id}` })
    return body.reminders as number
  }
  const read = async () => deps.db.selectFrom('reminders').selectAll().orderBy('asked_at').execute()
  return { smtp, clock, environment, app, deps, logged, id, other, request, sendMails, post, subscribe, count, read }
}

/** The path of a mail's link. */
function findLink(text: string | undefined, act: 'confirm' | 'stop'): string {
  const [, path = ''] = new RegExp(`https://launch\\.example(/reminders/${act}\\?token=\\S+)`).exec(text ?? '') ?? []
  assert.notEqual(path, '', `no link to ${act} in ${text}`)
  return path
}

const moveToSlot = async ({ clock, deps }: Awaited<ReturnType<typeof start>>, at: string) => {
  clock.moveTo(at)
  return sendDueSlots(deps, never)
}

test('reminders by e-mail: ask, confirm, three mails, then no address', async (t) => {
  const started = await start(t)
  const { smtp, clock, app, deps, request, sendMails, post, count, read, logged } = started
  assert.deepEqual(await request('ada@example.com').then(({ status }) => status), 202)
  await sendMails()
  await sendMails()
  const [confirmation] = smtp.mails
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(confirmation?.to, ['ada@example.com'])
  assert.equal(confirmation?.subject, 'Confirm your launch reminders')
  assert.match(confirmation?.body ?? '', /reminders of the launch “Left Sock \(\$SOCK\)” to this address/)
  const path = findLink(confirmation?.body, 'confirm')
  const page = await app.inject({ url: path })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<form method="post" action="\/reminders\/confirm\?token=/)
  assert.equal(await count(), 0, 'opening the link changes nothing')
  assert.match((await post(path)).body, /You’ll be reminded/)
  assert.match((await post(path)).body, /You’ll be reminded/)
  assert.equal(await count(), 1)
  for (const at of ['2026-12-01T17:00:00.000Z', '2026-12-01T17:50:00.000Z', launchAt]) await moveToSlot(started, at)
  const mails = smtp.mails.slice(1)
  assert.deepEqual(
    mails.map(({ subject, to }) => [subject, to.join()]),
    ['scheduled in 60 minutes', 'scheduled in 10 minutes', 'scheduled time reached'].map((event) => [
      `Left Sock ($SOCK): ${event}`,
      'ada@example.com',
    ]),
  )
  const [first] = mails
  assert.equal(first?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click')
  assert.match(
    first?.headers['list-unsubscribe'] ?? '',
    /^<https:\/\/launch\.example\/reminders\/stop\?token=[\w.-]+>$/,
  )
  assert.match(first?.html ?? '', /To stop them: <a href="https:\/\/launch\.example\/reminders\/stop\?token=/)
  assert.ok(!JSON.stringify(await read()).includes('@'), 'addresses are encrypted')
  clock.move(61 * minuteMs)
  await pruneReminders(deps, never)
  assert.deepEqual(await read(), [])
  assert.doesNotMatch(logged(), /ada@example/)
})

test('reminders by e-mail: one click stops them, and deletes the address', async (t) => {
  const started = await start(t)
  const { smtp, app, subscribe, post, count, read } = started
  await subscribe('ada@example.com')
  await moveToSlot(started, '2026-12-01T17:00:00.000Z')
  const stop = findLink(smtp.mails[1]?.body, 'stop')
  assert.match((await app.inject({ url: stop })).body, /<form method="post" action="\/reminders\/stop\?token=/)
  assert.equal(await count(), 1, 'opening the link changes nothing')
  for (let n = 0; n < 2; n++) assert.equal((await post(stop)).statusCode, 200)
  assert.deepEqual([await count(), (await read())[0]?.address], [0, null])
  await moveToSlot(started, '2026-12-01T17:50:00.000Z')
  assert.equal(smtp.mails.length, 2)
  assert.equal((await app.inject({ url: stop })).statusCode, 404)
})

test('reminders by e-mail: a request that is not confirmed within a day is deleted', async (t) => {
  const { smtp, clock, app, deps, request, sendMails, post, read } = await start(t)
  await moveLaunch(deps, { ...(await findIds(deps)), scheduledFor: '2026-12-20T18:00:00.000Z' })
  await request('ada@example.com')
  await sendMails()
  const path = findLink(smtp.mails[0]?.body, 'confirm')
  clock.move(24 * 60 * minuteMs)
  assert.equal((await app.inject({ url: path })).statusCode, 404)
  assert.equal((await post(path)).statusCode, 404)
  await pruneReminders(deps, never)
  assert.deepEqual(await read(), [])
})

async function findIds(deps: Awaited<ReturnType<typeof start>>['deps'], name = 'Left Sock') {
  const row = await deps.db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .select(['e.id', 'score_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { enrollmentId: row.id, scoreId: row.score_id }
}

test('reminders by e-mail: an address gets one confirmation an hour, and three a day', async (t) => {
  const { smtp, clock, request, sendMails, id, other } = await start(t)
  await request('ada@example.com', id)
  await request('ADA+launches@example.com', other, '198.51.100.7')
  await request('ada@example.com', id, '198.51.100.8')
  await sendMails()
  assert.equal(smtp.mails.length, 1)
  clock.move(59 * minuteMs)
  await sendMails()
  assert.equal(smtp.mails.length, 1)
  clock.move(minuteMs)
  await sendMails()
  assert.equal(smtp.mails.length, 2)
  for (let hour = 0; hour < 3; hour++) {
    clock.move(61 * minuteMs)
    await request('ada@example.com', id)
    await request('a.d.a@gmail.com', id)
    await sendMails()
  }
  assert.equal(smtp.mails.filter(({ to }) => to[0]?.endsWith('@example.com')).length, 3)
  assert.equal(smtp.mails.filter(({ to }) => to[0]?.endsWith('@gmail.com')).length, 3)
})

test('reminders by e-mail: an address that refuses gets no confirmation for 30 days', async (t) => {
  const { smtp, clock, deps, request, sendMails, post, read, id, other } = await start(t)
  for (const name of ['Left Sock', 'Right Sock'])
    await moveLaunch(deps, { ...(await findIds(deps, name)), scheduledFor: '2027-03-01T18:00:00.000Z' })
  await request('ada@example.com', id)
  await sendMails()
  const refuse = findLink(smtp.mails[0]?.body, 'stop')
  for (let n = 0; n < 2; n++) assert.equal((await post(refuse)).statusCode, 200)
  const askAgain = async () => {
    clock.move(2 * 60 * minuteMs)
    for (const launch of [id, other]) assert.equal((await request('Ada+x@example.com', launch)).status, 202)
    await sendMails()
    await pruneReminders(deps, never)
  }
  await askAgain()
  assert.equal((await read()).find(({ enrollment_id }) => enrollment_id === id)?.address, null)
  clock.move(28 * 24 * 60 * minuteMs)
  await askAgain()
  assert.equal(smtp.mails.length, 1)
  clock.move(2 * 24 * 60 * minuteMs)
  await pruneReminders(deps, never)
  assert.deepEqual(await read(), [])
  await askAgain()
  assert.equal(smtp.mails.length, 2)
})

test('reminders by e-mail: after 1,000 unanswered mails of a day, others wait for the next', async (t) => {
  const { smtp, clock, deps, request, sendMails } = await start(t)
  await moveLaunch(deps, { ...(await findIds(deps)), scheduledFor: '2026-12-20T18:00:00.000Z' })
  await request('ada@example.com')
  await sendMails()
  await deps.db.updateTable('reminders').set({ mails: 1_000 }).execute()
  clock.move(minuteMs)
  await request('bob@example.com')
  await sendMails()
  assert.equal(smtp.mails.length, 1)
  clock.move(24 * 60 * minuteMs - 1)
  await sendMails()
  assert.deepEqual(smtp.mails[1]?.to, ['bob@example.com'])
})

test('reminders by e-mail: a known address gets the same response and no mail', async (t) => {
  const { smtp, clock, request, sendMails, subscribe, count } = await start(t)
  await subscribe('ada@example.com')
  clock.move(61 * minuteMs)
  const [known, fresh] = [await request('ada@example.com'), await request('bob@example.com')]
  assert.deepEqual([known.status, known.body], [fresh.status, fresh.body])
  await sendMails()
  assert.deepEqual(
    smtp.mails.map(({ to }) => to[0]),
    ['ada@example.com', 'bob@example.com'],
  )
  assert.equal(await count(), 1)
})

test('POST reminders: 409 beyond 20 requests of a network in a day, whatever the address', async (t) => {
  const { clock, deps, request } = await start(t)
  await moveLaunch(deps, { ...(await findIds(deps)), scheduledFor: '2026-12-20T18:00:00.000Z' })
  for (let n = 0; n < 20; n++) assert.equal((await request(`ada${n}@example.com`)).status, 202)
  assert.deepEqual(
    [(await request('ada0@example.com')).status, (await request('new@example.com')).body.error.code],
    [409, 'conflict'],
  )
  assert.equal((await request('new@example.com', undefined, '192.0.2.9')).status, 202)
  clock.move(25 * 60 * minuteMs)
  assert.equal((await request('new@example.com')).status, 202)
})

test('POST reminders: 400 for an address that could name others or add headers', async (t) => {
  const { smtp, request, sendMails } = await start(t)
  const wrong = [
    'ada',
    'ada@example',
    'ada@example.com, bob@example.com',
    'ada@example.com;bob@example.com',
    'ada@example.com\r\nBcc: bob@example.com',
    'Ada <ada@example.com>',
    '"ada bob"@example.com',
    'ada@[127.0.0.1]',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(250)}.com`,
    '',
    7,
    null,
  ]
  for (const email of wrong) {
    const { status, body } = await request(email)
    assert.deepEqual([status, body.error.details[0].path], [400, 'email'], String(email))
  }
  await sendMails()
  assert.deepEqual(smtp.mails, [])
})

test('POST reminders: 404 for an unknown launch, 409 after its time, 503 without e-mail', async (t) => {
  const { clock, request } = await start(t)
  assert.equal((await request('ada@example.com', unknownId)).status, 404)
  clock.moveTo(launchAt)
  assert.equal((await request('ada@example.com')).body.error.code, 'conflict')
  const { app, deps } = await startApp(t, { clock: handClock('2026-12-01T12:00:00.000Z') })
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  const payload = { email: 'ada@example.com' }
  const { body } = await ask(app, { method: 'POST', url: `/v1/launch/${id}/reminders`, payload })
  assert.equal(body.error.code, 'not_configured')
})

test('reminders by e-mail: links of others, damaged or of another kind do nothing', async (t) => {
  const { smtp, app, request, sendMails, post, count } = await start(t)
  await request('ada@example.com')
  await sendMails()
  const stop = findLink(smtp.mails[0]?.body, 'stop')
  const confirm = findLink(smtp.mails[0]?.body, 'confirm')
  const damaged = [stop.replace('/stop', '/confirm'), confirm.slice(0, -3), '/reminders/confirm?token=x', confirm + 'A']
  for (const path of damaged) assert.equal((await post(path)).statusCode, 404, path)
  assert.equal((await post('/reminders/confirm')).statusCode, 400)
  assert.equal((await app.inject({ url: `/reminders/confirm?token=${'x'.repeat(401)}` })).statusCode, 400)
  assert.equal(await count(), 0)
  assert.equal((await post(stop)).statusCode, 200)
  assert.equal((await post(confirm)).statusCode, 404, 'the address is deleted')
})

test('reminders by e-mail: a moved launch repeats a slot once an hour; a withdrawn one sends nothing', async (t) => {
  const started = await start(t)
  const { smtp, deps, clock, subscribe, read } = started
  await subscribe('ada@example.com')
  const ids = await findIds(deps)
  const mails = () => smtp.mails.length - 1
  await moveToSlot(started, '2026-12-01T17:00:00.000Z')
  await moveLaunch(deps, { ...ids, scheduledFor: '2026-12-01T18:10:00.000Z' })
  await moveToSlot(started, '2026-12-01T17:10:00.000Z')
  assert.equal(mails(), 1)
  await moveLaunch(deps, { ...ids, scheduledFor: '2026-12-01T19:10:00.000Z' })
  await moveToSlot(started, '2026-12-01T18:10:00.000Z')
  assert.equal(mails(), 2)
  await moveLaunch(deps, { ...ids, scheduledFor: null })
  await moveToSlot(started, '2026-12-01T19:10:00.000Z')
  assert.equal(mails(), 2)
  await pruneReminders(deps, never)
  assert.equal((await read()).length, 1)
  clock.move(31 * 24 * 60 * minuteMs)
  await pruneReminders(deps, never)
  assert.deepEqual(await read(), [])
})

test('reminders by e-mail: a launch that is taken down sends nothing, and can be stopped only', async (t) => {
  const started = await start(t)
  const { smtp, deps, request, sendMails, post, subscribe } = started
  await subscribe('ada@example.com')
  await request('bob@example.com')
  await sendMails()
  await deps.db.updateTable('submissions').set({ hidden_reason: 'illegal' }).execute()
  assert.equal((await request('eve@example.com')).status, 451)
  assert.equal((await post(findLink(smtp.mails[1]?.body, 'confirm'))).statusCode, 451)
  await moveToSlot(started, '2026-12-01T17:00:00.000Z')
  assert.equal(smtp.mails.length, 2)
  assert.equal((await post(findLink(smtp.mails[0]?.body, 'stop'))).statusCode, 200)
})

test('reminders by e-mail: two replicas send each mail once', async (t) => {
  const started = await start(t)
  const { smtp, clock, environment, deps, subscribe, request } = started
  const second = await startReplica(t, deps, { environment, clock })
  for (let n = 0; n < 3; n++) await subscribe(`ada${n}@example.com`)
  for (let n = 0; n < 4; n++) await request(`bob${n}@example.com`)
  await Promise.all([deps, second.deps].map((one) => sendConfirmations(one, never)))
  assert.equal(smtp.mails.length, 7)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await Promise.all([deps, second.deps].map((one) => sendDueSlots(one, never)))
  assert.equal(smtp.mails.length, 10)
})

test('reminders by e-mail: a mailbox that doesn’t exist is deleted, others are retried', async (t) => {
  let replies: ('550 5.1.1 no such user' | '550 5.7.1 relaying denied' | '451 try later')[] = []
  const started = await start(t, { findFault: (step) => (step === 'RCPT' ? replies.shift() : undefined) })
  const { smtp, clock, deps, subscribe, count } = started
  for (let n = 0; n < 3; n++) await subscribe(`ada${n}@example.com`)
  replies = ['550 5.1.1 no such user', '451 try later', '550 5.7.1 relaying denied']
  assert.equal((await moveToSlot(started, '2026-12-01T17:00:00.000Z')).retried, 1)
  assert.deepEqual([smtp.mails.length, await count()], [3, 2])
  clock.move(5_000)
  assert.equal((await sendDueSlots(deps, never)).sent, 1)
  assert.equal(smtp.mails.length, 5)
})

test('reminders by e-mail: a confirmation waits while the mail server is down', async (t) => {
  let isDown = true
  const { smtp, clock, request, sendMails } = await start(t, { findFault: () => (isDown ? 'cut' : undefined) })
  await request('ada@example.com')
  await sendMails()
  isDown = false
  await sendMails()
  assert.equal(smtp.mails.length, 0)
  clock.move(minuteMs)
  await sendMails()
  assert.equal(smtp.mails.length, 1)
})

test('reminders without scripts: the form of the page asks too', async (t) => {
  const { app, id, smtp, sendMails } = await start(t)
  const page = await app.inject({ url: `/launch/${id}` })
  assert.match(page.body, new RegExp(`<form class="by-email" method="post" action="/launch/${id}/reminders">`))
  const send = (payload: string) =>
    app.inject({
      method: 'POST',
      url: `/launch/${id}/reminders`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const done = await send('email=ada%40example.com')
  assert.equal(done.statusCode, 200)
  assert.match(done.body, /Check your mail/)
  assert.equal((await send('email=')).statusCode, 400)
  assert.equal((await send('email=ada')).statusCode, 400)
  await sendMails()
  assert.deepEqual(smtp.mails[0]?.to, ['ada@example.com'])
})
