import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openRedisLimiter } from '../src/platform/limiter-redis.ts'

const one = { name: 'one', bucket: 'one', quota: 60, windowMs: 60_000 }
const refusal = 'ERR DB index is out of range'

/** A limiter on `url` with a clock of its own, and the changes that it reports. */
async function openLimiter(t: TestContext, url: string) {
  let now = 0
  const changes: string[] = []
  const limiter = await openRedisLimiter({
    url,
    deployment: 'test',
    elapsedMs: () => now,
    respondWithinMs: 30_000,
    onChange: (state, reason) => void changes.push(`${state} ${reason}`.trim()),
    onFallback: () => {},
  })
  t.after(() => limiter.close())
  return { ...limiter, changes, elapse: (ms: number) => void (now += ms) }
}

/** A stand-in of Redis that evaluates no script, and refuses to select a database until `allow`. */
async function startStandIn(t: TestContext) {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let isAllowed = false
  const reply = (name: string) => {
    commands.push(name)
    if (name === 'info') return '$11\r\nloading:0\r\n\r\n'
    if (name === 'eval') return '*4\r\n:1\r\n:41\r\n:1000\r\n:0\r\n'
    return name === 'select' && !isAllowed ? `-${refusal}\r\n` : '+OK\r\n'
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      const names = [...chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)]
      socket.write(names.map(([, name = '']) => reply(name.toLowerCase())).join(''))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    allow: () => void (isAllowed = true),
    list: (...names: string[]) => commands.filter((name) => names.includes(name)),
  }
}

test('REDIS_URL: without its database, limits are in memory and no other one is used', async (t) => {
  const redis = await startStandIn(t)
  const limiter = await openLimiter(t, `${redis.url}/99`)
  assert.equal(limiter.isShared(), false)
  assert.equal((await limiter.peek(one)).remaining, 60)
  assert.equal((await limiter.consume([one])).remaining, 59)
  assert.deepEqual(limiter.changes, [`local ${refusal}`])
  assert.deepEqual(redis.list('eval'), [])
  redis.allow()
  limiter.elapse(1000)
  assert.equal((await limiter.consume([one])).remaining, 41)
  assert.deepEqual(limiter.changes, [`local ${refusal}`, 'shared'])
  assert.deepEqual(redis.list('eval', 'select').slice(-2), ['select', 'eval'])
  assert.ok(limiter.isShared())
})

test('an unreachable Redis: the reason is that of the connection', async (t) => {
  const { changes, consume } = await openLimiter(t, 'redis://127.0.0.1:1')
  assert.equal((await consume([one])).remaining, 59)
  assert.deepEqual(changes, ['local connect ECONNREFUSED 127.0.0.1:1'])
})
