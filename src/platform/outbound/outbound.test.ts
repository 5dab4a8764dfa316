import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type RequestListener, type Server, createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type HostFault, type ImageHostOptions, startImageHost } from '../../../dev/stand-ins/image-host.ts'
import {
  type Outbound,
  OutboundFailed,
  type OutboundFault,
  type OutboundOptions,
  OutboundRefused,
  type OutboundRequest,
  openOutbound,
} from './outbound.ts'
import { askSystem } from './resolver.ts'
import { closeAfter } from '../../../test/world/waiting.ts'

const unreachableMessage = 'must be reachable at a public address'
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/tls', name), { encoding: 'utf8' })
const tls = { key: fixture('server.key'), cert: fixture('server.pem') }
const ca = fixture('ca.pem')
const body = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251))

const plain: OutboundRequest = {
  method: 'GET',
  maxBytes: 100_000,
  onTooLarge: 'refuse',
  signal: new AbortController().signal,
}

function open(t: TestContext, options: Partial<OutboundOptions> = {}) {
  const outbound = openOutbound({ allow: ['127.0.0.1'], resolve: askSystem, ...options })
  closeAfter(t, outbound.close)
  return outbound
}

type Open = (options?: Partial<OutboundOptions>) => Outbound

/** Each way to send must keep the same promises: undici's connections, and sockets of our own. */
function testBoth(name: string, run: (t: TestContext, open: Open) => Promise<void>) {
  for (const connections of [8, null])
    test(`${name} (connections: ${connections})`, { timeout: 60_000 }, (t) =>
      run(t, (options) => open(t, { ...options, connections })),
    )
}

async function host(t: TestContext, options: ImageHostOptions) {
  const server = await startImageHost(options)
  closeAfter(t, server.close)
  return server
}

/** A server of the test's own making. */
async function serve(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/` }
}

/** Resolves when the next connection to `server` has ended, cleanly or not. */
const hangUp = (server: Server) =>
  new Promise<void>((resolve) => server.once('connection', (socket) => socket.once('close', () => resolve())))

const failedBy = (reason: OutboundFault, message?: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundFailed)
  assert.equal(error.reason, reason)
  if (message !== undefined) assert.equal(error.message, message)
  return true
}

testBoth('an answer comes with its status, headers and bytes', async (t, open) => {
  const { url, requests } = await host(t, { images: { '/a.png?b=1': body } })
  const response = await open().request(`${url}/a.png?b=1`, plain)
  assert.deepEqual([response.status, response.headers['content-type'], response.isTruncated], [200, 'image/png', false])
  assert.deepEqual(response.body, body)
  assert.equal(requests[0]?.headers['accept-encoding'], undefined)
  assert.equal(requests[0]?.headers.host, new URL(url).host)
})

testBoth('a body and headers arrive as given, and the answer may be without any', async (t, open) => {
  const seen: unknown[] = []
  const { url } = await serve(t, (request, response) => {
    const { 'content-length': length, 'x-event': event } = request.headers
    request.on('data', (chunk: Buffer) => seen.push(chunk.toString()))
    request.on('end', () => {
      seen.push(request.method, length, event)
      response.writeHead(204).end()
    })
  })
  const response = await open().request(url, {
    ...plain,
    method: 'POST',
    headers: { 'x-event': 'e' },
    body: '{"a":"ü"}',
  })
  assert.deepEqual(seen, ['{"a":"ü"}', 'POST', '10', 'e'])
  assert.deepEqual([response.status, response.body.length], [204, 0])
})

test('connections are kept for later requests', async (t) => {
  const { url, connections } = await host(t, { images: { '/': body } })
  const outbound = open(t)
  for (let n = 0; n < 6; n++) await outbound.request(url, plain)
  assert.ok(connections() <= 2, `${connections()} connections`)
})

for (const connections of [8, null, 'unshared'] as const)
  test(`interim responses are skipped, and the connection is kept (connections: ${connections})`, async (t) => {
    let opened = 0
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    const server = createTcpServer((socket) => {
      opened++
      socket.on('data', () =>
        socket.write(`${interim}HTTP/1.1 200 OK\r\nretry-after: 1\r\nretry-after: 2\r\ncontent-length: 2\r\n\r\nok`),
      )
      t.after(() => socket.destroy())
    }).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const outbound = open(t, { connections })
    const { port } = server.address() as AddressInfo
    for (let n = 0; n < 5; n++) {
      const { status, body, headers } = await outbound.request(`http://127.0.0.1:${port}/`, plain)
      assert.deepEqual([status, body.toString(), headers['retry-after']], [200, 'ok', '1'])
    }
    assert.ok(connections === 'unshared' ? opened === 5 : opened <= 2, `${opened} connections`)
  })

