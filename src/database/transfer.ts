import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Kysely, type Transaction, sql } from 'kysely'
import { allowIdle } from './internal/clients.ts'

// The pg_dump of PGlite is not used: it keeps the whole dump in memory (3 GB for 1,000,000 rows), and reads no server.

/** An export that can't be written, read or imported; the message says what to do. */
export class TransferError extends Error {}

/** The first line of an export. */
export interface ExportHeader {
  launchscoreExport: 1
  createdAt: string
  release: { version: string; commit: string | null }
  /** The migrations that the database had seen. */
  migrations: string[]
  /** Those that the release which wrote the file did not have: only a release that has them can import it. */
  newerMigrations?: string[]
  /** The ids of the keys under which its secrets are encrypted. */
  keyIds: string[]
  /** In a backup of the embedded database: the key that it generated, in base64. */
  encryptionKey?: string
}

interface ExportedTable {
  table: string
  columns: string[]
}

/** A line that is no row: each table begins with one, and the last line is `end`. */
type ExportMark = ExportedTable | { sequence: string; value: string; isCalled: boolean } | { end: true; rows: number }

/** A longer line is no row of ours: the largest, an image, has 0.3 MB. */
const maxLineLength = 64 * 1024 * 1024

/**
 * Writes lines as a compressed file of mode 0600 that appears under its name once it is whole and on the disk. Throws
 * `TransferError` when there is a file of that name, or no folder for it.
 */
async function writeExportFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new TransferError(`The folder ${folder} does not exist: make it, or choose another one.`)
  if (existsSync(file)) throw new TransferError(`${file} exists already: choose another name.`)
  const draft = `${file}.partial-${process.pid}`
  try {
    await pipeline(
      Readable.from(lines),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw toWriteFault(file, error)
  }
  await using opened = await open(folder)
  await opened.sync()
}

/** The lines of an export, one at a time. Throws `TransferError` when it is damaged or cut off. */
async function* readExportFile(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  pipeline(createReadStream(file), unpacked).catch(() => {}) // reading `unpacked` throws it too
  let rest = ''
  try {
    for await (const chunk of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw new TransferError(`${file} is not an export of Launchscore.`)
      yield* lines
    }
  } catch (error) {
    throw toReadFault(file, error)
  }
  if (rest !== '') throw createDamagedFileError(file)
}

/** The header of an export. Throws `TransferError` when the file has none. */
export async function readExportHeader(file: string): Promise<ExportHeader> {
  for await (const line of readExportFile(file)) {
    const header = parseJson(line) as Partial<ExportHeader> | null
    if (header?.launchscoreExport === 1) return header as ExportHeader // we wrote the rest of it with this field
    break
  }
  throw new TransferError(`${file} is not an export that this release can read.`)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const createDamagedFileError = (file: string) =>
  new TransferError(`${file} is damaged or incomplete; nothing was imported.`)

/** The system's message about a write names no file. */
function toWriteFault(file: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === 'write' ? new TransferError(`${file} can't be written: ${message}`, { cause: error }) : error
}

function toReadFault(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new TransferError(`${file} does not exist.`)
  if (code === 'EISDIR') return new TransferError(`${file} is a folder, not an export of Launchscore.`)
  return code.startsWith('Z_') ? createDamagedFileError(file) : error
}

interface ExportInput extends Omit<ExportHeader, 'launchscoreExport'> {
  file: string
}

/** Bytes of rows that are in memory at once, give or take a row. */
const batchBytes = 1024 * 1024
const maxBatchRows = 1000

/**
 * Writes all rows of the database to `file`, as of one moment and in bounded memory, while others read and write. Returns
 * the number of rows.
 */
export async function writeExport<T>(db: Kysely<T>, { file, ...known }: ExportInput): Promise<number> {
  const counted = { rows: 0 }
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => writeExportFile(file, listLines(tx, { launchscoreExport: 1, ...known }, counted)))
  return counted.rows
}

const toLine = (value: ExportHeader | ExportMark) => `${JSON.stringify(value)}\n`

