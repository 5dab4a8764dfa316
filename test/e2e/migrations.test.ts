import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import {
  SchemaMismatch,
  listMigrationNames,
  migrate,
  requireMigrated,
  migrationsFolder,
} from '../../src/database/migrate.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { memoryLog } from '../world/deps.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { type TestDb, openServer, openTestDb } from '../world/database.ts'
import { untilLocked } from '../world/waiting.ts'

/** The folder of a newer release, with more migrations by name. */
function createNewerFolder(t: TestContext, more: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  cpSync(migrationsFolder, folder, { recursive: true })
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, `${name}.sql`), text)
  return folder
}

async function openDb(t: TestContext) {
  const database = await openTestDb()
  t.after(database.close)
  return database.migrations
}

test('migrate: an older release starts on newer migrations that declare it', async (t) => {
  const db = await openDb(t)
  const newer = createNewerFolder(t, {
    '9001-keys': '-- oldest release: 0.1.0\nalter table api_keys add column note text',
    '9002-keys': '-- oldest release: 0.1.0\ncreate table key_notes (id uuid)',
  })
  assert.deepEqual(await migrate(db, newer, { release: '0.3.0' }), ['9001-keys', '9002-keys'])
  assert.deepEqual(await migrate(db, migrationsFolder, { release: '0.1.0' }), [])
  await requireMigrated(db, migrationsFolder)
})

test('migrate: an older release names the release that the database needs', async (t) => {
  const db = await openDb(t)
  const newer = createNewerFolder(t, {
    '9001-keys': '-- oldest release: 0.1.0\nalter table api_keys add column note text',
    '9002-keys': '-- oldest release: 0.9.0\nalter table api_keys drop column note',
    '9003-keys': 'create table key_notes (id uuid)',
  })
  await migrate(db, newer, { release: '0.10.0' })
  const mismatch = (release: string) => migrate(db, migrationsFolder, { release })
  await assert.rejects(mismatch('0.8.0'), {
    message:
      'The database has migrations of a newer release (9002-keys, 9003-keys) and needs Launchscore 0.10.0 or newer; this is 0.8.0. Start that release, or restore a backup from before it.',
  })
  await assert.rejects(mismatch('0.9.9'), /\(9003-keys\) and needs Launchscore 0\.10\.0/)
  assert.deepEqual(await mismatch('0.10.0'), [])
})

test('migrate: a failed migration leaves the database as it was', async (t) => {
  const db = await openDb(t)
  const newer = createNewerFolder(t, { '9001-keys': 'create table key_notes (id uuid)', '9002-keys': 'select 1/0' })
  await assert.rejects(migrate(db, newer), { code: '22012' })
  await assert.rejects(sql`select from key_notes`.execute(db), { code: '42P01' })
  assert.deepEqual(await migrate(db, migrationsFolder), [])
})

test('migrate: a migration numbered before an applied one is refused', async (t) => {
  const db = await openDb(t)
  const other = createNewerFolder(t, { '0000-keys': 'create table key_notes (id uuid)' })
  await assert.rejects(migrate(db, other), SchemaMismatch)
})

test('migrate: of several starts at once, one applies each migration', async (t) => {
  const db = await openDb(t)
  const newer = createNewerFolder(t, { '9001-keys': 'create table key_notes (id uuid)' })
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(db, newer)))
  assert.deepEqual(applied.flat(), ['9001-keys'])
})

test('migrate: logs the pending migrations before it applies them', async (t) => {
  const db = await openDb(t)
  const { log, logged } = memoryLog()
  await migrate(db, migrationsFolder, { log })
  assert.equal(logged(), '')
  const newer = createNewerFolder(t, { '9001-keys': 'select 1/0' })
  await assert.rejects(migrate(db, newer, { log }))
  const { msg, pending } = JSON.parse(logged()) as { msg: string; pending: string[] }
  assert.deepEqual([msg, pending], ['migrating the database', ['9001-keys']])
})

