import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Log } from '../platform/log.ts'
import { getVersion } from '../platform/release.ts'

/** The database is not as this release needs it. The message says what to do. */
export class SchemaMismatch extends Error {}

interface Migration {
  name: string
  text: string
}

interface AppliedMigration {
  name: string
  /** The oldest release that works with a database that has it. */
  oldestRelease: string
}

/** The release whose migrations the baselines replaced: a database that has them all has the tables of the baselines. */
interface PreviousRelease {
  release: string
  migrations: string[]
}

/** The migrations in a folder. */
interface Known {
  own: Migration[]
  previous: PreviousRelease
}

interface MigrateOptions {
  release?: string
  /** Gets a line before anything that can take long. */
  log?: Pick<Log, 'info'>
}

/**
 * Applies the numbered `.sql` files of `folder` that the database has not seen, all in one transaction and under a lock, so
 * that replicas may start at once. Returns the names of those applied. Throws `SchemaMismatch` for a database of a newer
 * release that this release doesn't work with, or of one before the previous release.
 *
 * The lock belongs to the transaction: behind a connection pooler, another client would inherit a session's lock.
 */
export const migrate = <T>(db: Kysely<T>, folder: string, options: MigrateOptions = {}): Promise<string[]> =>
  applyPending(db, { folder, release: getVersion(), isWanted: () => true, ...options })

/** The same for the migrations up to the one named. */
export const migrateTo = <T>(db: Kysely<T>, folder: string, last: string): Promise<string[]> =>
  applyPending(db, { folder, release: getVersion(), isWanted: (name) => name <= last })

/** The names of all migrations, in their order. */
export const listMigrationNames = (folder: string): string[] => readKnown(folder).own.map(({ name }) => name)

/** The migrations of a database as this release names them: the baselines stand for all those of the previous release. */
export function toOwnNames(names: string[], folder: string): string[] {
  const { own, previous } = readKnown(folder)
  if (!previous.migrations.every((name) => names.includes(name))) return names
  const later = names.filter((name) => !previous.migrations.includes(name) && !isBaseline(name))
  return [...own.map(({ name }) => name).filter(isBaseline), ...later]
}

interface Wanted {
  folder: string
  release: string
  isWanted: (name: string) => boolean
  log?: Pick<Log, 'info'>
}

async function applyPending<T>(db: Kysely<T>, { folder, release, isWanted, log }: Wanted): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await lock(tx, log)
    const applied = await listApplied(tx)
    const pending = listPending(applied, readKnown(folder), release).filter(({ name }) => isWanted(name))
    const names = pending.map(({ name }) => name)
    if (names.length === 0) return [] // a database that is read-only at the moment still serves reads
    if (applied.length === 0) log?.info({ migrations: names.length }, 'creating the tables of a new database')
    else log?.info({ pending: names }, 'migrating the database')
    await apply(tx, pending, release).catch(explainRefusal)
    return names
  })
}

async function apply<T>(tx: Kysely<T>, pending: Migration[], release: string): Promise<void> {
  await sql`create table if not exists migrations (
    name text primary key, oldest_release text not null, applied_at timestamptz not null default now())`.execute(tx)
  // A table whose deferred triggers are pending can't be altered.
  await sql`set constraints all immediate`.execute(tx)
  for (const { name, text } of pending) {
    await sql.raw(text).execute(tx)
    await sql`insert into migrations (name, oldest_release) values (${name}, ${findOldestRelease(text) ?? release})`.execute(
      tx,
    )
  }
}

const insufficientPrivilege = '42501'

function explainRefusal(cause: unknown): never {
  if (!(cause instanceof DatabaseError) || cause.code !== insufficientPrivilege) throw cause
  const advice = 'To migrate the database, the role must own its schema; see docs/run.md'
  throw new SchemaMismatch(`${advice} (${cause.message}).`, { cause })
}

