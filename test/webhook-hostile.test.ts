import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { requestAs, emit, zeroCounts, secret, startWebhooks } from './world/webhooks.ts'

/** Responds to every request in the same way. */
async function startRaw(t: TestContext, response: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (chunk) => chunk.includes('POST /') && response(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Delivers one event to an endpoint with this response. */
async function deliverTo(t: TestContext, response: (socket: Socket) => void, config = {}) {
  const url = await startRaw(t, response)
  const world = await startWebhooks(t, { config, environment: { OUTBOUND_ALLOW: '127.0.0.1' } })
  const id = await world.subscribe({ endpoint: `${url}/hook` })
  await emit(world.deps)
  const runDispatch = await world.runDispatch()
  const { body } = await requestAs(world, world.holder)('GET', `/v1/webhooks/${id}/deliveries`)
  const [{ state, attempts }] = body.deliveries
  return { runDispatch, state, attempt: attempts[0], length: attempts.length }
}

const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`

const report = (name: string) => readFileSync(new URL(`fixtures/reports/http/${name}`, import.meta.url))
const ok = head('200 OK', 'content-length: 2') + 'ok'

const outcomes: [what: string, bytes: string | Buffer, state: string, error: string | null][] = [
  [
    'early hints before a 200',
    head('103 Early Hints', 'link: </a>') + head('200 OK', 'content-length: 0'),
    'delivered',
    null,
  ],
  ['a reported 200 with two Retry-After', report('01-receiver-answers-two-retry-after.http'), 'delivered', null],
  ['a reported 100 before a 200', report('03-receiver-sends-100-continue-first.http'), 'delivered', null],
  [
    'three interim responses',
    head('100 Continue') + head('102 Processing') + head('103 Early Hints') + ok,
    'delivered',
    null,
  ],
  [
    'interim responses before a 503',
    head('100') + head('100 Continue') + head('503 Busy', 'content-length: 0'),
    'pending',
    'http_5xx',
  ],
  ['nothing after a 100', head('100 Continue'), 'pending', 'broken'],
  [
    'every header twice',
    head(
      '200 OK',
      ...['server: a', 'date: x', 'retry-after: soon', 'content-type: a', 'location: /', 'set-cookie: a'].flatMap(
        (one) => [one, one],
      ),
      'content-length: 0',
    ),
    'delivered',
    null,
  ],
  [
    'headers with names of prototypes',
    head('200 OK', '__proto__: a', '__proto__: b', 'constructor: a', 'content-length: 0'),
    'delivered',
    null,
  ],
  [
    'an offer to upgrade',
    head('200 OK', 'upgrade: h2c', 'connection: upgrade', 'content-length: 0'),
    'delivered',
    null,
  ],
  ['a header without a colon', head('200 OK', 'nonsense', 'content-length: 0'), 'pending', 'broken'],
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
  ['a length longer than the body', `${head('200 OK', 'content-length: 500')}hello`, 'pending', 'broken'],
  ['a length shorter than the body', `${head('200 OK', 'content-length: 2')}hello`, 'delivered', null],
  ['two lengths', `${head('200 OK', 'content-length: 2', 'content-length: 5')}hello`, 'pending', 'broken'],
  ['nothing but a line break', '\r\n\r\n\r\n', 'pending', 'broken'],
]
for (const [what, bytes, state, error] of outcomes)
  test(`${what}: ${state}${error ? ` (${error})` : ''}`, async (t) => {
    const outcome = await deliverTo(t, (socket) => socket.end(bytes))
    assert.deepEqual([outcome.state, outcome.attempt.error, outcome.length], [state, error, 1])
  })

test('a compressed response is logged in part and not decompressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const response = head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`)
  const { state, attempt } = await deliverTo(t, (socket) => socket.end(Buffer.concat([Buffer.from(response), bomb])))
  assert.equal(state, 'delivered')
  assert.equal(attempt.answer.charCodeAt(0), bomb[0])
  assert.ok(attempt.answer.length <= 1024)
})

test('an endless response is read in part, and its connection is not reused', async (t) => {
  const piece = Buffer.alloc(2 ** 16, 'x')
  let taken = 0
  const pour = (socket: Socket): void => {
    while (!socket.destroyed && socket.write(piece)) taken += piece.length
    socket.once('drain', () => pour(socket))
  }
  const outcome = await deliverTo(t, (socket) => {
    socket.write(head('200 OK', 'connection: close'))
    pour(socket)
  })
  assert.deepEqual([outcome.state, outcome.length], ['delivered', 1])
  assert.ok(taken < 16_000_000, `${taken} bytes were taken`)
})