testBoth('a redirect is an answer, and nobody follows it', async (t, open) => {
  const trap = await host(t, {})
  const { url } = await host(t, { faults: { '/': { redirect: `${trap.url}/secret` } } })
  const response = await open().request(url, plain)
  assert.deepEqual([response.status, response.headers.location], [302, `${trap.url}/secret`])
  assert.equal(trap.connections(), 0)
})

testBoth('an address that breaks a rule is refused before a name is resolved', async (t, open) => {
  const outbound = open({ allow: [], resolve: () => assert.fail('a name was resolved') })
  for (const url of [
    'http://pictures.example/',
    'https://127.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://metadata/',
  ]) {
    assert.throws(() => outbound.check(url), OutboundRefused)
    await assert.rejects(outbound.request(url, plain), OutboundRefused)
  }
})

const nonPublicResponses = [
  [{ address: '127.0.0.1', family: 4 }],
  [{ address: '::ffff:127.0.0.1', family: 6 }],
  [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ],
  [
    { address: '2606:4700::1111', family: 6 },
    { address: 'fe80::1', family: 6 },
  ],
]

for (const responses of nonPublicResponses) {
  testBoth(
    `a name that resolves to ${responses.map(({ address }) => address).join(' and ')} is refused`,
    async (t, open) => {
      const outbound = open({ resolve: async () => responses })
      const asked = outbound.request('https://rebind.example/', plain)
      await assert.rejects(asked, (error) => error instanceof OutboundRefused && error.message === unreachableMessage)
    },
  )
}

testBoth('unknown names, closed ports and private addresses are told in the same words', async (t, open) => {
  const closed = await host(t, {})
  await closed.close()
  const outbound = open({ resolve: () => Promise.reject(new Error('ENOTFOUND pictures.example')) })
  const nowhere = open({ resolve: async () => [] })
  await assert.rejects(outbound.request('https://pictures.example/', plain), failedBy('dns', unreachableMessage))
  await assert.rejects(nowhere.request('https://pictures.example/', plain), failedBy('dns', unreachableMessage))
  await assert.rejects(outbound.request(closed.url, plain), failedBy('connect', unreachableMessage))
})

const toLocalhost = async () => [{ address: '127.0.0.1', family: 4 }]

testBoth('a host is asked by its own name under a certificate of a trusted authority', async (t, open) => {
  const { port, requests } = await host(t, { images: { '/': body }, tls })
  const outbound = open({ allow: ['pictures.example'], resolveExempt: toLocalhost, ca })
  const response = await outbound.request(`https://pictures.example:${port}/`, plain)
  assert.deepEqual(response.body, body)
  assert.equal(Reflect.get(requests[0]?.socket ?? {}, 'servername'), 'pictures.example')
})

for (const [why, name, trusted] of [
  ['an authority nobody trusts', 'pictures.example', ''],
  ['another host', 'other.example', ca],
] as const) {
  testBoth(`a certificate of ${why} ends the exchange before a request is sent`, async (t, open) => {
    const { port, requests } = await host(t, { images: { '/': body }, tls })
    const outbound = open({ allow: [name], resolveExempt: toLocalhost, ...(trusted && { ca: trusted }) })
    await assert.rejects(outbound.request(`https://${name}:${port}/`, plain), failedBy('tls'))
    assert.deepEqual(requests, [])
  })
}

testBoth('a server that doesn’t speak TLS fails as such', async (t, open) => {
  const { port } = await host(t, { images: { '/': body } })
  await assert.rejects(open().request(`https://127.0.0.1:${port}/`, plain), failedBy('tls'))
})

const faulty = async (t: TestContext, fault: HostFault) =>
  (await host(t, { images: { '/': body }, faults: { '/': fault } })).url

for (const fault of ['hang', 'drip'] as const) {
  testBoth(`a server that ${fault}s is left when the time is over`, async (t, open) => {
    const asked = open().request(await faulty(t, fault), { ...plain, signal: AbortSignal.timeout(60) })
    await assert.rejects(asked, failedBy('timeout'))
  })
}

// undici would wait for its own connect time-out of ten seconds.
testBoth('a name server that hangs is left when the time is over', async (t, open) => {
  const outbound = open({ resolve: () => new Promise(() => {}) })
  const asked = outbound.request('https://pictures.example/', { ...plain, signal: AbortSignal.timeout(20) })
  await assert.rejects(asked, failedBy('timeout'))
})

testBoth('a server that never answers the TLS hello is left when the time is over', async (t, open) => {
  const server = createTcpServer((socket) => t.after(() => socket.destroy())).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = open().request(`https://127.0.0.1:${port}/`, { ...plain, signal: AbortSignal.timeout(50) })
  await assert.rejects(asked, failedBy('timeout'))
})

