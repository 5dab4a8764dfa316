import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { closeAfter } from '../../../test/world/waiting.ts'
import { openOutbound, type OutboundOptions, type OutboundRequest } from './outbound.ts'
import { askSystem } from './resolver.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const other = 'HTTP/1.1 500 No\r\ncontent-length: 4\r\n\r\nevil'
const post: OutboundRequest = {
  method: 'POST',
  body: '{}',
  maxBytes: 100_000,
  onTooLarge: 'truncate',
  signal: new AbortController().signal,
}

interface RawServer {
  url: string
  sockets: Socket[]
  /** All bytes of each connection so far. */
  received: string[]
}

async function listen(t: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Calls `respond` with each piece of a request that arrives. */
async function serve(t: TestContext, respond: (socket: Socket, connection: number) => unknown): Promise<RawServer> {
  const sockets: Socket[] = []
  const received: string[] = []
  const server = createServer((socket) => {
    const connection = sockets.push(socket.on('error', () => {})) - 1
    received.push('')
    socket.on('data', (bytes: Buffer) => {
      received[connection] += bytes.toString()
      respond(socket, connection)
    })
    t.after(() => socket.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(t, server)}/`, sockets, received }
}

function open(t: TestContext, options: Partial<OutboundOptions> = {}) {
  const outbound = openOutbound({ allow: ['127.0.0.1'], resolve: askSystem, connections: null, ...options })
  closeAfter(t, outbound.close)
  return outbound
}

type Sender = ReturnType<typeof open>

async function send(outbound: Sender, url: string, request: Partial<OutboundRequest> = {}): Promise<string> {
  const { status, body } = await outbound.request(url, { ...post, ...request })
  return `${status} ${body.toString()}`
}

test('requests in turn share a connection', async (t) => {
  const { url, sockets, received } = await serve(t, (socket) => socket.write(ok))
  const outbound = open(t)
  for (let n = 0; n < 3; n++) assert.equal(await send(outbound, url), '200 ok')
  assert.deepEqual([sockets.length, outbound.origins()], [1, 1])
  assert.equal(received[0]?.match(/POST \/ HTTP/g)?.length, 3)
})

test('requests at once have a connection each', async (t) => {
  const { url, sockets } = await serve(t, () => {
    if (sockets.length === 3) for (const socket of sockets) socket.write(ok)
  })
  const outbound = open(t)
  const all = await Promise.all([send(outbound, url), send(outbound, url), send(outbound, url)])
  assert.deepEqual(all, ['200 ok', '200 ok', '200 ok'])
})

test('a response that comes byte by byte is whole, and its connection is kept', async (t) => {
  const { url, sockets } = await serve(t, async (socket) => {
    socket.setNoDelay(true)
    for (const byte of `HTTP/1.1 103 Early\r\nlink: a\r\n\r\n${ok}`)
      await new Promise((resolve) => socket.write(byte, resolve))
  })
  const outbound = open(t)
  for (let n = 0; n < 3; n++) assert.equal(await send(outbound, url), '200 ok')
  assert.equal(sockets.length, 1)
})

test('bytes behind a response are no response to the next request', async (t) => {
  const { url, sockets } = await serve(t, (socket, connection) => socket.write(connection === 0 ? ok + other : ok))
  const outbound = open(t)
  for (let n = 0; n < 2; n++) assert.equal(await send(outbound, url), '200 ok')
  assert.equal(sockets.length, 2)
})

test('a response that nobody asked for ends its connection', async (t) => {
  const { url, sockets } = await serve(t, (socket) => socket.write(ok))
  const outbound = open(t)
  await send(outbound, url)
  const [first] = sockets
  assert.ok(first)
  const closed = once(first, 'close')
  first.write(other)
  await closed
  assert.equal(await send(outbound, url), '200 ok')
  assert.equal(sockets.length, 2)
})

test('a connection that its server has closed is not used again', async (t) => {
  const { url, sockets } = await serve(t, (socket) => socket.write(ok))
  const outbound = open(t)
  await send(outbound, url)
  const [first] = sockets
  assert.ok(first)
  first.end()
  await once(first, 'close')
  assert.equal(await send(outbound, url), '200 ok')
  assert.equal(sockets.length, 2)
})

for (const head of [
  'HTTP/1.0 200 OK\r\ncontent-length: 2',
  'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nConnection: Close',
  'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=2',
])
  test(`a connection is closed after ${JSON.stringify(head)}`, async (t) => {
    const { url, sockets } = await serve(t, (socket) => socket.write(`${head}\r\n\r\nok`))
    const outbound = open(t)
    assert.equal(await send(outbound, url), '200 ok')
    if (sockets[0]?.closed === false) await once(sockets[0], 'close')
    assert.equal(outbound.origins(), 0)
  })

test('an idle connection is closed before its server would close it', async (t) => {
  const { url, sockets } = await serve(t, (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: max=5, timeout=3\r\ncontent-length: 0\r\n\r\n'),
  )
  const outbound = open(t)
  for (let n = 0; n < 2; n++) await send(outbound, url)
  const [first] = sockets
  assert.ok(first)
  assert.equal(sockets.length, 1)
  await once(first, 'end')
  assert.equal(outbound.origins(), 0)
})

test('a connection is closed when its server responds before it has read the request', async (t) => {
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    t.after(() => socket.destroy())
    socket.on('error', () => {}).write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n')
  })
  const url = `http://127.0.0.1:${await listen(t, server)}/`
  const outbound = open(t)
  assert.equal(await send(outbound, url, { body: 'x'.repeat(30_000_000) }), '413 ')
  assert.equal(outbound.origins(), 0)
})

for (const [what, body] of [
  ['text', '{"name":"Müll 🗑"}'],
  ['bytes', Buffer.from([0xff, 0x00, 0xc3, 0x28])],
] as const)
  test(`a body of ${what} arrives with its length in bytes`, async (t) => {
    const bytes = Buffer.from(body)
    const arrived: Buffer[] = []
    const server = createServer((socket) => {
      t.after(() => socket.destroy())
      socket.on('data', (chunk) => {
        arrived.push(chunk)
        if (Buffer.concat(arrived).subarray(-bytes.length).equals(bytes)) socket.write(ok)
      })
    })
    const url = `http://127.0.0.1:${await listen(t, server)}/hook?a=1`
    assert.equal(await send(open(t), url, { body, headers: { 'x-event': 'e' } }), '200 ok')
    const [head, ...rest] = Buffer.concat(arrived).toString('latin1').split('\r\n\r\n')
    const { host } = new URL(url)
    const lines = ['POST /hook?a=1 HTTP/1.1', `host: ${host}`, 'x-event: e', `content-length: ${bytes.length}`]
    assert.deepEqual(head?.split('\r\n'), lines)
    assert.deepEqual(rest.join(''), bytes.toString('latin1'))
  })

for (const headers of [
  { 'x-event': 'a\r\nx-evil: b' },
  { 'x-event\r\nx-evil': 'a' },
  { 'x event': 'a' },
  { 'x-event': 'ü' },
])
  test(`nothing is sent with the header ${JSON.stringify(headers)}`, async (t) => {
    const { url, sockets } = await serve(t, (socket) => socket.write(ok))
    await assert.rejects(send(open(t), url, { headers }), TypeError)
    assert.equal(sockets.length, 0)
  })

test('each origin has connections of its own', async (t) => {
  const [one, two] = [await serve(t, (socket) => socket.write(ok)), await serve(t, (socket) => socket.write(ok))]
  const outbound = open(t)
  for (const { url } of [one, two, one, two]) await send(outbound, url)
  assert.deepEqual([one.sockets.length, two.sockets.length, outbound.origins()], [1, 1, 2])
})

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url), 'utf8')