async function* listLines<T>(
  tx: Transaction<T>,
  header: ExportHeader,
  counted: { rows: number },
): AsyncGenerator<string> {
  await allowIdle(tx)
  yield toLine(header)
  // The text forms of times and bytes, whatever the server's settings are.
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local datestyle = 'ISO'`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
  for (const table of await listTables(tx)) {
    yield toLine({ table: table.table, columns: table.columns.map(({ name }) => name) })
    for await (const rows of readRows(tx, table)) {
      counted.rows += rows.length
      yield rows.map((row) => `${row}\n`).join('')
    }
  }
  for (const sequence of await listSequences(tx)) yield toLine(sequence)
  yield toLine({ end: true, rows: counted.rows })
}

/** The rows as JSON arrays of PostgreSQL's text forms, in batches. */
async function* readRows<T>(tx: Transaction<T>, { table, columns }: TableColumns): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map(({ name }) => sql`${sql.id(name)}::text`))
  await sql`declare exported no scroll cursor for select json_build_array(${texts})::text as row from ${sql.id(table)}`.execute(
    tx,
  )
  let count = 16
  for (;;) {
    const { rows } = await sql.raw<{ row: string }>(`fetch ${count} from exported`).execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0)
    count = Math.max(1, Math.min(maxBatchRows, Math.floor((batchBytes * rows.length) / bytes)))
  }
  await sql`close exported`.execute(tx)
}

/** Rows that a service which was never used has: they are replaced. */
const ownTables = ['ranking_watermarks', 'write_probe']

/**
 * Reads all rows of the export `file` into a database that has the same tables, all without rows. It happens in one
 * transaction: after a fault the database is as it was. Returns the number of rows; throws `TransferError`.
 */
export async function readImport<T>(db: Kysely<T>, file: string): Promise<number> {
  const rows = await db.transaction().execute(async (tx) => {
    await allowIdle(tx)
    const tables = await listTables(tx)
    await sql`lock table ${sql.join(tables.map(({ table }) => sql.id(table)))} in access exclusive mode`.execute(tx)
    await requireEmpty(tx, tables)
    const restoreRules = await suspendRules(tx)
    for (const { table } of tables.filter(isOwn)) await sql`delete from ${sql.id(table)}`.execute(tx)
    const count = await insertAll(tx, tables, file)
    await restoreRules()
    return count
  })
  await sql`analyze`.execute(db)
  return rows
}

const isOwn = ({ table }: TableColumns) => ownTables.includes(table)

async function requireEmpty<T>(tx: Transaction<T>, tables: TableColumns[]): Promise<void> {
  for (const { table } of tables.filter((one) => !isOwn(one))) {
    const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(tx)
    if (rows.length > 0)
      throw new TransferError(`The database is not empty (table ${table} has rows): import into a new database.`)
  }
}

/** Inserts the rows of the export `file` and sets the sequences. Returns the number of rows. */
async function insertAll<T>(tx: Transaction<T>, tables: TableColumns[], file: string): Promise<number> {
  let table: TableColumns | undefined
  let batch: string[] = []
  let bytes = 0
  let rows = 0
  let isHeader = true
  let isComplete = false
  const insert = async () => {
    if (batch.length === 0) return
    if (!table) throw createDamagedFileError(file)
    await insertRows(tx, table, batch)
    rows += batch.length
    batch = []
    bytes = 0
  }
  for await (const line of readExportFile(file)) {
    if (isComplete) throw createDamagedFileError(file)
    if (line.startsWith('[')) {
      batch.push(line)
      bytes += line.length
      if (bytes >= batchBytes || batch.length >= maxBatchRows) await insert()
    } else if (!isHeader) {
      await insert()
      const mark = parseJson(line) as ExportMark | null // the header says that we wrote the file
      if (mark === null) throw createDamagedFileError(file)
      if ('table' in mark) table = findTable(tables, mark, file)
      else if ('sequence' in mark) await setSequence(tx, mark)
      else if (mark.rows === rows) isComplete = true
      else throw createDamagedFileError(file)
    }
    isHeader = false
  }
  if (!isComplete) throw createDamagedFileError(file)
  return rows
}

/** The table with its columns in the order of the export. */
function findTable(tables: TableColumns[], { table, columns }: ExportedTable, file: string): TableColumns {
  const own = tables.find((one) => one.table === table)?.columns ?? []
  const found = columns.flatMap((name) => own.find((column) => column.name === name) ?? [])
  if (found.length === 0 || found.length !== columns.length || found.length !== own.length)
    throw new TransferError(`${file} has another form of table ${table}: import it with the release that wrote it.`)
  return { table, columns: found }
}

async function insertRows<T>(tx: Transaction<T>, { table, columns }: TableColumns, rows: string[]): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const values = sql.join(columns.map(({ type }, at) => sql.raw(`(r->>${at})::${type}`)))
  await sql`insert into ${sql.id(table)} (${names}) overriding system value
    select ${values} from json_array_elements(${`[${rows.join(',')}]`}::json) as r`.execute(tx)
}

interface TableColumns {
  table: string
  columns: { name: string; type: string }[]
}

/** All tables of the schema but the list of migrations, partitions as part of their parent, with the columns that can be written. */
async function listTables<T>(db: Kysely<T>): Promise<TableColumns[]> {
  const { rows } = await sql<TableColumns>`
    select c.relname as table,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname) as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  return rows
}

/** The names of the migrations that the database has seen; none in a new database. */
export async function listMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('migrations')::text as name`.execute(db)
  if (!found[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

interface Sequence {
  sequence: string
  value: string
  isCalled: boolean
}

/** The state of all sequences. */
async function listSequences<T>(tx: Transaction<T>): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`.execute(tx)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: states } = await sql<Omit<Sequence, 'sequence'>>`
      select last_value::text as value, is_called as "isCalled" from ${sql.id(name)}`.execute(tx)
    if (states[0]) sequences.push({ sequence: name, ...states[0] })
  }
  return sequences
}

const setSequence = <T>(tx: Transaction<T>, { sequence, value, isCalled }: Sequence): Promise<unknown> =>
  sql`select setval(${sequence}::regclass, ${value}::bigint, ${isCalled})`.execute(tx)

/**
 * Takes away the references and the triggers of all tables, so that rows can come in any order and trigger nothing. Returns
 * a function that restores them and checks all references. Only the owner of the tables may do this, as for migrations.
 */
async function suspendRules<T>(tx: Transaction<T>): Promise<() => Promise<void>> {
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`.execute(tx)
  const { rows: triggered } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger as t join pg_class as c on c.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`.execute(tx)
  const alter = (table: string, change: string) => sql.raw(`alter table ${table} ${change}`).execute(tx)
  for (const { table, name } of references) await alter(table, `drop constraint "${name}"`)
  for (const { table } of triggered) await alter(table, 'disable trigger user')
  return async () => {
    for (const { table } of triggered) await alter(table, 'enable trigger user')
    for (const { table, name, definition } of references) await alter(table, `add constraint "${name}" ${definition}`)
  }
}
