import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { Client } from 'pg'
import type { Database, Db } from '../../src/database/db.ts'
import { type OpenDb, type ServerOptions, openServerDb } from '../../src/database/server-db.ts'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import type { TestContext } from 'node:test'
import { closeAfter } from './waiting.ts'

export interface TestDb extends OpenDb<Database> {
  /** The URL with which a second process opens the same server database; null on PGlite. */
  url: string | null
}

/** A migrated database of one's own: on the server at TEST_DATABASE_URL, or else on PGlite; gone after `close`. */
export const openTestDb = (url = process.env.TEST_DATABASE_URL): Promise<TestDb> => (url ? onServer(url) : onLite())

let shared: Promise<TestDb> | undefined

/** The one database that tests of a run share; empty it first. Opening one takes 0.2–2 s, emptying it some milliseconds. */
export async function sharedTestDb(): Promise<TestDb> {
  const isNew = shared === undefined
  shared ??= openTestDb()
  const testDb = await shared
  await (isNew || testDb.url !== null ? emptyTables : emptyWrittenTables)(testDb.db)
  return testDb
}

export const closeSharedTestDb = (): Promise<void> | undefined => shared?.then(({ close }) => close())

async function onLite(): Promise<TestDb> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-test-'))
  await copyTemplate(folder)
  const { close, ...opened } = await openEmbeddedDb<Database>(folder)
  return { ...opened, url: null, close: () => close().then(() => rmSync(folder, { recursive: true })) }
}

/** Fills `folder` with a migrated embedded database. */
export async function copyTemplate(folder: string): Promise<void> {
  cpSync(join(await prepareTemplate(), 'pgdata'), join(folder, 'pgdata'), { recursive: true })
}

const cache = join(import.meta.dirname, '../../node_modules/.cache')

/** The folder with the migrated database that the embedded databases of tests are copies of; made once for all runs. */
export async function prepareTemplate(): Promise<string> {
  const template = join(cache, `database-${hashOfMigrations()}`)
  if (!existsSync(template)) await buildTemplate(template)
  return template
}

/** Built aside and renamed: of several processes at once the first one's is kept. */
async function buildTemplate(template: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'building-'))
  const { db, close } = await openEmbeddedDb<Database>(folder)
  await migrate(db, migrationsFolder)
  await close()
  try {
    renameSync(folder, template)
  } catch {
    rmSync(folder, { recursive: true })
  }
}

async function onServer(url: string): Promise<TestDb> {
  const template = `launchscore_template_${hashOfMigrations()}`
  const name = `launchscore_test_${randomUUID().replaceAll('-', '')}`
  await onAdmin(url, async (admin) => {
    await admin.query('select pg_advisory_lock(7420)') // one builder at a time; freed with the connection
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) await buildServerTemplate(admin, url, template)
    await admin.query(`create database ${name} template ${template}`)
  })
  const testUrl = inDatabase(process.env.TEST_POOLER_URL ?? url, name)
  const { close, ...opened } = openServer(testUrl, { directUrl: inDatabase(url, name) })
  const drop = () => onAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`).then(() => {}))
  return { ...opened, url: testUrl, close: () => close().then(drop) }
}

async function buildServerTemplate(admin: Client, url: string, template: string): Promise<void> {
  const building = `${template}_building`
  await admin.query(`drop database if exists ${building} with (force)`)
  await admin.query(`create database ${building}`)
  const { migrations, close } = openServer(inDatabase(url, building))
  await migrate(migrations, migrationsFolder)
  await close()
  await admin.query(`alter database ${building} rename to ${template}`)
}

/** Opens the same as the service does for a `DATABASE_URL`. */
export const openServer = (url: string, over: Partial<ServerOptions> = {}) =>
  openServerDb<Database>({
    url,
    directUrl: null,
    prepared: true,
    statementTimeoutMs: 10_000,
    maxConnections: 10,
    onIdleError: () => {},
    onPooler: () => {},
    ...over,
  })

async function onAdmin(url: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

/** Deletes where little was written: truncating makes new files for each table and index, 150 ms on PGlite. */
export const emptyTables = (db: Db): Promise<void> => emptyWhere(db, sql`true`)

/**
 * The same for a database in this process: its one backend has counted each row that it inserted. `emptyTables` asks for the
 * size of every table's file, which takes PGlite five times as long.
 */
async function emptyWrittenTables(db: Db): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await emptyWhere(db, sql`pg_stat_get_tuples_inserted(oid) > 0`)
  await sql`select pg_stat_reset()`.execute(db)
}

async function emptyWhere(db: Db, isWritten: RawBuilder<unknown>): Promise<void> {
  await sql`do $$
    declare name text; size bigint; sequence regclass;
    begin
      set local session_replication_role = replica; -- neither triggers nor references: everything goes
      for name, size in select quote_ident(relname), pg_relation_size(oid) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' and ${isWritten}
      loop
        if size > 262144 then execute 'truncate ' || name || ' cascade';
        elsif size > 0 then execute 'delete from ' || name;
        end if;
      end loop;
      for sequence in select s.seqrelid::regclass from pg_sequence s loop
        perform setval(sequence, 1, false);
      end loop;
    end $$`.execute(db)
}

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

function hashOfMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(migrationsFolder, '../src/database/migrate.ts')))
  for (const file of readdirSync(migrationsFolder).sort())
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  return hash.digest('hex').slice(0, 12)
}

/** A migrated database for processes that are killed, gone after the test. */
export interface OutlastingDb {
  /** The environment that points a process at it. */
  environment: NodeJS.ProcessEnv
  /** Several processes may have it open: a folder has one owner. */
  isShared: boolean
  /** Looks at it, or changes it; a folder only while no process has it open. */
  use: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** On the server at TEST_DATABASE_URL, or else in a folder. */
export const openOutlastingDb = (t: Pick<TestContext, 'after'>): Promise<OutlastingDb> =>
  process.env['TEST_DATABASE_URL'] ? outlastOnServer(t) : outlastInFolder(t)

async function outlastOnServer(t: Pick<TestContext, 'after'>): Promise<OutlastingDb> {
  const { db, url, close } = await openTestDb()
  closeAfter(t, close)
  return { environment: { DATABASE_URL: url ?? '' }, isShared: true, use: (work) => work(db) }
}

async function outlastInFolder(t: Pick<TestContext, 'after'>): Promise<OutlastingDb> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-outlasting-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  const use: OutlastingDb['use'] = async (work) => {
    const { db, close } = await openEmbeddedDb<Database>(folder)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  return { environment: { DATA_DIR: folder }, isShared: false, use }
}

export const poisoned = /the row is poisoned/

/** Makes every write of a row of the table fail whose column has the value. */
export async function poison(
  t: TestContext,
  db: Db,
  table: keyof Database,
  [column, value]: [string, string],
): Promise<void> {
  await sql`
    create or replace function refuse_row() returns trigger language plpgsql as $$ begin
      if to_jsonb(new) ->> tg_argv[0] = tg_argv[1] then raise exception 'the row is poisoned'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse_row before insert or update on ${sql.table(table)}
    for each row execute function refuse_row(${sql.lit(column)}, ${sql.lit(value)})`.execute(db)
  t.after(() => sql`drop trigger if exists refuse_row on ${sql.table(table)}`.execute(db))
}
