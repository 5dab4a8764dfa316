import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type TelegramWorld, startTelegram, tooMany } from '../../dev/stand-ins/telegram.ts'
import { failureOf, someNotice } from '../../test/notice.ts'
import { openTelegram } from './transport-telegram.ts'

const signal = new AbortController().signal
const bot = { token: '123456:stand-in', chat: '@launches' }

async function open(t: TestContext, world: Partial<TelegramWorld> = {}) {
  const telegram = await startTelegram({ token: bot.token, chats: [bot.chat], ...world })
  t.after(telegram.close)
  return { telegram, transport: openTelegram({ ...bot, apiBase: telegram.url }) }
}

test('a message tells everything, its id is the receipt, and the next one waits a second', async (t) => {
  const { telegram, transport } = await open(t)
  assert.deepEqual(await transport.send(someNotice(), signal), { receipt: '1', pauseMs: 1000 })
  assert.deepEqual(telegram.messages, [
    {
      chat_id: '@launches',
      text: [
        'Left Sock ($SOCK): scheduled in 60 minutes',
        'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
        'Score 75.30 of 100, band green, higher is better; scored 3 days ago.',
        'https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
      ].join('\n'),
      entities: [{ type: 'code', offset: 0, length: 'Left Sock ($SOCK)'.length }],
      link_preview_options: { is_disabled: true },
    },
  ])
})

test('a stranger’s words are sent as code without a parse mode, counted in UTF-16 units', async (t) => {
  const { telegram, transport } = await open(t)
  const name = '🧦 <b>t.me/evil</b> @admin /start'
  await transport.send(someNotice({ name }), signal)
  const [message] = telegram.messages
  const [code] = message?.entities ?? []
  assert.equal(message?.parse_mode, undefined)
  assert.equal(message?.text.slice(code?.offset, (code?.offset ?? 0) + (code?.length ?? 0)), `${name} ($SOCK)`)
})

test('a refusal for the rate is for the whole bot, as long as it says', async (t) => {
  const { transport } = await open(t, { faultOf: () => tooMany(17) })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 17_000, isForAll: true }
  assert.deepEqual(await failureOf(transport.send(someNotice(), signal)), failure)
})

test('a chat that takes no more says so', async (t) => {
  const { transport } = await open(t, { limit: { messages: 1, windowMs: 60_000 } })
  await transport.send(someNotice(), signal)
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 60_000, isForAll: true }
  assert.deepEqual(await failureOf(transport.send(someNotice(), signal)), failure)
})

test('a wrong token and a chat that isn’t there are final', async (t) => {
  const { telegram } = await open(t)
  const final = { isFinal: true, retryAfterMs: undefined, isForAll: false }
  const wrongToken = openTelegram({ ...bot, token: '1:wrong', apiBase: telegram.url })
  assert.deepEqual(await failureOf(wrongToken.send(someNotice(), signal)), { reason: 'http_401', ...final })
  const wrongChat = openTelegram({ ...bot, chat: '@elsewhere', apiBase: telegram.url })
  assert.deepEqual(await failureOf(wrongChat.send(someNotice(), signal)), { reason: 'http_400', ...final })
})

test('an outage is to be repeated, and no failure holds the token', async (t) => {
  const { transport } = await open(t, { faultOf: () => 'reset' })
  const failure = await failureOf(transport.send(someNotice(), signal))
  assert.deepEqual(failure, { reason: 'unavailable', isFinal: false, retryAfterMs: undefined, isForAll: false })
})
