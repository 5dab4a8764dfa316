import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Db } from '../../src/database/db.ts'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import { rollUpActivity } from '../../src/activity/roll-up.ts'
import { isOutage } from '../../src/platform/database-fault.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { startReplica } from '../world/app.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { type Pooler, startPgBouncer } from '../servers/postgres.ts'
import { openServer, openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'

/** A database of its own, directly and by way of a PgBouncer in transaction mode. */
async function openBehindPooler(t: TestContext) {
  const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
  const database = await openTestDb(url)
  const pooler: Pooler = await startPgBouncer(url)
  t.after(async () => {
    await database.close()
    await pooler.stop()
  })
  const direct = database.url ?? ''
  return { direct, pooled: pooler.toUrl(direct), admin: database.db }
}

const inTransaction = (db: Db) => db.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx))

test('statements end at their limit, and the sessions of the pooler stay as they were', async (t) => {
  const { pooled } = await openBehindPooler(t)
  let warnings = 0
  const { db, reads, close } = openServer(pooled, { statementTimeoutMs: 200, onPooler: () => (warnings += 1) })
  t.after(close)
  for (const one of [db, reads]) await assert.rejects(sql`select pg_sleep(${30}::int)`.execute(one), { code: '57014' })
  await assert.rejects(inTransaction(db), { code: '57014' })
  assert.equal(warnings, 1)
  const other = new Client({ connectionString: pooled })
  await other.connect()
  for (let n = 0; n < 20; n += 1) {
    const { rows } = await other.query(
      `select current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
         (select count(*)::int from pg_prepared_statements) as prepared, pg_sleep(0.01)::text as slept`,
    )
    assert.deepEqual(rows, [{ timeout: '0', jit: 'on', prepared: 0, slept: '' }])
  }
  await other.end()
})

async function ask(db: Db, n: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select ${n}::int as n, pg_sleep(${Math.random() / 100})`.execute(db)
  assert.equal(rows[0]?.n, n)
}

test('through a pooler, a transaction that is left idle ends and frees its locks', async (t) => {
  const { pooled, admin } = await openBehindPooler(t)
  const { db, close } = openServer(pooled, { idleTransactionMs: 200 })
  t.after(close)
  const cut = db.transaction().execute(async (tx) => {
    await sql`lock table scores`.execute(tx)
    await admin.transaction().execute((other) => sql`lock table scores`.execute(other))
    await sql`select 1`.execute(tx)
  })
  await assert.rejects(cut, isOutage)
  assert.equal((await sql`select 1`.execute(db)).rows.length, 1)
})

test('hundreds of statements at once on four sessions bring each its own rows', async (t) => {
  const { pooled } = await openBehindPooler(t)
  const replicas = [openServer(pooled), openServer(pooled)]
  t.after(() => Promise.all(replicas.map(({ close }) => close())))
  const work = replicas.flatMap(({ db, reads }) =>
    Array.from({ length: 60 }, (_, n) => [
      ask(db, n),
      ask(reads, n),
      db.transaction().execute(async (tx) => {
        await ask(tx, n)
        await ask(tx, n + 1000)
      }),
      assert.rejects(sql`select 1 / ${0}::int`.execute(n % 2 ? db : reads), { code: '22012' }),
    ]).flat(),
  )
  await Promise.all(work)
})

test('outside of a transaction a fault of the commit is the fault of the statement', async (t) => {
  const { pooled } = await openBehindPooler(t)
  const { db, close } = openServer(pooled)
  t.after(close)
  await sql`create table parents (id int primary key)`.execute(db)
  await sql`create table children (parent int references parents deferrable initially deferred)`.execute(db)
  await assert.rejects(sql`insert into children values (${1})`.execute(db), { code: '23503' })
  assert.deepEqual((await sql`select from children`.execute(db)).rows, [])
})

test('four starts at once through the pooler alone: one migrates, and no lock stays', async (t) => {
  const { direct, pooled, admin } = await openBehindPooler(t)
  await sql`drop schema public cascade; create schema public`.execute(admin)
  const starting = Array.from({ length: 4 }, () => openServer(pooled))
  t.after(() => Promise.all(starting.map(({ close }) => close())))
  const applied = await Promise.all(starting.map(({ migrations }) => migrate(migrations, migrationsFolder)))
  assert.equal(applied.filter((names) => names.length > 0).length, 1)
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database())`.execute(admin)
  assert.deepEqual(rows, [])
  assert.equal((await runCli(['migrate'], { DATABASE_URL: pooled })).stdout, 'up to date\n')
  assert.equal((await runCli(['migrate'], { DATABASE_URL: direct })).stdout, 'up to date\n')
})

