import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type DiscordWorld, startDiscord, unknownWebhook } from '../../dev/stand-ins/discord.ts'
import { failureOf, someNotice } from '../../test/notice.ts'
import { openDiscord } from './transport-discord.ts'

const signal = new AbortController().signal

async function open(t: TestContext, world: DiscordWorld = {}) {
  const discord = await startDiscord(world)
  t.after(discord.close)
  return { discord, transport: openDiscord(discord.url) }
}

test('a message tells everything and its id is the receipt', async (t) => {
  const { discord, transport } = await open(t)
  const sent = await transport.send(someNotice(), signal)
  assert.deepEqual(sent, { receipt: '1445300000000000001', pauseMs: 0 })
  assert.deepEqual(discord.messages, [
    {
      content: [
        String.raw`**Left Sock \(\$SOCK\): scheduled in 60 minutes**`,
        'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
        'Score 75.30 of 100, band green, higher is better; scored 3 days ago.',
        '<https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e>',
      ].join('\n'),
      allowed_mentions: { parse: [] },
      flags: 4,
    },
  ])
})

test('a thread in the webhook’s address stays', async (t) => {
  const { discord } = await open(t)
  await openDiscord(`${discord.url}?thread_id=7`).send(someNotice(), signal)
  assert.deepEqual(discord.requests[0]?.query, { thread_id: '7', wait: 'true' })
})

test('a stranger’s marks format nothing, link nowhere, mention nobody', async (t) => {
  const { discord, transport } = await open(t)
  const name = '**@everyone** [x](https://evil.example) <@&1> `discord.gg/evil` ||:smile:||'
  await transport.send(someNotice({ name, symbol: '\\' }), signal)
  const [message] = discord.messages
  const [subject = ''] = message?.content.split('\n') ?? []
  const inner = subject.slice(2, -2)
  assert.match(inner, /^(\\[^\w\s]|[\w\s:])+$/)
  assert.equal(inner.replaceAll(/\\(.)/g, '$1'), `${name} ($\\): scheduled in 60 minutes`)
  assert.deepEqual(message?.allowed_mentions, { parse: [] })
})

test('the longest name fits', async (t) => {
  const { discord, transport } = await open(t)
  await transport.send(someNotice({ name: '*'.repeat(64), symbol: '_'.repeat(16) }), signal)
  assert.equal(discord.messages.length, 1)
})

test('an empty bucket asks for a pause until it is full again', async (t) => {
  const { transport } = await open(t, { limit: { calls: 2, windowMs: 60_000 } })
  assert.equal((await transport.send(someNotice(), signal))?.pauseMs, 0)
  const pauseMs = (await transport.send(someNotice(), signal))?.pauseMs ?? 0
  assert.ok(pauseMs > 50_000 && pauseMs <= 60_000, String(pauseMs))
})

test('a refusal for the rate is for all, and says how long in parts of a second', async (t) => {
  const limited = { status: 429, body: { message: 'You are being rate limited.', retry_after: 1.337, global: false } }
  const { transport } = await open(t, { faultOf: () => limited })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 1337, isForAll: true }
  assert.deepEqual(await failureOf(transport.send(someNotice(), signal)), failure)
})

test('a refusal for the rate without a number, as of a proxy, is for at least a second', async (t) => {
  const { transport } = await open(t, { faultOf: () => ({ status: 429, body: '<h1>no</h1>' }) })
  const failure = { reason: 'http_429', isFinal: false, retryAfterMs: 1000, isForAll: true }
  assert.deepEqual(await failureOf(transport.send(someNotice(), signal)), failure)
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
    const { transport } = await open(t, { faultOf: () => fault })
    const expected = { ...failure, retryAfterMs: undefined, isForAll: false }
    assert.deepEqual(await failureOf(transport.send(someNotice(), signal)), expected)
  })

test('a server that says nothing is left when the time is up', async (t) => {
  const { transport } = await open(t, { faultOf: () => 'hang' })
  await assert.rejects(transport.send(someNotice(), AbortSignal.timeout(20)), { name: 'TimeoutError' })
})
