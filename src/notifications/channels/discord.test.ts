import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type DiscordWorld, startDiscord, unknownWebhook } from '../../../dev/stand-ins/discord.ts'
import { toFailure, someNotice } from '../../../test/fixtures/notice.ts'
import { createDiscordChannel } from './discord.ts'

const signal = new AbortController().signal

async function open(t: TestContext, world: DiscordWorld = {}) {
  const discord = await startDiscord(world)
  t.after(discord.close)
  return { discord, channel: createDiscordChannel(discord.url) }
}

test('Discord: a message holds all facts; its id is the receipt', async (t) => {
  const { discord, channel } = await open(t)
  const sent = await channel.send(someNotice(), signal)
  assert.deepEqual(sent, { receipt: '1445300000000000001', spacingMs: 0 })
  assert.deepEqual(discord.messages, [
    {
      content: [
        String.raw`**Left Sock \(\$SOCK\): scheduled in 60 minutes**`,
        '<https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e>',
      ].join('\n'),
      embeds: [
        {
          title: String.raw`Left Sock \(\$SOCK\)`,
          url: 'https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
          description: [
            '● 75.3 out of 100, green; higher is better. Scored 3 days ago.',
            'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
          ].join('\n'),
          color: 0x15884a,
          fields: [
            { name: 'Meme', value: '● ████████░░ 83', inline: true },
            { name: 'Creator', value: '◆ ██████░░░░ 62', inline: true },
            { name: 'Image', value: '● ██████████ 100', inline: true },
            { name: 'Name', value: '● ███████░░░ 70', inline: true },
            { name: 'Social', value: '▼ █░░░░░░░░░ 0', inline: true },
            { name: 'Risk', value: '▼ ████░░░░░░ 44', inline: true },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    },
  ])
})

test('Discord: a critical warning comes first', async (t) => {
  const { discord, channel } = await open(t)
  await channel.send(someNotice({ warnings: ['honeypot', 'copycat'] }), signal)
  const { content = '', embeds: [embed] = [] } = discord.messages[0] ?? {}
  assert.equal(content.split('\n')[0], String.raw`**⚑ Honeypot: Left Sock \(\$SOCK\): scheduled in 60 minutes**`)
  assert.equal(embed?.description.split('\n')[0], '⚑ Honeypot: holders cannot sell this token.')
  assert.equal(embed?.color, 0xb3201a)
})

test('Discord: thread_id in the webhook URL is kept', async (t) => {
  const { discord } = await open(t)
  await createDiscordChannel(`${discord.url}?thread_id=7`).send(someNotice(), signal)
  assert.deepEqual(discord.requests[0]?.query, { thread_id: '7', wait: 'true' })
})

test('Discord: marks in a name do not format, link or mention', async (t) => {
  const { discord, channel } = await open(t)
  const name = '**@everyone** [x](https://evil.example) <@&1> `discord.gg/evil` ||:smile:||'
  await channel.send(someNotice({ name, symbol: '\\' }), signal)
  const [message] = discord.messages
  const [subject = ''] = message?.content.split('\n') ?? []
  const inner = subject.slice(2, -2)
  assert.match(inner, /^(\\[^\w\s]|[\w\s:])+$/)
  assert.equal(inner.replaceAll(/\\(.)/g, '$1'), `${name} ($\\): scheduled in 60 minutes`)
  assert.equal(message?.embeds?.[0]?.title, subject.slice(2, -': scheduled in 60 minutes**'.length))
  assert.deepEqual(message?.allowed_mentions, { parse: [] })
})

test('Discord: the longest name fits', async (t) => {
  const { discord, channel } = await open(t)
  await channel.send(someNotice({ name: '*'.repeat(64), symbol: '_'.repeat(16) }), signal)
  assert.equal(discord.messages.length, 1)
})

test('Discord: an empty rate bucket delays the next send until its reset', async (t) => {
  const { channel } = await open(t, { limit: { calls: 2, windowMs: 60_000 } })
  assert.equal((await channel.send(someNotice(), signal))?.spacingMs, 0)
  const spacingMs = (await channel.send(someNotice(), signal))?.spacingMs ?? 0
  assert.ok(spacingMs > 50_000 && spacingMs <= 60_000, String(spacingMs))
})

test('Discord: 429 pauses the channel for retry_after', async (t) => {
  const limited = { status: 429, body: { message: 'You are being rate limited.', retry_after: 1.337, global: false } }
  const { channel } = await open(t, { findFault: () => limited })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 1337, isForAll: true }
  assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
})

test('Discord: 429 without retry_after pauses the channel for a second', async (t) => {
  const { channel } = await open(t, { findFault: () => ({ status: 429, body: '<h1>no</h1>' }) })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 1000, isForAll: true }
  assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
})

test('Discord: no response pauses the channel for longer than an hour', async (t) => {
  const hour = 3_600_000
  for (const retry_after of [3601, 1e13, 1e300]) {
    const { channel } = await open(t, { findFault: () => ({ status: 429, body: { retry_after } }) })
    const failure = { reason: 'http_429', isFinal: false, retryAfterMs: hour, isForAll: true }
    assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
  }
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '10000000000000' }
  const { channel } = await open(t, { findFault: () => ({ status: 200, body: { id: '1' }, headers }) })
  assert.equal((await channel.send(someNotice(), signal))?.spacingMs, hour)
})

const cases = [
  [unknownWebhook, { reason: 'http_404', isFinal: true }],
  [
    { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } },
    { reason: 'http_401', isFinal: true },
  ],
  [
    { status: 500, body: {} },
    { reason: 'http_500', isFinal: false },
  ],
  ['html 502', { reason: 'http_502', isFinal: false }],
  ['redirect', { reason: 'http_302', isFinal: true }],
  ['reset', { reason: 'unavailable', isFinal: false }],
  ['cut', { reason: 'unavailable', isFinal: false }],
] as const
for (const [fault, failure] of cases)
  test(`${JSON.stringify(fault)} is ${failure.isFinal ? 'final' : 'a failure to be repeated'}`, async (t) => {
    const { channel } = await open(t, { findFault: () => fault })
    const expected = { ...failure, retryAfterMs: undefined, isForAll: false }
    assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), expected)
  })

test('a silent server ends in a timeout', async (t) => {
  const { channel } = await open(t, { findFault: () => 'hang' })
  await assert.rejects(channel.send(someNotice(), AbortSignal.timeout(20)), { name: 'TimeoutError' })
})
