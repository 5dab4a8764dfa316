import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type TelegramWorld, startTelegram, tooMany } from '../../../dev/stand-ins/telegram.ts'
import { signalLines, someNotice, toFailure } from '../../../test/fixtures/notice.ts'
import { createTelegramChannel } from './telegram.ts'

const signal = new AbortController().signal
const bot = { token: '123456:stand-in', chat: '@launches' }

async function open(t: TestContext, world: Partial<TelegramWorld> = {}) {
  const telegram = await startTelegram({ token: bot.token, chats: [bot.chat], ...world })
  t.after(telegram.close)
  return { telegram, channel: createTelegramChannel({ ...bot, apiBase: telegram.url }) }
}

test('Telegram: a message holds all facts, and the next one waits a second', async (t) => {
  const { telegram, channel } = await open(t)
  assert.deepEqual(await channel.send(someNotice(), signal), { receipt: '1', spacingMs: 1000 })
  assert.deepEqual(telegram.messages, [
    {
      chat_id: '@launches',
      text: [
        'Left Sock ($SOCK): scheduled in 60 minutes',
        '● 75.3 out of 100, green; higher is better. Scored 3 days ago.',
        'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
        ...signalLines,
        'https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
      ].join('\n'),
      entities: [
        { type: 'code', offset: 0, length: 'Left Sock ($SOCK)'.length },
        { type: 'pre', offset: 190, length: signalLines.join('\n').length },
      ],
      link_preview_options: { is_disabled: true },
    },
  ])
})

test('Telegram: a critical warning comes first, outside the quoted name', async (t) => {
  const { telegram, channel } = await open(t)
  await channel.send(someNotice({ warnings: ['listed_deployer'] }), signal)
  const [message] = telegram.messages
  const [subject, first] = message?.text.split('\n') ?? []
  assert.equal(subject, '⚑ Listed deployer: Left Sock ($SOCK): scheduled in 60 minutes')
  assert.equal(first, '⚑ Listed deployer: the deployer’s wallet has been reported for malicious activity.')
  const { offset = 0, length = 0 } = message?.entities?.[0] ?? {}
  assert.equal(message?.text.slice(offset, offset + length), 'Left Sock ($SOCK)')
})

test('Telegram: the name is sent as code without a parse mode', async (t) => {
  const { telegram, channel } = await open(t)
  const name = '🧦 <b>t.me/evil</b> @admin /start'
  await channel.send(someNotice({ name }), signal)
  const [message] = telegram.messages
  const [code, pre] = message?.entities ?? []
  assert.equal(message?.parse_mode, undefined)
  assert.equal(message?.text.slice(code?.offset, (code?.offset ?? 0) + (code?.length ?? 0)), `${name} ($SOCK)`)
  assert.equal(message?.text.slice(pre?.offset, (pre?.offset ?? 0) + (pre?.length ?? 0)), signalLines.join('\n'))
})

test('Telegram: 429 pauses the channel for retry_after', async (t) => {
  const { channel } = await open(t, { findFault: () => tooMany(17) })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 17_000, isForAll: true }
  assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
})

test('Telegram: no response pauses the channel for longer than an hour', async (t) => {
  const { channel } = await open(t, { findFault: () => tooMany(1e13) })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 3_600_000, isForAll: true }
  assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
})

test('Telegram: a chat that accepts no more is a final failure', async (t) => {
  const { channel } = await open(t, { limit: { messages: 1, windowMs: 60_000 } })
  await channel.send(someNotice(), signal)
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 60_000, isForAll: true }
  assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
})

test('Telegram: a wrong token and an unknown chat are final failures', async (t) => {
  const { telegram } = await open(t)
  const final = { isFinal: true, retryAfterMs: undefined, isForAll: false }
  const wrongToken = createTelegramChannel({ ...bot, token: '1:wrong', apiBase: telegram.url })
  assert.deepEqual(await toFailure(wrongToken.send(someNotice(), signal)), { reason: 'http_401', ...final })
  const wrongChat = createTelegramChannel({ ...bot, chat: '@elsewhere', apiBase: telegram.url })
  assert.deepEqual(await toFailure(wrongChat.send(someNotice(), signal)), { reason: 'http_400', ...final })
})

test('Telegram: an outage is temporary, and no failure holds the token', async (t) => {
  const { channel } = await open(t, { findFault: () => 'reset' })
  const failure = await toFailure(channel.send(someNotice(), signal))
  assert.deepEqual(failure, { reason: 'unavailable', isFinal: false, retryAfterMs: undefined, isForAll: false })
})