test('migrate: logs that it waits for another process that migrates', async (t) => {
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) return t.skip('the folder has one owner')
  const other = openServer(database.url)
  t.after(other.close)
  const newer = createNewerFolder(t, { '9001-keys': 'select pg_advisory_xact_lock(42)' })
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(42)`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const first = migrate(other.migrations, newer)
  await untilLocked(database.db)
  const { log, logged } = memoryLog()
  const second = migrate(database.migrations, newer, { log })
  await untilLocked(database.db, 2)
  assert.match(logged(), /^\{[^\n]*"msg":"waiting for another process that migrates the database"\}\n$/)
  released.resolve()
  assert.deepEqual(await Promise.all([first, second, holding]), [['9001-keys'], [], undefined])
})

test('requireMigrated: says how to migrate a database that lacks migrations', async (t) => {
  const db = await openDb(t)
  await sql`drop table migrations`.execute(db)
  const count = listMigrationNames(migrationsFolder).length
  await assert.rejects(requireMigrated(db, migrationsFolder), {
    message: `The database lacks ${count} of the ${count} migrations. Run: launchscore migrate`,
  })
})

test('launchscore migrates an embedded database and names migrate for a server', async (t) => {
  const issue = ['keys', 'issue', '--tier', 'pro', '--label', 'A', '--owner', 'b']
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'launchscore-migrations-'))
    t.after(() => rmSync(DATA_DIR, { recursive: true }))
    assert.equal((await runCli(issue, { DATA_DIR })).status, 0)
    return
  }
  const environment = { DATABASE_URL: database.url }
  await sql`drop schema public cascade; create schema public`.execute(database.db)
  const refused = await runCli(issue, environment)
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /^The database lacks \d+ of the \d+ migrations\. Run: launchscore migrate\n$/)
  assert.equal((await runCli(['migrate'], environment)).status, 0)
  assert.equal((await runCli(issue, environment)).status, 0)
})

test('launchscore and the service on a newer release’s database: one line, status 1', async (t) => {
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) return t.skip('the same code; the folder has one owner')
  await sql`insert into migrations (name, oldest_release) values ('9001-keys', '7.1.0')`.execute(database.db)
  const line =
    /^The database has migrations of a newer release \(9001-keys\) and needs Launchscore 7\.1\.0 or newer; this is .*\n$/
  for (const [args, program] of [
    [['keys', 'list'], 'src/main/cli.ts'],
    [['migrate'], 'src/main/cli.ts'],
    [[], 'src/main/main.ts'],
  ] as const) {
    const { status, stderr } = await runCli([...args], { DATABASE_URL: database.url, PORT: '0' }, program)
    assert.deepEqual([status, line.test(stderr)], [1, true], stderr)
  }
})

/** As managed servers do when their disk is full. */
async function makeReadOnly({ db, url }: TestDb): Promise<void> {
  if (!url) return void (await sql`set default_transaction_read_only = on`.execute(db))
  const name = new URL(url).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(db)
}

test('migrate: a read-only database that lacks no migration needs no write', async (t) => {
  const database = await openTestDb()
  t.after(database.close)
  await makeReadOnly(database)
  const { migrations, close } = database.url ? openServer(database.url) : { ...database, close: async () => {} }
  assert.deepEqual(await migrate(migrations, migrationsFolder), [])
  await assert.rejects(sql`create table key_notes (id uuid)`.execute(migrations), { code: '25006' })
  await close()
})

test('start: a replica serves reads while its database is read-only', async (t) => {
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) return t.skip('the folder has one owner')
  await makeReadOnly(database)
  const { url, lines } = await startLogged(t, { DATABASE_URL: database.url })
  assert.equal((await fetch(`${url}/api/v1/launches`)).status, 200)
  assert.ok(lines.some(({ msg }) => msg === 'the partitions of the coming days could not be made yet'))
})

test('a role that does not own the schema starts, but is told that it can’t migrate', async (t) => {
  const database = await openTestDb()
  const cleanups: (() => Promise<unknown>)[] = [database.close]
  t.after(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })
  if (!database.url) return t.skip('the folder has one role')
  const { db } = database
  const username = `launchscore_reader_${systemRandom.hex(4)}`
  const role = sql.id(username)
  await sql`create role ${role} login`.execute(db)
  cleanups.push(() => sql`drop owned by ${role}; drop role ${role}`.execute(db))
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db)
  const environment = { DATABASE_URL: Object.assign(new URL(database.url), { username }).href }
  const { url } = await startLogged(t, environment)
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  await sql`delete from migrations where name = (select max(name) from migrations)`.execute(db)
  const { status, stderr } = await runCli(['migrate'], environment)
  assert.equal(status, 1)
  assert.match(stderr, /^To migrate the database, the role must own its schema; see docs\/[a-z-]+\.md \(.+\)\.\n$/)
})

test('DATABASE_DIRECT_URL of another database: status 2 and one line', async (t) => {
  const [one, other] = [await openTestDb(), await openTestDb()]
  t.after(() => Promise.all([one.close(), other.close()]))
  if (!one.url || !other.url) return t.skip('a folder has no second address')
  for (const [args, program] of [
    [['migrate'], 'src/main/cli.ts'],
    [[], 'src/main/main.ts'],
  ] as const) {
    const environment = { DATABASE_URL: one.url, DATABASE_DIRECT_URL: other.url, PORT: '0', LOG_LEVEL: 'silent' }
    const { status, stderr } = await runCli([...args], environment, program)
    assert.deepEqual([status, stderr], [2, 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL\n'])
  }
  const same = { DATABASE_URL: one.url, DATABASE_DIRECT_URL: one.url.replace('127.0.0.1', 'localhost') }
  assert.equal((await runCli(['migrate'], same)).status, 0)
})
