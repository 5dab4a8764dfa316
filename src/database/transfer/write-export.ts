import { type Kysely, type Transaction, sql } from 'kysely'
import { allowIdle } from '../server/idle-transactions.ts'
import { type TableColumns, listSequences, listTables } from './catalog.ts'
import { type ExportHeader, type ExportMark, writeExportFile } from './export-file.ts'

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
