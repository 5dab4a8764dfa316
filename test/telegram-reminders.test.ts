import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type TelegramWorld, startTelegram, tooMany } from '../dev/stand-ins/telegram.ts'
import { receiveTelegram } from '../src/notifications/receive-telegram.ts'
import { findRemindBy } from '../src/notifications/reminders.ts'
import { scheduleLaunches, startNotifying } from './world/notifying.ts'
import { closeAfter, until } from './world/waiting.ts'

const launchAt = '2026-12-01T18:00:00.000Z'
const token = '123456:canary-bot-token'
const [ada, bob] = [1001, 1002]

async function start(t: TestContext, world: Partial<TelegramWorld> = {}) {
  const chats = ['-1001445300000', `${ada}`, `${bob}`]
  const telegram = await startTelegram({ token, chats, ...world })
  closeAfter(t, telegram.close)
  const environment = {
    NOTIFY_TELEGRAM_TOKEN: token,
    NOTIFY_TELEGRAM_CHAT: '-1001445300000',
    NOTIFY_ANNOUNCE: 'approved',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: 'https://launch.example',
  }
  const more = { environment, telegram: { apiBase: telegram.url, spacingMs: 0, waitSeconds: 1 } }
  const started = await startNotifying(t, {}, more)
  const { deps } = started
  const [id = ''] = await scheduleLaunches(deps, [{ name: 'Left Sock', scheduledFor: launchAt }])
  const listen = () => {
    const stop = new AbortController()
    const ended = receiveTelegram(deps, stop.signal)
    const end = async () => {
      stop.abort()
      await ended
    }
    closeAfter(t, end)
    return { end, ended }
  }
  const textsTo = (chat: number) =>
    telegram.messages.filter(({ chat_id }) => String(chat_id) === String(chat)).map(({ text }) => text)
  const count = async () =>
    (await deps.db.selectFrom('reminders').select('id').where('confirmed_at', 'is not', null).execute()).length
  const link = `/start ${id.replaceAll('-', '')}`
  return { ...started, telegram, id, listen, textsTo, count, link }
}

test('reminders by Telegram: the bot’s link, three messages, /stop', async (t) => {
  const { telegram, deps, clock, dispatch, id, listen, textsTo, count, link } = await start(t)
  assert.equal((await findRemindBy(deps, id)).telegramUrl, null, 'nobody listens yet')
  const listener = listen()
  telegram.say(ada, link)
  telegram.say(bob, link)
  await until(() => textsTo(bob).length === 1)
  const expected = `https://t.me/launchscore_bot?start=${id.replaceAll('-', '')}`
  await until(async () => (await findRemindBy(deps, id)).telegramUrl === expected)
  assert.match(textsTo(ada)[0] ?? '', /^You’ll be reminded of Left Sock \(\$SOCK\) an hour before/)
  assert.equal(await count(), 2)
  const rows = JSON.stringify(await deps.db.selectFrom('reminders').selectAll().execute())
  assert.ok(!rows.includes(`${ada}`), 'chats are encrypted')
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await dispatch()
  assert.match(
    textsTo(ada)[1] ?? '',
    /^Left Sock \(\$SOCK\): scheduled in 60 minutes[^]*Send \/stop to end your reminders\.$/,
  )
  telegram.say(ada, '/stop')
  await until(() => textsTo(ada).length === 3)
  await listener.end()
  clock.moveTo('2026-12-01T17:50:00.000Z')
  await dispatch()
  assert.deepEqual([textsTo(ada).length, textsTo(bob).length], [3, 3])
})

test('reminders by Telegram: other texts, unknown launches and groups', async (t) => {
  const { telegram, clock, listen, textsTo, count, link } = await start(t)
  telegram.say(ada, 'hello')
  telegram.say(ada, '/start')
  telegram.say(bob, `/start ${'0'.repeat(32)}`)
  listen()
  await until(() => textsTo(bob).length === 1)
  assert.deepEqual(
    [textsTo(ada), textsTo(bob)],
    [ada, bob].map(() => ['Choose Telegram on the page of a launch: https://launch.example/launches']),
  )
  clock.moveTo(launchAt)
  telegram.say(ada, link)
  await until(() => textsTo(ada).length === 2)
  assert.match(textsTo(ada)[1] ?? '', /nothing to remind you of/)
  assert.equal(await count(), 0)
})

test('reminders by Telegram: one replica listens at a time; another takes over', async (t) => {
  const { telegram, clock, listen, textsTo, link } = await start(t)
  const first = listen()
  await until(() => telegram.requests.some(({ path }) => path.endsWith('/getUpdates')))
  await listen().ended // the lease is taken
  await first.end()
  listen()
  telegram.say(ada, link)
  await until(() => textsTo(ada).length === 1)
  clock.move(1)
  assert.equal(textsTo(ada).length, 1)
})

test('reminders by Telegram: with a program that has the bot’s updates, nothing is offered', async (t) => {
  const conflict = {
    status: 409,
    body: { ok: false, error_code: 409, description: 'Conflict: terminated by other getUpdates request' },
  }
  const { telegram, deps, clock, id, logged, listen } = await start(t, {
    findFault: ({ path }) => (path.endsWith('/getUpdates') ? conflict : undefined),
  })
  await listen().ended
  assert.match(logged(), /another program receives the updates of NOTIFY_TELEGRAM_TOKEN/)
  assert.doesNotMatch(logged(), /canary/)
  const asked = () => telegram.requests.filter(({ path }) => path.endsWith('/getUpdates')).length
  clock.move(23 * 3_600_000)
  await listen().ended
  assert.equal(asked(), 1)
  clock.move(3_600_000)
  await listen().ended
  assert.equal(asked(), 2)
  assert.equal((await findRemindBy(deps, id)).telegramUrl, null)
})

test('reminders by Telegram: retry_after is honoured, and a chat that blocked the bot is deleted', async (t) => {
  let isFull = false
  const blocked = {
    status: 403,
    body: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
  }
  const { telegram, clock, dispatch, listen, textsTo, count, link } = await start(t, {
    findFault: ({ path, body }) => {
      if (!path.endsWith('/sendMessage') || !body.includes('scheduled in')) return undefined
      if (body.includes(`"${bob}"`)) return blocked
      return isFull ? tooMany(30) : undefined
    },
  })
  const listener = listen()
  for (const chat of [ada, bob]) telegram.say(chat, link)
  await until(() => textsTo(bob).length === 1)
  await listener.end()
  isFull = true
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).retried, 1)
  isFull = false
  clock.move(29_000)
  assert.equal((await dispatch()).claimed, 0)
  clock.move(1_000)
  assert.equal((await dispatch()).sent, 1)
  assert.deepEqual([textsTo(ada).length, textsTo(bob).length, await count()], [2, 1, 1])
})
