import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { connectionBounds } from '../src/platform/http/connections.ts'
import { type AppOptions, startApp, startWorld } from './world/app.ts'
import { until } from './world/waiting.ts'

/** The service on a socket, with its bounds changed by `over`. */
async function listen(t: TestContext, over: Partial<typeof connectionBounds> = {}, options: AppOptions = {}) {
  const service = await startApp(t, {
    ...options,
    config: { connections: { ...connectionBounds, checkMs: 20, ...over } },
  })
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }))
  const open = async (head = '') => {
    const socket = connect(Number(port), '127.0.0.1')
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    if (head) socket.write(head)
    return socket
  }
  const closed = async () => {
    const { values } = await service.deps.metrics.connectionsClosed.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))
  }
  return { ...service, open, closed, url: `http://127.0.0.1:${port}` }
}

const isHealthy = async (url: string) => (await fetch(`${url}/health`, { headers: { connection: 'close' } })).ok
const post = 'POST /v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a'

/** Waits until a socket has been closed by the other side. */
const gone = (socket: Socket) => (socket.closed ? undefined : once(socket.resume(), 'close'))

test('half a body is 408 at its deadline, and the socket closes despite more data', async (t) => {
  const { app, open } = await listen(t, { requestMs: 100, headersMs: 100 })
  const socket = await open(post)
  const drip = setInterval(() => socket.write(' '), 20)
  t.after(() => clearInterval(drip))
  const [response] = (await once(socket, 'data')) as [Buffer]
  assert.match(String(response), /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"bad_request"/)
  await gone(socket)
  await until(async () => (await countConnections(app)) === 0)
})

test('half a header, or nothing at all, is 408 too', async (t) => {
  const { open } = await listen(t, { headersMs: 100 })
  for (const head of ['GET /health HTTP/1.1\r\nHost: x\r\nX-', '']) {
    const socket = await open(head)
    assert.match(await text(socket), /^HTTP\/1\.1 408 /)
  }
})

test('a client that neither reads its refusal nor closes its side keeps no connection', async (t) => {
  const { app, open } = await listen(t, {})
  const socket = await open('no HTTP\r\n\r\n')
  socket.pause()
  await until(async () => (await countConnections(app)) === 0)
  socket.resume()
  await gone(socket)
})

test('a response that takes longer than a request may is not cut off', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 3000 } })
  const { url, submission } = await listen(t, { requestMs: 1000, headersMs: 1000 }, { world })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body: JSON.stringify(submission()) })
  assert.equal(response.status, 201)
})

test('a refusal that has been answered before its body arrived is not answered again', async (t) => {
  const { open } = await listen(t, { requestMs: 100, headersMs: 100 })
  const socket = await open(post.replace('POST /v1/enroll', 'DELETE /v1/score'))
  const responses = await text(socket)
  assert.match(responses, /^HTTP\/1\.1 405 /)
  assert.equal(responses.split('HTTP/1.1').length, 2)
})

test('a stopping server doesn’t wait for requests that never complete', async (t) => {
  const { app, open } = await listen(t, {})
  for (const head of ['', 'GET /health HTTP/1.1\r\nHost: x\r\n', post]) await open(head)
  await until(async () => (await countConnections(app)) === 3)
  await app.close()
  assert.equal(await countConnections(app), 0)
})

test('the pages link to no host that a request names', async (t) => {
  const { open } = await listen(t, {})
  const socket = await open(
    'GET http://evil.example/launches?limit=abc HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n',
  )
  const page = await text(socket)
  assert.match(page, /^HTTP\/1\.1 400 [^]*href="\/launches"/)
  assert.doesNotMatch(page, /evil\.example/)
})

test('one network holds no more connections than its share; others are served', async (t) => {
  const { app, open, closed } = await listen(t, { maxPerNetwork: 5 })
  const sockets: Socket[] = []
  for (let n = 0; n < 5; n += 1) sockets.push(await open())
  const sixth = await open('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  await gone(sixth)
  assert.deepEqual(await closed(), { network: 1 })
  sockets.pop()?.destroy()
  await until(async () => (await countConnections(app)) === 4)
  const again = await open('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  assert.match(await text(again), /^HTTP\/1\.1 200 /)
})

test('a proxy that is trusted has as many connections as there are', async (t) => {
  const { open, url } = await listen(t, { maxPerNetwork: 5 }, { environment: { TRUST_PROXY: '127.0.0.1' } })
  for (let n = 0; n < 20; n += 1) await open()
  assert.ok(await isHealthy(url))
})

test('with all connections held, a probe is served and the longest idle one closed', async (t) => {
  const bounds = { maxConnections: 20 }
  const { app, open, closed, url } = await listen(t, bounds, { environment: { TRUST_PROXY: '127.0.0.1' } })
  const sockets: Socket[] = []
  for (const head of ['', post, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'])
    for (let n = 0; n < 20; n += 1) sockets.push(await open(head))
  for (let n = 0; n < 5; n += 1) assert.ok(await isHealthy(url))
  assert.ok((await countConnections(app)) <= 20)
  assert.ok(((await closed()).idle ?? 0) >= 40)
  await gone(sockets[0] ?? assert.fail())
})

test('with all connections held, one that waits for its response is not closed', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 1500 } })
  const environment = { ...world.environment, TRUST_PROXY: '127.0.0.1' }
  const { open, closed, url, submission } = await listen(t, { maxConnections: 20 }, { world, environment })
  const headers = { 'content-type': 'application/json' }
  const scoring = fetch(`${url}/v1/score`, { method: 'POST', headers, body: JSON.stringify(submission()) })
  await until(() => world.model.requests.length > 0)
  for (let n = 0; n < 40; n += 1) await open()
  assert.equal((await scoring).status, 201)
  assert.ok(((await closed()).idle ?? 0) >= 20)
})

test('sixteen pipelined requests are answered, in each of two rounds', async (t) => {
  const { open } = await listen(t)
  const socket = await open()
  for (let round = 0; round < 2; round += 1) {
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(16))
    let responses = ''
    while (responses.split('{"status":"ok"}').length < 17)
      responses += String(((await once(socket, 'data')) as [Buffer])[0])
  }
  assert.equal(socket.destroyed, false)
})

for (const header of ['Host: x', 'Expect: x'])
  test(`of 2,000 pipelined requests with “${header}”, 17 are read and the connection closes`, async (t) => {
    const { app, open, closed, url } = await listen(t)
    let read = 0
    for (const event of ['request', 'checkExpectation']) app.server.on(event, () => (read += 1))
    const socket = await open(`GET /nothing HTTP/1.1\r\n${header}\r\n\r\n`.repeat(2000))
    await new Promise((resolve) => void socket.resume().once('close', resolve)) // the end is a reset
    assert.equal(read, 17)
    assert.deepEqual(await closed(), { pipelined: 1 })
    assert.ok(await isHealthy(url))
  })

const countConnections = (app: {
  server: { getConnections: (done: (fault: Error | null, count: number) => void) => void }
}) => new Promise<number>((resolve) => app.server.getConnections((_fault, count) => resolve(count)))