test('a rollup vacuums through the pooler', async (t) => {
  const { pooled } = await openBehindPooler(t)
  const opened = openServer(pooled)
  t.after(opened.close)
  const { deps } = await startReplica(t, opened, {})
  await sql`insert into activity select 'scores', now(), 1 from generate_series(1, 20000)`.execute(opened.db)
  await rollUpActivity(deps)
  assert.deepEqual((await sql`select from activity`.execute(opened.db)).rows, [])
})

/** Starts a replica as a process of its own; `warnings` has what it says of the pooler. */
async function startOnPooler(t: TestContext, environment: NodeJS.ProcessEnv) {
  const { url, lines } = await startLogged(t, { TRUST_PROXY: '127.0.0.1', ...environment })
  const warnings = () => lines.filter(({ level, msg }) => level >= 40 && /pooler/.test(msg)).map(({ msg }) => msg)
  return { url, warnings }
}

async function fetchGraduates(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': freshAddress() }
  const response = await fetch(`${url}/api/v1/graduates`, { headers })
  const { error } = (await response.json()) as { error?: { code: string } }
  return error?.code ?? String(response.status)
}

const unprepared = 'DATABASE_URL leads to a connection pooler: statements are not prepared'

test('two replicas on a pooler with DATABASE_DIRECT_URL listen and warn once each', async (t) => {
  const { direct, pooled } = await openBehindPooler(t)
  const environment = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DATABASE_POOL_MAX: '3' }
  const replicas = await Promise.all([startOnPooler(t, environment), startOnPooler(t, environment)])
  const issued = await runCli(['keys', 'issue', '--tier', 'pro', '--label', 'A', '--owner', 'b', '--json'], environment)
  const { key, prefix } = JSON.parse(issued.stdout) as { key: string; prefix: string }
  for (const { url } of replicas) {
    assert.equal((await fetch(`${url}/ready`)).status, 200)
    const statuses = await Promise.all(Array.from({ length: 100 }, () => fetchGraduates(url, key)))
    assert.deepEqual(new Set(statuses), new Set(['200']))
    const lists = await Promise.all(
      ['/api/v1/leaderboards', '/api/v1/launches', '/v1/score/x'].map((path) => fetch(url + path)),
    )
    assert.deepEqual(
      lists.map(({ status }) => status),
      [200, 200, 400],
    )
  }
  await runCli(['keys', 'revoke', prefix], environment)
  for (const { url } of replicas) await until(async () => (await fetchGraduates(url, key)) === 'revoked')
  for (const { warnings } of replicas) assert.deepEqual(warnings(), [unprepared])
})

test('a replica with only a pooler warns that it doesn’t listen, and sees a revocation', async (t) => {
  const { pooled } = await openBehindPooler(t)
  const environment = { DATABASE_URL: pooled }
  const { url, warnings } = await startOnPooler(t, environment)
  const issued = await runCli(['keys', 'issue', '--tier', 'pro', '--label', 'A', '--owner', 'b', '--json'], environment)
  const { key, prefix } = JSON.parse(issued.stdout) as { key: string; prefix: string }
  assert.equal(await fetchGraduates(url, key), '200')
  await runCli(['keys', 'revoke', prefix], environment)
  await until(async () => (await fetchGraduates(url, key)) === 'revoked')
  assert.deepEqual(warnings(), [
    unprepared,
    'not listening for changes of other processes; each API key is checked once a second. Set DATABASE_DIRECT_URL to the server behind the connection pooler',
  ])
})