test('a dripping response is aborted at the deadline, and its connection not reused', async (t) => {
  const config = { deliveryDeadlineMs: 300 }
  const { state, attempt } = await deliverTo(
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

test('forty concurrent dispatches send each delivery once', async (t) => {
  const { deps, subscribe, runDispatch, receiver } = await startWebhooks(t)
  for (let n = 0; n < 4; n++) await subscribe()
  for (let n = 0; n < 25; n++) await emit(deps)
  const dispatches = await Promise.all(Array.from({ length: 40 }, runDispatch))
  // On a busy machine, deliveries that waited for a second are deferred to the next round.
  let last = await runDispatch()
  for (; last.claimed > 0; last = await runDispatch()) dispatches.push(last)
  const sum = (name: 'claimed' | 'delivered' | 'deferred') =>
    dispatches.reduce((total, counts) => total + counts[name], 0)
  assert.deepEqual([sum('delivered'), receiver.arrived.length], [100, 100])
  assert.equal(sum('claimed'), sum('delivered') + sum('deferred'))
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 100)
  assert.deepEqual(last, zeroCounts)
})

test('a rotation during a dispatch loses no delivery of a receiver with the old secret', async (t) => {
  const next = 'canary-the-next-webhook-secret-32'
  const { app, deps, holder, subscribe, runDispatch, receiver } = await startWebhooks(t)
  const id = await subscribe()
  for (let n = 0; n < 60; n++) await emit(deps)
  const dispatching = runDispatch()
  await receiver.until(5)
  const { status } = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: next })
  assert.equal(status, 200)
  const { delivered, deferred } = await dispatching
  assert.equal(delivered + deferred + (await runDispatch()).delivered, 60 + deferred)
  const good = receiver.arrived.filter(({ verdict }) => verdict === 'good')
  assert.equal(new Set(good.map(({ deliveryId }) => deliveryId)).size, 60)
})

const oddEndpoints: [endpoint: string, path: string][] = [
  ['/a%20b/%C3%BC?x=%0d%0aX-Evil:1#top', '/a%20b/%C3%BC?x=%0d%0aX-Evil:1'],
  ['?only=query', '/?only=query'],
  ['/a/../b/./c', '/b/c'],
  ['//double', '//double'],
  [`/${'x'.repeat(1900)}`, `/${'x'.repeat(1900)}`],
]
for (const [endpoint, path] of oddEndpoints)
  test(`an endpoint with ${endpoint.slice(0, 30)} receives its path and no injected header`, async (t) => {
    const { deps, subscribe, runDispatch, receiver } = await startWebhooks(t)
    await subscribe({ endpoint: receiver.url + endpoint })
    await emit(deps)
    assert.equal((await runDispatch()).delivered, 1)
    assert.equal(receiver.arrived[0]?.path, path)
    assert.equal(receiver.arrived[0]?.headers['x-evil'], undefined)
  })

const repeatSecret = () => ({ status: 400, headers: { 'x-echo': secret }, body: `you said ${secret}` })

const fillWithSecret = () => ({ status: 400, body: `${'x'.repeat(1000)}${secret}` })

test('no part of a secret is logged where the logged text ends', async (t) => {
  const world = await startWebhooks(t, { react: fillWithSecret })
  const id = await world.subscribe()
  await emit(world.deps)
  await world.runDispatch()
  const { body: log } = await requestAs(world, world.holder)('GET', `/v1/webhooks/${id}/deliveries`)
  assert.equal(log.deliveries[0]?.attempts[0]?.answer, `${'x'.repeat(1000)}[secret]`)
})

test('a secret that the receiver echoes is in no response, delivery log or log line', async (t) => {
  const world = await startWebhooks(t, { react: repeatSecret })
  const id = await world.subscribe()
  await emit(world.deps)
  await world.runDispatch()
  const say = requestAs(world, world.holder)
  const responses = await Promise.all([
    say('GET', '/v1/webhooks'),
    say('GET', `/v1/webhooks/${id}`),
    say('GET', `/v1/webhooks/${id}/deliveries`),
    say('GET', `/v1/webhooks/${id}/events`),
    say('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'short' }),
  ])
  const [, , { body: log }] = responses
  assert.equal(log.deliveries[0]?.attempts[0]?.answer, 'you said [secret]')
  assert.ok(!JSON.stringify(responses.map(({ body }) => body)).includes(secret))
  assert.ok(!world.logged().includes(secret))
})