const toLocalhost = async () => [{ address: '127.0.0.1', family: 4 }]

test('a TLS connection is kept, and asks for HTTP/1.1 under the name of the host', async (t) => {
  const tls = { key: fixture('server.key'), cert: fixture('server.pem'), ALPNProtocols: ['h2', 'http/1.1'] }
  const names: unknown[] = []
  const server = createTlsServer(tls, (socket) => {
    t.after(() => socket.destroy())
    names.push(socket.servername, socket.alpnProtocol)
    socket.on('data', () => socket.write(ok))
  })
  const url = `https://pictures.example:${await listen(t, server)}/`
  const outbound = open(t, { allow: ['pictures.example'], resolveExempt: toLocalhost, ca: fixture('ca.pem') })
  for (let n = 0; n < 3; n++) assert.equal(await send(outbound, url), '200 ok')
  assert.deepEqual(names, ['pictures.example', 'http/1.1'])
})

test('a connection that is still being made is given up by closing', async (t) => {
  const found = Promise.withResolvers<{ address: string; family: number }[]>()
  const { url, received } = await serve(t, (socket) => socket.write(ok))
  const outbound = openOutbound({
    allow: ['receiver.example'],
    resolve: askSystem,
    resolveExempt: () => found.promise,
    connections: null,
  })
  const sent = send(outbound, url.replace('127.0.0.1', 'receiver.example'))
  await outbound.close()
  found.resolve([{ address: '127.0.0.1', family: 4 }])
  await assert.rejects(sent, { message: 'must send a complete response' })
  assert.equal(outbound.origins(), 0)
  assert.equal(received.join(''), '')
})
