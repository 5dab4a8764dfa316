import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { connectionBounds } from '../src/platform/http/connections.ts'
import { ask, startApp, startWorld } from './world/app.ts'

const debug = 20
const info = 30

interface Entry {
  level: number
  status?: number
  path?: string
}

const readEntries = (logged: () => string): Entry[] =>
  logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ path }) => path !== undefined)

test('the log has the path of a request without its query', async (t) => {
  const { app, logged } = await startApp(t)
  await ask(app, { url: '/api/v1/leaderboards?window=24h&secret=canary-query' })
  assert.deepEqual(
    readEntries(logged).map(({ path }) => path),
    ['/api/v1/leaderboards'],
  )
  assert.ok(!logged().includes('canary-query'))
})

test('the log has at most 256 characters of a path', async (t) => {
  const { app, logged } = await startApp(t)
  await ask(app, { url: `/${'a'.repeat(2000)}` })
  assert.deepEqual(
    readEntries(logged).map(({ path }) => path?.length),
    [256],
  )
})

test('404, 405 and 429 are logged at debug level, other errors at info or above', async (t) => {
  const { app, logged } = await startApp(t)
  await ask(app, { url: '/nowhere' })
  await ask(app, { method: 'POST', url: '/nowhere', payload: {} })
  await ask(app, { method: 'DELETE', url: '/v1/score' })
  await ask(app, { method: 'POST', url: '/v1/score', payload: {} })
  const entries = readEntries(logged)
  assert.deepEqual(
    entries.slice(0, 3).map(({ level }) => level),
    [debug, debug, debug],
  )
  assert.ok((entries[3]?.level ?? 0) >= info)
})

for (const [violation, headers] of [
  ['no Host header', 'Connection: close'],
  ['an Expect header that no server meets', 'Host: x\r\nExpect: more\r\nConnection: close'],
] as const)
  test(`requests with ${violation} are logged at debug level, and 429 after 300`, async (t) => {
    const { app, logged } = await startApp(t, { elapsedMs: () => 0 })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const send = async (): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.end(`GET /health HTTP/1.1\r\n${headers}\r\n\r\n`)
      return (await text(socket)).split(' ', 2)[1] ?? ''
    }
    let count = 1
    while ((await send()) !== '429') count++
    assert.ok(count > 300 && count < 600, `${count} requests`)
    assert.deepEqual(new Set(readEntries(logged).map(({ level }) => level)), new Set([debug]))
  })

test('a response without Cache-Control gets no-store', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  const { status, headers } = await score()
  assert.deepEqual([status, headers['cache-control']], [201, 'no-store'])
})

test('a connection that falls silent in a request is closed after silentMs', async (t) => {
  const { app } = await startApp(t, { config: { connections: { ...connectionBounds, silentMs: 100 } } })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    'POST /v1/enroll HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  )
  await once(socket.resume(), 'close', { signal: AbortSignal.timeout(60_000) })
})
