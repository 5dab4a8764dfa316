import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startPush } from '../dev/stand-ins/push.ts'
import { startSmtp } from '../dev/stand-ins/smtp.ts'
import { startTelegram } from '../dev/stand-ins/telegram.ts'
import { seedSubscription } from './world/seed.ts'
import { nothingDone, scheduleLaunches, startNotifying } from './world/notifying.ts'
import { vapid } from './fixtures/keys.ts'
import { closeAfter } from './world/waiting.ts'

const launchAt = '2026-12-01T18:00:00.000Z'
const names = ['discord', 'email', 'logging', 'telegram', 'webpush']

/** All five channels, each with a recipient. */
async function startAll(t: TestContext) {
  const bot = { token: '123456:canary-bot-token', chat: '-1001445300000' }
  const [telegram, smtp, push] = await Promise.all([
    startTelegram({ token: bot.token, chats: [bot.chat] }),
    startSmtp({ login: { user: 'user', password: 'canary-mail-password' } }),
    startPush({ publicKey: vapid.publicKey }),
  ])
  closeAfter(t, () => Promise.all([telegram, smtp, push].map(({ close }) => close())))
  const environment = {
    NOTIFY_TELEGRAM_TOKEN: bot.token,
    NOTIFY_TELEGRAM_CHAT: bot.chat,
    NOTIFY_SMTP_URL: `smtp://user:canary-mail-password@127.0.0.1:${smtp.port}`,
    NOTIFY_EMAIL_FROM: 'launches@launch.example',
    NOTIFY_VAPID_PUBLIC: vapid.publicKey,
    NOTIFY_VAPID_PRIVATE: vapid.privateKey,
    OUTBOUND_ALLOW: `127.0.0.1:${push.port}`,
    PUBLIC_URL: 'https://launch.example',
  }
  const started = await startNotifying(t, {}, { environment, telegram: { apiBase: telegram.url, spacingMs: 0 } })
  return { ...started, telegram, smtp, push }
}

test('a slot is sent over all five channels, each with its own state, without secrets', async (t) => {
  const { deps, clock, dispatch, states, logged, discord, telegram, smtp, push } = await startAll(t)
  const [id = ''] = await scheduleLaunches(deps, [{ name: 'Right Sock', scheduledFor: launchAt }])
  await seedSubscription(deps, { enrollmentId: id, ...push.subscribe() })
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 5, sent: 5 })
  assert.deepEqual(
    (await states(id)).slice(0, 5),
    names.map((name) => `T-60min ${name} sent`),
  )
  const texts = [discord.messages[0]?.content, telegram.messages[0]?.text, smtp.mails[0]?.body, push.shown[0]?.text]
  for (const text of texts)
    assert.match(text ?? '', /Right Sock[^]*scheduled in 60 minutes[^]*launch\.example\/launch\//)
  const rows = JSON.stringify(await deps.db.selectFrom('notification_sends').selectAll().execute())
  for (const secret of ['canary', 'stand-in-token', vapid.privateKey]) assert.ok(!`${rows}${logged()}`.includes(secret))
})

test('when four channels fail, the log gets each slot and the others are retried', async (t) => {
  const { deps, clock, dispatch, states, discord, telegram, smtp, push } = await startAll(t)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: launchAt }])
  await seedSubscription(deps, { enrollmentId: id, ...push.subscribe() })
  await Promise.all([discord, telegram, smtp, push].map(({ close }) => close()))
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.deepEqual(await dispatch(), { ...nothingDone, claimed: 5, sent: 1, retried: 4 })
  const expected = names.map((name) => `T-60min ${name} ${name === 'logging' ? 'sent' : 'pending'}`)
  assert.deepEqual((await states(id)).slice(0, 5), expected)
})
