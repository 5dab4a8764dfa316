import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { by, emit, nothingDone, secret, startWebhooks } from './webhook-world.ts'

/** Answers every request on a connection with the same bytes. */
async function startRaw(t: TestContext, answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (chunk) => chunk.includes('POST /') && answer(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What becomes of one delivery to an endpoint that answers so. */
async function outcomeOf(t: TestContext, answer: (socket: Socket) => void, config = {}) {
  const url = await startRaw(t, answer)
  const world = await startWebhooks(t, { config, environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
  const id = await world.subscribe({ endpoint: `${url}/hook` })
  await emit(world.deps)
  const tick = await world.tick()
  const { body } = await by(world, world.holder)('GET', `/v1/webhooks/${id}/deliveries`)
  const [{ state, attempts }] = body.deliveries
  return { tick, state, attempt: attempts[0], length: attempts.length }
}

const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`

const outcomes: [what: string, bytes: string | Buffer, state: string, error: string | null][] = [
  [
    'early hints before a 200',
    head('103 Early Hints', 'link: </a>') + head('200 OK', 'content-length: 0'),
    'delivered',
    null,
  ],
  ['202 and chunks', `${head('202 Accepted', 'transfer-encoding: chunked')}2\r\nok\r\n0\r\n\r\n`, 'delivered', null],
  ['204', head('204 No Content'), 'delivered', null],
  ['304', head('304 Not Modified'), 'pending', 'redirect'],
  [
    '307 to this very service',
    head('307 Temporary Redirect', 'location: http://127.0.0.1/v1/webhooks/dispatch', 'content-length: 0'),
    'pending',
    'redirect',
  ],
  ['408', head('408 Request Timeout', 'content-length: 0'), 'failed', 'http_4xx'],
  ['410', head('410 Gone', 'content-length: 0'), 'failed', 'http_4xx'],
  ['429 with Retry-After', head('429 Too Many Requests', 'retry-after: 1', 'content-length: 0'), 'failed', 'http_4xx'],
  ['999', head('999 Denied', 'content-length: 0'), 'pending', 'http_other'],
  ['503 with Retry-After', head('503 Busy', 'retry-after: 0', 'content-length: 0'), 'pending', 'http_5xx'],
  [
    'a switch of protocols',
    head('101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'),
    'pending',
    'broken',
  ],
  ['a head without end', `HTTP/1.1 200 OK\r\n${`x-filler: ${'x'.repeat(1000)}\r\n`.repeat(200)}`, 'pending', 'broken'],
  ['two lengths', `${head('200 OK', 'content-length: 2', 'content-length: 5')}hello`, 'pending', 'broken'],
  ['nothing but a line break', '\r\n\r\n\r\n', 'pending', 'broken'],
]
for (const [what, bytes, state, error] of outcomes)
  test(`${what} makes a delivery ${state}${error ? ` (${error})` : ''}`, async (t) => {
    const outcome = await outcomeOf(t, (socket) => socket.end(bytes))
    assert.deepEqual([outcome.state, outcome.attempt.error, outcome.length], [state, error, 1])
  })

test('a compressed bomb is kept as it came, in part, and not unpacked', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const answer = head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`)
  const { state, attempt } = await outcomeOf(t, (socket) => socket.end(Buffer.concat([Buffer.from(answer), bomb])))
  assert.equal(state, 'delivered')
  assert.equal(attempt.answer.charCodeAt(0), bomb[0])
  assert.ok(attempt.answer.length <= 1024)
})

test('an answer that drips is cut off when the time is over, and its connection is not used again', async (t) => {
  const config = { deliveryDeadlineMs: 300 }
  const { state, attempt } = await outcomeOf(
    t,
    (socket) => {
      socket.write(head('200 OK', 'content-length: 100000'))
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
    },
    config,
  )
  assert.deepEqual([state, attempt.error], ['pending', 'timeout'])
})

test('a flood of ticks sends each delivery once', async (t) => {
  const { deps, subscribe, tick, receiver } = await startWebhooks(t)
  for (let n = 0; n < 4; n++) await subscribe()
  for (let n = 0; n < 25; n++) await emit(deps)
  const ticks = await Promise.all(Array.from({ length: 40 }, tick))
  const sum = (name: 'claimed' | 'delivered' | 'deferred') => ticks.reduce((total, counts) => total + counts[name], 0)
  assert.deepEqual([sum('delivered'), receiver.arrived.length], [100, 100])
  assert.equal(sum('claimed'), sum('delivered') + sum('deferred'))
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 100)
  assert.deepEqual(await tick(), nothingDone)
})

test('a secret that is rotated while deliveries go out: each is good by the old one or the new', async (t) => {
  const next = 'canary-the-next-webhook-secret-32'
  const verdicts: string[] = []
  const { app, deps, holder, subscribe, tick, receiver } = await startWebhooks(t)
  const id = await subscribe()
  for (let n = 0; n < 60; n++) await emit(deps)
  const ticking = tick()
  await receiver.until(5)
  const { status } = await by({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: next })
  assert.equal(status, 200)
  await ticking
  for (const { verdict } of receiver.arrived) verdicts.push(verdict)
  assert.deepEqual(new Set(verdicts), new Set(['good']), 'the old one signs for 24 hours more')
  await emit(deps)
  await tick()
  const [first = '', second] = String(receiver.arrived.at(-1)?.headers['x-launchscore-signature']).split(',')
  assert.ok(first.startsWith('sha256=') && second?.startsWith('sha256=') && first !== second)
})

const oddEndpoints: [endpoint: string, path: string][] = [
  ['/a%20b/%C3%BC?x=%0d%0aX-Evil:1#top', '/a%20b/%C3%BC?x=%0d%0aX-Evil:1'],
  ['?only=query', '/?only=query'],
  ['/a/../b/./c', '/b/c'],
  ['//double', '//double'],
  [`/${'x'.repeat(1900)}`, `/${'x'.repeat(1900)}`],
]
for (const [endpoint, path] of oddEndpoints)
  test(`an endpoint like ${endpoint.slice(0, 40)} is asked by its path, and no header comes in`, async (t) => {
    const { deps, subscribe, tick, receiver } = await startWebhooks(t)
    await subscribe({ endpoint: receiver.url + endpoint })
    await emit(deps)
    assert.equal((await tick()).delivered, 1)
    assert.equal(receiver.arrived[0]?.path, path)
    assert.equal(receiver.arrived[0]?.headers['x-evil'], undefined)
  })

const repeatSecret = () => ({ status: 400, headers: { 'x-echo': secret }, body: `you said ${secret}` })

test('a secret never shows up in answers, logs of deliveries or errors, even when the receiver repeats it', async (t) => {
  const world = await startWebhooks(t, { react: repeatSecret })
  const id = await world.subscribe()
  await emit(world.deps)
  await world.tick()
  const say = by(world, world.holder)
  const answers = await Promise.all([
    say('GET', '/v1/webhooks'),
    say('GET', `/v1/webhooks/${id}`),
    say('GET', `/v1/webhooks/${id}/deliveries`),
    say('GET', `/v1/webhooks/${id}/events`),
    say('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'short' }),
  ])
  assert.ok(!JSON.stringify(answers.map(({ body }) => body)).includes(secret))
})
