import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type NameResponse, startNameServer } from '../../../dev/stand-ins/name-server.ts'
import { QueueRefused } from '../queues/admission-queue.ts'
import { createMetrics } from '../metrics.ts'
import { toClient, runForClient } from '../request-client.ts'
import { createResolver } from './resolver.ts'

const forever = new AbortController().signal

const responses: Record<string, NameResponse> = {
  'both.test': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8:0:0:0:0:0:1'] },
  'four.test': { A: ['192.0.2.1'] },
  'six.test': { AAAA: ['2001:db8:0:0:0:0:0:1'] },
  'none.test': {},
  'broken.test': 'SERVFAIL',
}

const byName = (name: string) => responses[name] ?? (name.endsWith('.slow.test') ? 'silence' : 'NXDOMAIN')

async function setUp(t: TestContext) {
  const server = await startNameServer({ respond: byName })
  t.after(server.close)
  const metrics = createMetrics()
  return { server, metrics, resolve: createResolver({ name: 'test', metrics, servers: [server.address] }) }
}

test('a host has all addresses of both kinds', async (t) => {
  const { resolve } = await setUp(t)
  assert.deepEqual(await resolve('both.test', forever), [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  assert.deepEqual(await resolve('four.test', forever), [{ address: '192.0.2.1', family: 4 }])
  assert.deepEqual(await resolve('six.test', forever), [{ address: '2001:db8::1', family: 6 }])
})

for (const host of ['none.test', 'broken.test', 'unknown.test']) {
  test(`${host} rejects, and isn’t asked for again for a while`, async (t) => {
    const { server, resolve } = await setUp(t)
    await assert.rejects(resolve(host, forever))
    const asked = server.asked.length
    await assert.rejects(resolve(host, forever))
    assert.equal(server.asked.length, asked)
  })
}

test('a name of this machine’s hosts file means nothing here', async (t) => {
  const { resolve } = await setUp(t)
  await assert.rejects(resolve('localhost.test', forever))
})

test('a name server that keeps silent is left by itself', { timeout: 60_000 }, async (t) => {
  const { resolve } = await setUp(t)
  await assert.rejects(resolve('a.slow.test', forever), (error) =>
    /^(ETIMEOUT|ECANCELLED)$/.test(String(Reflect.get(error as Error, 'code'))),
  )
})

test('a look-up ends after two seconds, before its name server is given up', async (t) => {
  const { server, resolve } = await setUp(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lookUp = resolve('a.slow.test', forever)
  const ended = assert.rejects(lookUp, { code: 'ECANCELLED' })
  await server.until(2)
  t.mock.timers.tick(2000)
  await ended
})

test('a name server that keeps silent doesn’t keep the next one from being asked', { timeout: 60_000 }, async (t) => {
  const silent = await startNameServer({ respond: () => 'silence' })
  t.after(silent.close)
  const { server, metrics } = await setUp(t)
  const resolve = createResolver({ name: 'test', metrics, servers: [silent.address, server.address] })
  assert.deepEqual(await resolve('four.test', forever), [{ address: '192.0.2.1', family: 4 }])
})

test('a caller that leaves ends its look-up at once, and no failure is cached', async (t) => {
  const { server, resolve } = await setUp(t)
  const caller = new AbortController()
  const left = Array.from({ length: 60 }, (_, n) => resolve(`h${n}.slow.test`, caller.signal))
  await server.until(64) // both kinds of the 32 that may run
  caller.abort(new Error('gone'))
  for (const one of await Promise.allSettled(left))
    assert.deepEqual([one.status, Reflect.get(one, 'reason')], ['rejected', caller.signal.reason])
  assert.equal((await resolve('four.test', forever)).length, 1)
  assert.equal(server.asked.length, 66)
})

test('a network that asks for many silent names doesn’t keep another waiting', async (t) => {
  const { server, resolve, metrics } = await setUp(t)
  const caller = new AbortController()
  const slow = runForClient(toClient('203.0.113.1'), () =>
    Array.from({ length: 100 }, (_, n) => resolve(`h${n}.slow.test`, caller.signal)),
  )
  const ended = Promise.allSettled(slow)
  await server.until(64)
  const honest = await runForClient(toClient('203.0.113.2'), () => resolve('four.test', forever))
  assert.equal(honest.length, 1)
  assert.match(await metrics.registry.metrics(), /admission_waiting\{queue="test"\} [1-9]/)
  caller.abort(new Error('gone'))
  const refused = (await ended).filter((one) => Reflect.get(one, 'reason') instanceof QueueRefused)
  assert.equal(refused.length, 100 - 32 - 64)
})
