import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { ServerOptions } from '../src/database/server-db.ts'
import { startDatabaseProxy, startMuteDatabase } from './servers/proxies.ts'
import { type TestResponse, ask, startReplica, startWorld } from './world/app.ts'
import { openServer, openTestDb } from './world/database.ts'
import { closeAfter, untilLocked, until } from './world/waiting.ts'

const unknownScore = { url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' }

const assertUnavailable = ({ status, body, headers }: TestResponse) =>
  assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'unavailable', '5'])

/** A service on a server's database, with its own limit for statements; undefined, and skipped, when embedded. */
async function startOnServer(t: TestContext, over: Partial<ServerOptions> = {}) {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (!database.url) return t.skip('embedded, statements have no time limit')
  const { close, ...opened } = openServer(database.url, over)
  closeAfter(t, close)
  const config = { healthTimeoutMs: 1000 } // under test
  const { app } = await startReplica(t, opened, { world: await startWorld(t), config })
  return { app, opened, locker: database.db }
}

test('a hanging database: requests are 503 with Retry-After, and /metrics works', async (t) => {
  const world = await startWorld(t)
  const { close, ...opened } = openServer(await startMuteDatabase(t), { statementTimeoutMs: 200 })
  closeAfter(t, close)
  const { app, score } = await startReplica(t, opened, { world, config: { healthTimeoutMs: 200 } })
  const [read, scored, metrics, ready] = await Promise.all([
    ask(app, unknownScore),
    score(),
    ask(app, { url: '/metrics' }),
    ask(app, { url: '/ready' }),
  ])
  for (const response of [read, scored]) assertUnavailable(response)
  assert.deepEqual([ready.status, ready.body.checks.database], [503, 'failed'])
  assert.equal(metrics.status, 200)
  assert.match(metrics.body, /^launchscore_breaker_state\{provider="model"\} 0$/m)
  assert.doesNotMatch(metrics.body, /queue="outbox"/)
})

test('a database that hangs in use and comes back is used again', async (t) => {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (!database.url) return t.skip('embedded, there is no wire between')
  const world = await startWorld(t)
  const proxy = await startDatabaseProxy(t, database.url)
  const { close, ...opened } = openServer(proxy.url, { statementTimeoutMs: 500 })
  closeAfter(t, close)
  const { app, score } = await startReplica(t, opened, { world })
  assert.equal((await score()).status, 201)
  proxy.hang()
  const responses = await Promise.all([...Array.from({ length: 30 }, () => ask(app, unknownScore)), score()])
  for (const response of responses) assertUnavailable(response)
  proxy.resume()
  assert.equal((await ask(app, unknownScore)).status, 404)
  assert.equal((await score({ name: 'Right Sock' })).status, 201)
})

test('a statement that the server cancels fails, and its connection lives on', async (t) => {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (!database.url) return t.skip('embedded, statements have no time limit')
  const { db, reads, migrations, close } = openServer(database.url, { statementTimeoutMs: 200 })
  closeAfter(t, close)
  for (const one of [db, reads])
    await one.connection().execute(async (connection) => {
      await assert.rejects(sql`select pg_sleep(30)`.execute(connection), { code: '57014' })
      assert.equal((await sql`select 1`.execute(connection)).rows.length, 1)
    })
  assert.equal((await sql`select pg_sleep(0.4)`.execute(migrations)).rows.length, 1)
})

test('reads that hang on a new connection are 503, and then succeed', async (t) => {
  const started = await startOnServer(t, { statementTimeoutMs: 200 })
  if (!started) return
  const { app, locker } = started
  await locker.transaction().execute(async (tx) => {
    await sql`lock table scores in access exclusive mode`.execute(tx)
    for (const response of await Promise.all(Array.from({ length: 20 }, () => ask(app, unknownScore))))
      assertUnavailable(response)
  })
  assert.equal((await ask(app, unknownScore)).status, 404)
})

test('/metrics does not wait for the figures of the anchors', async (t) => {
  const started = await startOnServer(t, { statementTimeoutMs: 600_000 })
  if (!started) return
  const { app, locker } = started
  await locker.transaction().execute(async (tx) => {
    await sql`lock table evaluation_runs in access exclusive mode`.execute(tx)
    assert.equal((await ask(app, { url: '/metrics' })).status, 200) // the statement would wait for as long as the lock
  })
})

test('reads that hang delay no other read until they hold up all connections', async (t) => {
  const started = await startOnServer(t)
  if (!started) return
  const { app, opened, locker } = started
  const countOpen = () => opened.pools?.['reads']?.().open
  const hung: Promise<unknown>[] = []
  await locker.transaction().execute(async (tx) => {
    await sql`lock table scores in access exclusive mode`.execute(tx)
    for (let connections = 1; connections <= 3; connections += 1) {
      hung.push(ask(app, unknownScore))
      await untilLocked(locker, connections)
      // it may have been sent behind the hung read, before that was known to hang
      await until(async () => (await ask(app, { url: '/ready' })).status === 200)
      assert.equal(countOpen(), connections + 1)
    }
    hung.push(ask(app, unknownScore))
    await untilLocked(locker, 4)
    await until(async () => (await ask(app, { url: '/ready' })).status === 503)
  })
  await Promise.all(hung)
  await until(async () => (await ask(app, { url: '/ready' })).status === 200)
})

test('embedded: GET /health responds while a statement runs', async (t) => {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (database.url) return t.skip('a server runs its statements in other processes')
  const { app } = await startReplica(t, database, { world: await startWorld(t) })
  let isRunning = true
  const counted = sql<{ count: number }>`select count(*)::int as count from generate_series(1, 10000000)`
    .execute(database.db)
    .finally(() => (isRunning = false))
  assert.equal((await ask(app, { url: '/health' })).status, 200)
  assert.equal(isRunning, true)
  assert.deepEqual((await counted).rows, [{ count: 10_000_000 }])
})
