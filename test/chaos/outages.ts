import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { WireFault } from '../../dev/stand-ins/json-server.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { assertOnly, assertWhole, send, startLoad } from '../servers/chaos-load.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { startWorld } from '../world/app.ts'
import { startService } from '../servers/processes.ts'
import { openTcpProxy } from '../servers/proxies.ts'
import { openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const common = { TRUST_PROXY: '127.0.0.1', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }

async function openDatabase(t: TestContext) {
  const database = await openTestDb(databaseUrl)
  t.after(database.close)
  return { ...database, url: database.url ?? assert.fail('the server has a URL') }
}

/** A Redis of one's own, gone after the test. */
async function startRedis(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-redis-'))
  const port = await freePort('127.0.0.1', 0)
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await until(() => said.includes('Ready to accept connections'))
  }
  const kill = async () => {
    const running = child
    if (!running) return
    child = undefined
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  t.after(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
  }
}

test('Redis killed, frozen and back under load: nothing fails, and limits still hold', async (t) => {
  const [world, database, redis] = [await startWorld(t), await openDatabase(t), await startRedis(t)]
  const { url } = await startService(t, {
    ...world.environment,
    ...common,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
  })
  const load = startLoad({ world, target: () => url })
  await load.more('score 201', 10)
  const assertLimited = async () => {
    const headers = { 'x-forwarded-for': freshAddress() }
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => (await fetch(`${url}/api/v1/graduates`, { headers })).status),
    )
    assert.deepEqual(new Set(statuses), new Set([200, 429]))
  }
  await assertLimited()
  await redis.kill()
  await load.more('score 201', 10)
  await assertLimited()
  await redis.start()
  await load.more('score 201', 10)
  redis.freeze()
  await load.more('score 201', 10)
  await assertLimited()
  redis.thaw()
  await load.more('score 201', 10)
  await load.stop()
  assertOnly(load, ['score 201', 'read 200'])
  await assertWhole(database.db, load)
})

test('a database that restarts and stalls under load: 503, nothing acknowledged lost', async (t) => {
  const [world, database] = [await startWorld(t), await openDatabase(t)]
  const proxy = await openTcpProxy(t, database.url)
  const { url } = await startService(t, { ...world.environment, ...common, DATABASE_URL: proxy.url })
  const load = startLoad({ world, target: () => url })
  for (let round = 0; round < 3; round += 1) {
    await load.more('score 201', 10)
    proxy.cut()
    await load.more('score 503', 3)
    proxy.mend()
  }
  await load.more('score 201', 10)
  proxy.stall()
  await load.more('score 503', 3)
  proxy.mend()
  await load.more('score 201', 10)
  await load.more('read 200', 10)
  await load.stop()
  assertOnly(load, ['score 201', 'score 503', 'read 200', 'read 503'])
  await assertWhole(database.db, load)
  assert.equal((await send(url, '/ready')).status, 200)
})

type Provider = 'model' | 'txlist' | 'goplus'
const failures: [failing: Provider[], fault: WireFault & ('hang' | 'reset' | 'cut')][] = [
  [['model'], 'hang'],
  [['txlist'], 'cut'],
  [['goplus'], 'reset'],
  [['model', 'txlist', 'goplus'], 'reset'],
]

test('each provider slow, cut and dead under load: reads go on, no score is made up', async (t) => {
  const failing = new Map<Provider, 'hang' | 'reset' | 'cut'>()
  const findFault = (provider: Provider) => ({ findFault: () => failing.get(provider) })
  const world = await startWorld(t, {
    model: findFault('model'),
    txlist: findFault('txlist'),
    goplus: findFault('goplus'),
  })
  const database = await openDatabase(t)
  const environment = { ...world.environment, ...common, DATABASE_URL: database.url, READY_BREAKER: 'fail' }
  const { url } = await startService(t, environment, 'test/servers/chaos-service.ts')
  const load = startLoad({ world, target: () => url })
  for (const [providers, fault] of failures) {
    await load.more('score 201', 3)
    for (const provider of providers) failing.set(provider, fault)
    await load.more('score 502', 5)
    await load.more('read 200', 10)
    failing.clear()
    await until(async () => (await send(url, '/ready')).status === 200)
  }
  await load.more('score 201', 3)
  await load.stop()
  assertOnly(load, ['score 201', 'score 502', 'score 503', 'read 200'])
  await assertWhole(database.db, load)
  const bodies = await database.db.selectFrom('scores').select('body').execute()
  const stubbed = bodies.filter(({ body }) => (JSON.parse(body) as { hasStubs: boolean }).hasStubs)
  assert.deepEqual(stubbed, [])
})