async function lock<T>(tx: Kysely<T>, log: Pick<Log, 'info'> | undefined): Promise<void> {
  const tried = await sql<{
    isOurs: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as "isOurs"`.execute(tx)
  if (tried.rows[0]?.isOurs) return
  log?.info('waiting for another process that migrates the database')
  await sql`select pg_advisory_xact_lock(${sql.lit(lockId)})`.execute(tx)
}

/** Throws `SchemaMismatch` unless the database has all migrations of `folder`, and beside them only compatible ones. */
export async function requireMigrated<T>(db: Kysely<T>, folder: string): Promise<void> {
  const known = readKnown(folder)
  const pending = listPending(await listApplied(db), known, getVersion())
  if (pending.length > 0)
    throw new SchemaMismatch(
      `The database lacks ${pending.length} of the ${known.own.length} migrations. Run: launchscore migrate`,
    )
}

/** The migrations that this release does not have. Throws `SchemaMismatch` if the database needs a newer release. */
export async function listNewerMigrations<T>(db: Kysely<T>, folder: string): Promise<string[]> {
  const newer = findUnknown(await listApplied(db), readKnown(folder), getVersion())
  return newer.map(({ name }) => name)
}

/** `launchsc` as a number: all users of the database share one namespace of advisory locks. */
const lockId = 7_809_652_345_811_792_739n

/** None in a new database. */
async function listApplied<T>(db: Kysely<T>): Promise<AppliedMigration[]> {
  const found = await sql<{ exists: boolean }>`select to_regclass('migrations') is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return []
  const { rows } = await sql<AppliedMigration>`
    select name, oldest_release as "oldestRelease" from migrations order by name`.execute(db)
  return rows
}

function findUnknown(applied: AppliedMigration[], { own, previous }: Known, release: string): AppliedMigration[] {
  const names = [...previous.migrations, ...own.map(({ name }) => name)]
  const unknown = applied.filter(({ name }) => !names.includes(name))
  const needed = unknown.filter(({ oldestRelease }) => isOlder(release, oldestRelease))
  if (needed.length > 0) throw new SchemaMismatch(describeMismatch(needed, release))
  return unknown
}

/** The migrations that are still to be applied. In a database of the previous release, the baselines are only recorded. */
function listPending(applied: AppliedMigration[], known: Known, release: string): Migration[] {
  findUnknown(applied, known, release)
  const isOfPrevious = hasPrevious(applied, known.previous)
  const recorded = `-- oldest release: ${known.previous.release}`
  const own = known.own.map((one) => (isOfPrevious && isBaseline(one.name) ? { ...one, text: recorded } : one))
  const pending = own.filter(({ name }) => !applied.some((one) => one.name === name))
  const last = applied.filter(({ name }) => own.some((one) => one.name === name)).at(-1)
  const early = pending.find(({ name }) => last && name < last.name)
  if (early && last)
    throw new SchemaMismatch(
      `Migration ${early.name} comes before ${last.name}, which the database already has. Give it a higher number.`,
    )
  return pending
}

/** Whether the previous release made the database's tables. Throws `SchemaMismatch` if it has still to finish them. */
function hasPrevious(applied: AppliedMigration[], { release, migrations }: PreviousRelease): boolean {
  const missing = migrations.filter((name) => !applied.some((one) => one.name === name))
  if (missing.length === 0 || missing.length === migrations.length) return missing.length === 0
  throw new SchemaMismatch(
    `The database lacks ${missing.length} of the ${migrations.length} migrations of Launchscore ${release}, the first is ${missing[0]}. Start the last build of ${release} on it, and then this release.`,
  )
}

function describeMismatch(needed: AppliedMigration[], release: string): string {
  const [newest = release] = needed.map(({ oldestRelease }) => oldestRelease).sort((a, b) => (isOlder(a, b) ? 1 : -1))
  const names = needed.map(({ name }) => name).join(', ')
  return `The database has migrations of a newer release (${names}) and needs Launchscore ${newest} or newer; this is ${release}. Start that release, or restore a backup from before it.`
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((release) => release.split('.').map(Number))
  const different = a?.findIndex((part, n) => part !== b?.[n]) ?? -1
  return different >= 0 && (a?.[different] ?? 0) < (b?.[different] ?? 0)
}

/** The line of a migration that names the releases before it that work with it; without it, none does. */
const findOldestRelease = (text: string): string | undefined => /^-- oldest release: (\d+\.\d+\.\d+)$/m.exec(text)?.[1]

/** The files numbered 02xx make the tables of a new database; the later ones change them. */
const isBaseline = (name: string): boolean => name.startsWith('02')

const readKnown = (folder: string): Known => ({
  previous: JSON.parse(readFileSync(join(folder, 'previous.json'), 'utf8')) as PreviousRelease,
  own: readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), text: readFileSync(join(folder, file), 'utf8') })),
})

export const migrationsFolder = join(import.meta.dirname, '../../migrations')
