import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type StandInResponse, type WireFault, startJsonServer } from '../../../dev/stand-ins/json-server.ts'
import { createGetJson } from './get-json.ts'
import { runInTrace } from '../trace.ts'
import { UpstreamError } from '../errors.ts'

const never = new AbortController().signal

async function startServer(t: TestContext, respond: () => StandInResponse | WireFault) {
  const server = await startJsonServer({ path: '/data?apikey=s3cret', respond })
  t.after(server.close)
  return { ...server, url: new URL(server.url) }
}

const open = ({ timeoutMs = 20_000, maxBytes = 100_000 } = {}) =>
  createGetJson({ provider: 'creator', timeoutMs, maxBytes })

const isFault = (fault: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamError)
  assert.deepEqual([error.provider, error.fault], ['creator', fault])
  assert.doesNotMatch(error.message, /s3cret|127\.0\.0\.1|http/)
  return true
}

test('an answer comes with its status and headers', async (t) => {
  const server = await startServer(t, () => ({ status: 429, headers: { 'Retry-After': '3' }, body: { wait: true } }))
  const response = await open()({ url: server.url, headers: { authorization: 'Bearer x' } }, never)
  assert.deepEqual([response.status, response.headers['retry-after'], response.body], [429, '3', { wait: true }])
  assert.equal(server.requests[0]?.headers.authorization, 'Bearer x')
})

test('interim responses before the answer are skipped', async (t) => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(`${interim}HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"a":12}`))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  assert.deepEqual((await open()({ url }, never)).body, { a: 12 })
})

test('a body is posted as JSON', async (t) => {
  const server = await startServer(t, () => ({ body: {} }))
  await open()({ url: server.url, post: { time: 1 } }, never)
  const [asked] = server.requests
  assert.deepEqual(
    [asked?.method, asked?.headers['content-type'], asked?.body],
    ['POST', 'application/json', '{"time":1}'],
  )
})

test('a user name and password in the address are sent as such', async (t) => {
  const server = await startServer(t, () => ({ body: {} }))
  const url = Object.assign(new URL(server.url), { username: 'us er', password: 'p:ss' })
  await open()({ url }, never)
  assert.equal(server.requests[0]?.headers.authorization, `Basic ${btoa('us er:p:ss')}`)
})

test('what is no JSON is told by an undefined body', async (t) => {
  const responses: (StandInResponse | WireFault)[] = ['html 502', 'html 200', 'cut json', { body: '' }]
  const server = await startServer(t, () => responses.shift() ?? 'hang')
  for (const status of [502, 200, 200, 200]) {
    const response = await open()({ url: server.url }, never)
    assert.deepEqual([response.status, response.body], [status, undefined])
  }
})

test('a redirect is answered, not followed', async (t) => {
  const server = await startServer(t, () => 'redirect')
  const response = await open()({ url: server.url }, never)
  assert.equal(response.status, 302)
  assert.equal(server.requests.length, 1)
})

test('a body over the cap is given up', async (t) => {
  const server = await startServer(t, () => ({ body: { text: 'x'.repeat(100_001) } }))
  const response = await open()({ url: server.url }, never)
  assert.deepEqual([response.isTooLarge, response.body], [true, undefined])
})

test('a body within the cap is read whole', async (t) => {
  const server = await startServer(t, () => ({ body: 'x'.repeat(100_000).replace(/^x|x$/g, '"') }))
  const response = await open()({ url: server.url }, never)
  assert.deepEqual([response.isTooLarge, typeof response.body], [false, 'string'])
})

for (const fault of ['hang', 'drip'] as const) {
  test(`the time-out covers the whole exchange: ${fault}`, async (t) => {
    const server = await startServer(t, () => fault)
    await assert.rejects(open({ timeoutMs: 100 })({ url: server.url }, never), isFault('timeout'))
  })
}

for (const fault of ['cut', 'reset'] as const) {
  test(`a broken connection is unavailable: ${fault}`, async (t) => {
    const server = await startServer(t, () => fault)
    await assert.rejects(open()({ url: server.url }, never), isFault('unavailable'))
  })
}

test('a refused connection is unavailable', async (t) => {
  const server = await startServer(t, () => 'hang')
  await server.close()
  await assert.rejects(open()({ url: server.url }, never), isFault('unavailable'))
})

test('a header that can’t be sent is named nowhere', async (t) => {
  const server = await startServer(t, () => ({ body: {} }))
  const headers = { authorization: 's3cret\n' }
  await assert.rejects(open()({ url: server.url, headers }, never), isFault('unavailable'))
})

for (const fault of ['hang', 'drip'] as const) {
  test(`the caller’s abort comes out with the caller’s reason: ${fault}`, async (t) => {
    const caller = new AbortController()
    const reason = new Error('gone')
    const server = await startServer(t, () => {
      setImmediate(() => caller.abort(reason))
      return fault
    })
    await assert.rejects(open()({ url: server.url }, caller.signal), reason)
  })
}

test('a caller who has left sends nothing', async (t) => {
  const server = await startServer(t, () => ({ body: {} }))
  const reason = new Error('gone')
  await assert.rejects(open()({ url: server.url }, AbortSignal.abort(reason)), reason)
  assert.equal(server.requests.length, 0)
})

test('only a traced client sends the traceparent of the current trace', async (t) => {
  const server = await startJsonServer({ path: '/', respond: () => ({ body: {} }) })
  t.after(server.close)
  const trace = { traceId: 'a'.repeat(32), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  for (const isTraced of [false, true]) {
    const getJson = createGetJson({ provider: 'test', timeoutMs: 20_000, ...(isTraced && { isTraced: true }) })
    await runInTrace(trace, () => getJson({ url: new URL(server.url) }, never))
  }
  assert.deepEqual(
    server.requests.map(({ headers }) => headers['traceparent']),
    [undefined, trace.traceparent],
  )
})

async function startPacking(t: TestContext, coding: string, body: Buffer): Promise<URL> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const packings: [coding: string, pack: (bytes: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (bytes) => bytes],
]

test('a body that a proxy packed is unpacked, within the limit', async (t) => {
  for (const [coding, pack] of packings) {
    const small = await startPacking(t, coding, pack(Buffer.from('\uFEFF{"a":1}')))
    assert.deepEqual((await open()({ url: small }, never)).body, { a: 1 }, coding)
    const large = await startPacking(t, coding, pack(Buffer.from(`"${'x'.repeat(200_000)}"`)))
    assert.deepEqual(await open()({ url: large }, never).then(({ body, isTooLarge }) => [body, isTooLarge]), [
      undefined,
      true,
    ])
  }
})
