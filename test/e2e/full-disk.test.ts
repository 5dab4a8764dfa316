import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inherited } from '../../dev/server/start-program.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { ask, goodSubmission, startReplica, startWorld } from '../world/app.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { mountSmallDisk } from '../servers/small-disk.ts'
import { copyTemplate, openTestDb } from '../world/database.ts'
import { closeAfter, until } from '../world/waiting.ts'

const mebibyte = 1024 * 1024

interface TestResponse {
  status: number
  retryAfter: string | null
  body: {
    id?: string
    error?: { code: string; message: string }
    checks?: { database: string; databaseFault?: string }
    status?: string
    database?: { state: string; fault?: string }
  }
}

async function fetchJson(url: string, init?: RequestInit): Promise<TestResponse> {
  const response = await fetch(url, init)
  const body = (await response.json()) as TestResponse['body']
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

/** Asks until the status is `wanted`. */
async function untilStatus(url: string, wanted: number): Promise<TestResponse> {
  for (;;) {
    const responded = await fetchJson(url)
    if (responded.status === wanted) return responded
    await pause(100)
  }
}

test('full disk: reads work, writes and /ready are 503, until there is room again', async (t) => {
  const disk = mountSmallDisk(t, 256)
  if (!disk) return
  const DATA_DIR = join(disk.folder, 'data')
  await copyTemplate(DATA_DIR)
  const world = await startWorld(t)
  const ADMIN_TOKEN = 'an-admin-token-of-32-characters-x'
  const service = await startLogged(t, { ...world.environment, DATA_DIR, ADMIN_TOKEN })
  const { url, process: child, lines } = service
  const authorization = `Bearer ${ADMIN_TOKEN}`
  const score = () =>
    fetchJson(`${url}/v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(goodSubmission(world)),
    })
  const first = await score()
  assert.equal(first.status, 201)

  for (const left of [48 * mebibyte, 0]) {
    disk.leaveBytes(left)
    const refused = await score()
    assert.deepEqual([refused.status, refused.body.error?.code, refused.retryAfter], [503, 'unavailable', '30'])
    const unready = await untilStatus(`${url}/ready`, 503)
    assert.deepEqual([unready.body.checks?.database, unready.body.checks?.databaseFault], ['failed', 'disk_full'])
    assert.match(refused.body.error?.message ?? '', /because its disk is full/)
    const { body: status } = await fetchJson(`${url}/v1/admin/status`, { headers: { authorization } })
    assert.deepEqual(
      [status.status, status.database?.state, status.database?.fault],
      ['degraded', 'failed', 'disk_full'],
    )
    await until(() => lines.some(({ msg, fault }) => msg === 'the database accepts no writes' && fault === 'disk_full'))
    for (const path of [`/v1/score/${first.body.id}`, '/api/v1/leaderboards', '/health'])
      assert.equal((await fetchJson(`${url}${path}`)).status, 200, path)
  }

  const misleading = lines.filter(({ reason }) => /read-only transaction/.test(String(reason)))
  assert.deepEqual(misleading, [])

  disk.leaveBytes(128 * mebibyte)
  await untilStatus(`${url}/ready`, 200)
  assert.equal((await score()).status, 201)

  child.kill('SIGTERM')
  await once(child, 'exit')
  disk.leaveBytes(0)
  const { status, stderr } = await runCli([], { DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' }, 'src/main/main.ts')
  assert.equal(status, 1)
  assert.match(
    stderr,
    /^The disk of \S+ is full: 0 MiB are free, and the embedded database needs 64 MiB to start\. .*\n$/,
  )
})

/** Starts the service with the file as standard output, and waits until it responds. */
async function startIntoFile(t: TestContext, file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-log-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  const port = await freePort('127.0.0.1', 0)
  const output = openSync(file, 'a')
  const child = spawn(process.execPath, ['src/main/main.ts'], {
    env: { ...inherited(), DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'debug' },
    stdio: ['ignore', output, 'pipe'],
  })
  closeSync(output)
  t.after(() => void child.kill('SIGKILL'))
  const problems: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => problems.push(text))
  const url = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => child.exitCode !== null,
    ),
  )
  return { child, url, ended: once(child, 'close') as Promise<[number | null]>, problems }
}

test('standard output on a full disk: the service responds, and logs again with room', async (t) => {
  const disk = mountSmallDisk(t, 1)
  if (!disk) return
  const file = join(disk.folder, 'log')
  const { child, url, ended, problems } = await startIntoFile(t, file)
  disk.leaveBytes(0)
  await until(async () => (await fetch(`${url}/nothing`)).status === 404 && problems.length > 0)
  assert.equal((await fetch(`${url}/health`)).status, 200)
  disk.leaveBytes(Infinity)
  await fetch(`${url}/nothing`, { headers: { 'x-request-id': 'with-room-again' } })
  await until(() => readFileSync(file, 'utf8').includes('with-room-again'))
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  const [last, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n').toReversed()
  assert.equal((JSON.parse(last ?? '') as { msg: string }).msg, 'stopped')
  assert.ok(lines.filter((line) => !line.endsWith('}')).length <= 1, 'at most one line is cut off')
  assert.match(problems.join(''), /^Log lines are dropped while standard output can’t be written: ENOSPC.*\n$/)
})

test('/dev/full as standard output: the service responds, and SIGTERM stops it', async (t) => {
  const { child, url, ended, problems } = await startIntoFile(t, '/dev/full')
  assert.equal((await fetch(`${url}/health`)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.match(problems.join(''), /^Log lines are dropped .*\n$/)
})

test('launchscore into /dev/full: one line and exit status 1', async () => {
  const output = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['src/main/cli.ts', '--version'], { stdio: ['ignore', output, 'pipe'] })
  closeSync(output)
  const [problems] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  assert.equal(child.exitCode, 1)
  assert.match(problems, /^Standard output can’t be written: ENOSPC.*\n$/)
})

test('an embedded database that stopped on a full disk reopens in the same process', async (t) => {
  const disk = mountSmallDisk(t, 120)
  if (!disk) return
  const { db, reads, close } = await openEmbeddedDb<object>(join(disk.folder, 'data'), { minFreeBytes: 1 })
  closeAfter(t, close)
  await sql`create table rows (id serial primary key, bytes bytea)`.execute(db)
  const insert = () => sql`insert into rows (bytes) values (${randomBytes(150_000)})`.execute(db)
  disk.leaveBytes(50 * mebibyte)
  let stored = 0
  const faults = new Set<string>()
  for (; faults.size === 0; stored += 1) await insert().catch((error: Error) => faults.add(error.message))
  stored -= 1
  for (let tries = 0; tries < 20; tries += 1) await insert().catch((error: Error) => faults.add(error.message))
  assert.ok(
    [...faults].every((fault) => /No space left|has stopped/.test(fault)),
    [...faults].join('; '),
  )
  disk.leaveBytes(Infinity)
  await insert()
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from rows`.execute(reads)
  assert.deepEqual(rows, [{ count: stored + 1 }])
})

test('read-only database: /ready is 503, and writes are 503 with Retry-After', async (t) => {
  const testDb = await openTestDb()
  closeAfter(t, testDb.close)
  const setReadOnly = (value: 'on' | 'off') =>
    testDb.url
      ? setOnServer(testDb.url, value)
      : sql.raw(`set default_transaction_read_only = ${value}`).execute(testDb.db)
  const world = await startWorld(t)
  const { app, score } = await startReplica(t, testDb, { world })
  const untilReady = async () => {
    while ((await ask(app, { url: '/ready' })).status !== 200) await pause(100)
  }
  await untilReady()
  const { body } = await score()

  await setReadOnly('on')
  let refused = await score()
  // a connection that the server cut may be noticed only by the next statement on it
  for (; refused.headers['retry-after'] === '5'; refused = await score()) await pause(20)
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.headers['retry-after']],
    [503, 'unavailable', '30'],
  )
  const unready = await ask(app, { url: '/ready' })
  assert.deepEqual(
    [unready.status, unready.body.status, unready.body.checks.databaseFault],
    [503, 'unavailable', 'read_only'],
  )
  assert.equal((await ask(app, { url: `/v1/score/${body.id}` })).status, 200)

  await setReadOnly('off')
  await untilReady()
  while ((await score()).status !== 201) await pause(20)
})

/** For every new connection; those that are open are ended only when writes are refused from now on. */
async function setOnServer(url: string, value: 'on' | 'off'): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin; set transaction read write')
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`)
  await client.query('commit')
  if (value === 'on')
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.end()
}
