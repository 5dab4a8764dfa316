import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { toKey } from '../src/keys/authenticate.ts'
import { type TestResponse, ask, startReplica, startWorld } from './world/app.ts'
import { openTcpProxy } from './servers/proxies.ts'
import { openServer, openTestDb } from './world/database.ts'

const assertUnavailable = ({ status, body, headers }: TestResponse) =>
  assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'unavailable', '5'])

/** A replica whose connections to the server can be cut; undefined on the embedded database, which has none. */
async function startBehindProxy(t: TestContext) {
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) return t.skip('embedded, there is no connection')
  const world = await startWorld(t)
  const proxy = await openTcpProxy(t, database.url)
  const { close, ...opened } = openServer(proxy.url)
  t.after(close)
  const replica = await startReplica(t, opened, { world })
  const { body } = await replica.score()
  return { ...replica, proxy, admin: database.db, paths: listPaths(body.id) }
}

const listPaths = (id: string) => [
  `/v1/score/${id}/percentile`,
  `/score/${id}`,
  '/api/v1/leaderboards',
  '/api/v1/launches',
  '/launches',
  '/v1/enrollment/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d',
]

/** A statement that waits on each connection of the replica, so that they all exist. */
const openConnections = (db: Awaited<ReturnType<typeof openTestDb>>['db']) =>
  Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)))

test('a database that ended all connections: reads succeed at the second try', async (t) => {
  const replica = await startBehindProxy(t)
  if (!replica) return
  const { app, deps, admin, paths, score, logged } = replica
  const before = await Promise.all(paths.map(async (url) => (await ask(app, { url })).status))
  for (let round = 0; round < 5; round += 1) {
    await openConnections(deps.db)
    const reading = Promise.all(paths.map((url) => ask(app, { url })))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'launchscore%' and datname = current_database() and pid <> pg_backend_pid()`.execute(
      admin,
    )
    const statuses = [...(await reading), ...(await Promise.all(paths.map((url) => ask(app, { url }))))]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [...before, ...before],
    )
  }
  assert.equal((await score({ name: 'Right Sock' })).status, 201)
  assert.doesNotMatch(logged(), /unexpected error/)
})

test('a database out of reach: API 503 with Retry-After, pages 503, then all as before', async (t) => {
  const replica = await startBehindProxy(t)
  if (!replica) return
  const { app, proxy, paths, score, logged } = replica
  proxy.cut()
  for (const url of paths) {
    const response = await ask(app, { url })
    if (url.includes('/v1/')) assertUnavailable(response)
    else assert.deepEqual([response.status, response.headers['retry-after']], [503, '5'], url)
  }
  assertUnavailable(await score({ name: 'Right Sock' }))
  assertUnavailable(
    await ask(app, { url: '/v1/webhooks', headers: { authorization: `Bearer ${toKey(randomBytes(32))}` } }),
  )
  const ready = await ask(app, { url: '/ready' })
  assert.deepEqual([ready.status, ready.headers['retry-after']], [503, '5'])
  proxy.mend()
  assert.equal((await score({ name: 'Right Sock' })).status, 201)
  assert.equal((await ask(app, { url: paths[0] ?? '' })).status, 200)
  assert.doesNotMatch(logged(), /unexpected error/)
  assert.match(logged(), /the database is unavailable/)
})