testBoth('an abort in the middle of a body rejects with its reason and hangs up', async (t, open) => {
  const controller = new AbortController()
  const reason = new Error('the caller left')
  const { server, url } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('a', () => controller.abort(reason))
  })
  const hungUp = hangUp(server)
  await assert.rejects(open().request(url, { ...plain, signal: controller.signal }), (error) => error === reason)
  await hungUp
})

testBoth('a signal that has fired keeps the request from being made', async (t, open) => {
  const { url, connections } = await host(t, {})
  const reason = new Error('too late')
  const asked = open().request(url, { ...plain, signal: AbortSignal.abort(reason) })
  await assert.rejects(asked, (error) => error === reason)
  assert.equal(connections(), 0)
})

for (const fault of ['cut', 'promises too much', 'garbage'] as const) {
  testBoth(`an answer that is broken (${fault}) is an error`, async (t, open) => {
    await assert.rejects(
      open().request(await faulty(t, fault), plain),
      failedBy('broken', 'must send a complete response'),
    )
  })
}

testBoth('what comes after the promised length is not part of the answer', async (t, open) => {
  const response = await open().request(await faulty(t, 'promises too little'), plain)
  assert.deepEqual(response.body, body.subarray(0, 500))
})

testBoth('a body of just as many bytes as may be read is taken, one more is refused', async (t, open) => {
  const { url } = await host(t, { images: { '/': body } })
  const outbound = open()
  const response = await outbound.request(url, { ...plain, maxBytes: 1000 })
  assert.deepEqual([response.body.length, response.isTruncated], [1000, false])
  await assert.rejects(outbound.request(url, { ...plain, maxBytes: 999 }), failedBy('too_large'))
})

for (const fault of ['promises a terabyte', 'flood'] as const) {
  testBoth(`too large a body (${fault}) is refused without reading all of it`, async (t, open) => {
    await assert.rejects(open().request(await faulty(t, fault), plain), failedBy('too_large'))
  })
}

testBoth('a connection is not kept for the sake of a body that nobody reads', async (t, open) => {
  const { server, url } = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 1e6 }).flushHeaders()
  })
  const hungUp = hangUp(server)
  await assert.rejects(open().request(url, plain), failedBy('too_large'))
  await hungUp
})

testBoth('a body without end is cut where asked, and the connection with it', async (t, open) => {
  const { server, url } = await serve(t, (_request, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(body));
    }
    response.on('drain', pour)
    pour()
  })
  const hungUp = hangUp(server)
  const response = await open().request(url, { ...plain, maxBytes: 1500, onTooLarge: 'truncate' })
  assert.equal(response.isTruncated, true)
  assert.deepEqual(response.body, Buffer.concat([body, body]).subarray(0, 1500))
  await hungUp
})

for (const connections of [8, null])
  test(`closing ends what is under way and keeps no connection (connections: ${connections})`, async (t) => {
    const { server, url } = await serve(t, () => {})
    const arrived = once(server, 'request')
    const hungUp = hangUp(server)
    const outbound = openOutbound({ allow: ['127.0.0.1'], resolve: askSystem, connections })
    const asked = assert.rejects(outbound.request(url, plain), failedBy('broken'))
    await arrived
    await outbound.close()
    await asked
    await hungUp
  })

for (const connections of [8, null, 'unshared'] as const) {
  test(`of 1,000 names that nobody knows nothing is kept (connections: ${connections})`, async (t) => {
    const outbound = open(t, { resolve: () => Promise.reject(new Error('no such name')), connections })
    // A signal for each, because adding a listener to one signal takes longer the more it has.
    const asked = Array.from({ length: 1000 }, (_, n) =>
      outbound.request(`https://h${n}.unknown.test/`, { ...plain, signal: new AbortController().signal }),
    )
    for (const one of await Promise.allSettled(asked)) assert.equal(one.status, 'rejected')
    assert.equal(outbound.origins(), 0)
  })
}

test('an unshared connection closes after its response, or when its caller leaves', async (t) => {
  const { server, url } = await serve(t, (_request, response) => void response.end('a'))
  const outbound = open(t, { connections: 'unshared' })
  const hungUp = hangUp(server)
  await outbound.request(url, plain)
  await hungUp
  const silent = createTcpServer((socket) => t.after(() => socket.destroy())).listen(0, '127.0.0.1')
  t.after(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const caller = new AbortController()
  const connected = once(silent, 'connection')
  const asked = outbound.request(`https://127.0.0.1:${port}/`, { ...plain, signal: caller.signal })
  const [socket] = await connected
  const closed = once(socket, 'close')
  caller.abort(new Error('gone'))
  await assert.rejects(asked, { message: 'gone' })
  socket.resume()
  await closed
  assert.equal(outbound.origins(), 0)
})
