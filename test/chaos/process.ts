import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { startDiscord } from '../../dev/stand-ins/discord.ts'
import type { Database } from '../../src/database/db.ts'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { systemClock } from '../../src/platform/time.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { assertOnly, assertWhole, send, startLoad } from '../servers/chaos-load.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { startService } from '../servers/processes.ts'
import { scheduleLaunches } from '../world/notifying.ts'
import { mountSmallDisk } from '../servers/small-disk.ts'
import { copyTemplate, openTestDb } from '../world/database.ts'
import { untilLocked, until } from '../world/waiting.ts'
import { makeDeps, oneChain } from '../world/deps.ts'

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
const common = { TRUST_PROXY: '127.0.0.1', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
const mebibyte = 1024 * 1024
const dayMs = 86_400_000

async function openDatabase(t: TestContext) {
  const database = await openTestDb(databaseUrl)
  t.after(database.close)
  return { ...database, url: database.url ?? assert.fail('the server has a URL') }
}

test('a disk that fills up twice under load: reads go on, nothing acknowledged lost', async (t) => {
  const disk = mountSmallDisk(t, 256)
  if (!disk) return
  const DATA_DIR = join(disk.folder, 'data')
  await copyTemplate(DATA_DIR)
  const world = await startWorld(t)
  const { url, process: child } = await startService(t, { ...world.environment, ...common, DATA_DIR })
  const load = startLoad({ world, target: () => url })
  for (const left of [0, 16 * mebibyte]) {
    await load.more('score 201', 5)
    disk.leaveBytes(left)
    await load.more('score 503', 5)
    await load.more('read 200', 10)
    disk.leaveBytes(128 * mebibyte)
    await until(async () => (await send(url, '/ready')).status === 200)
  }
  await load.more('score 201', 5)
  await load.stop()
  assertOnly(load, ['score 201', 'score 503', 'read 200'])
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { db, close } = await openEmbeddedDb<Database>(DATA_DIR)
  try {
    await assertWhole(db, load)
  } finally {
    await close()
  }
})

test('a replica whose clock jumps a day and back serves on and reminds nobody early', async (t) => {
  const [world, database, discord] = [await startWorld(t), await openDatabase(t), await startDiscord({})]
  t.after(discord.close)
  const schedule = async (inMs: number) => {
    const deps = makeDeps({ db: database.db, clock: systemClock, random: systemRandom, ...oneChain({}) })
    const [id] = await scheduleLaunches(deps, [{ scheduledFor: new Date(Date.now() + inMs) }])
    return id ?? assert.fail()
  }
  const later = await schedule(dayMs / 2)
  const leaps = [dayMs, -dayMs, 7 * dayMs, 0]
  const environment = {
    ...world.environment,
    ...common,
    DATABASE_URL: database.url,
    NOTIFY_DISCORD_URL: discord.url,
    DISPATCH_INTERVAL_SECONDS: '1',
    LEAPS: leaps.join(),
  }
  const { url, process: child } = await startService(t, environment, 'test/servers/chaos-service.ts')
  const said: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const load = startLoad({ world, target: () => url })
  for (const leap of leaps) {
    child.kill('SIGUSR2')
    await until(() => said.join('').includes(`"offMs":${leap}}`))
    const soon = await schedule(1000)
    await load.more('score 201', 10)
    await load.more('read 200', 10)
    await until(() => discord.messages.some(({ content }) => content.includes(soon)))
    assert.equal((await send(url, '/ready')).status, 200)
  }
  await load.stop()
  assertOnly(load, ['score 201', 'read 200'])
  assert.ok(discord.messages.every(({ content }) => !content.includes(later)))
  await assertWhole(database.db, load, 1 + leaps.length)
})

test('SIGTERM of each replica under load: no request fails, and nothing is lost', async (t) => {
  const [world, database] = [await startWorld(t), await openDatabase(t)]
  const environment = { ...world.environment, ...common, DATABASE_URL: database.url, DRAIN_SECONDS: '1' }
  const start = () => startService(t, environment)
  const replicas = await Promise.all([start(), start()])
  const leaving = new Set<string>()
  let turn = 0
  // As a load balancer does: a replica that is not ready gets no further requests.
  const target = () => {
    turn += 1
    const ready = replicas.filter(({ url }) => !leaving.has(url))
    return ready[turn % ready.length]?.url
  }
  const load = startLoad({ world, target, writers: 6 })
  for (let roll = 0; roll < replicas.length; roll += 1) {
    await load.more('score 201', 15)
    const old = replicas[roll] ?? assert.fail()
    old.process.kill('SIGTERM')
    await until(async () => (await send(old.url, '/ready')).status === 503)
    leaving.add(old.url)
    const [code] = old.process.exitCode === null ? await once(old.process, 'exit') : [old.process.exitCode]
    assert.equal(code, 0)
    replicas[roll] = await start()
  }
  await load.more('score 201', 15)
  await load.stop()
  assertOnly(load, ['score 201', 'read 200'])
  await assertWhole(database.db, load)
})

test('a replica frozen in a transaction holds up the others for seconds only', async (t) => {
  const [world, { db, url: DATABASE_URL }] = [await startWorld(t), await openDatabase(t)]
  // one process, so that the signal freezes the transaction too
  const environment = { ...world.environment, ...common, DATABASE_URL, SCORERS: '0' }
  const [frozen, other] = await Promise.all([startService(t, environment), startService(t, environment)])
  const score = ({ url }: { url: string }) => send(url, '/v1/score', goodSubmission(world))
  await db.transaction().execute(async (tx) => {
    await sql`lock table scores in share mode`.execute(tx)
    void score(frozen)
    await untilLocked(db)
    frozen.process.kill('SIGSTOP')
  })
  const frozenAt = performance.now()
  assert.equal((await score(other)).status, 503) // it waits for a lock of the frozen one
  await until(async () => (await score(other)).status === 201)
  assert.ok(performance.now() - frozenAt < 30_000)
  frozen.process.kill('SIGCONT')
  await until(async () => (await score(frozen)).status === 201)
})
