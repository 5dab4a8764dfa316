import { type Kysely, type Transaction, sql } from 'kysely'
import { allowIdle } from '../server/idle-transactions.ts'
import { type TableColumns, listTables, setSequence, suspendRules } from './catalog.ts'
import { type ExportMark, TransferError, createDamagedFileError, readExportFile } from './export-file.ts'

/** Rows that a service which was never used has: they are replaced. */
const ownTables = ['ranking_watermarks', 'write_probe']

const batchBytes = 1024 * 1024
const maxBatchRows = 1000

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
    const count = await new Import(tx, tables, file).read()
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

/** The lines of an export on their way into the tables. */
class Import<T> {
  #tx: Transaction<T>
  #tables: TableColumns[]
  #file: string
  #table: TableColumns | undefined
  #batch: string[] = []
  #batchBytes = 0
  #rows = 0
  #isComplete = false

  constructor(tx: Transaction<T>, tables: TableColumns[], file: string) {
    this.#tx = tx
    this.#tables = tables
    this.#file = file
  }

  async read(): Promise<number> {
    let isHeader = true
    for await (const line of readExportFile(this.#file)) {
      if (this.#isComplete) throw createDamagedFileError(this.#file)
      if (line.startsWith('[')) await this.#takeRow(line)
      else if (!isHeader) await this.#takeMark(this.#parseMark(line))
      isHeader = false
    }
    if (!this.#isComplete) throw createDamagedFileError(this.#file)
    return this.#rows
  }

  async #takeRow(row: string): Promise<void> {
    this.#batch.push(row)
    this.#batchBytes += row.length
    if (this.#batchBytes >= batchBytes || this.#batch.length >= maxBatchRows) await this.#insert()
  }

  async #takeMark(mark: ExportMark): Promise<void> {
    await this.#insert()
    if ('table' in mark) this.#table = this.#findTable(mark.table, mark.columns)
    else if ('sequence' in mark) await setSequence(this.#tx, mark)
    else if (mark.rows === this.#rows) this.#isComplete = true
    else throw createDamagedFileError(this.#file)
  }

  #parseMark(line: string): ExportMark {
    try {
      return JSON.parse(line) as ExportMark // the header says that we wrote the file
    } catch {
      throw createDamagedFileError(this.#file)
    }
  }

  #findTable(name: string, columns: string[]): TableColumns {
    const found = this.#tables.find(({ table }) => table === name)
    const missing = columns.find((column) => !found?.columns.some((own) => own.name === column))
    if (!found || missing || columns.length !== found.columns.length)
      throw new TransferError(
        `${this.#file} has another form of table ${name}: import it with the release that wrote it.`,
      )
    return {
      table: name,
      columns: columns.map((column) => ({
        name: column,
        type: found.columns.find((own) => own.name === column)?.type ?? '',
      })),
    }
  }

  async #insert(): Promise<void> {
    if (this.#batch.length === 0) return
    if (!this.#table) throw createDamagedFileError(this.#file)
    const { table, columns } = this.#table
    const names = sql.join(columns.map(({ name }) => sql.id(name)))
    const values = sql.join(columns.map(({ type }, at) => sql.raw(`(r->>${at})::${type}`)))
    await sql`insert into ${sql.id(table)} (${names}) overriding system value
      select ${values} from json_array_elements(${`[${this.#batch.join(',')}]`}::json) as r`.execute(this.#tx)
    this.#rows += this.#batch.length
    this.#batch = []
    this.#batchBytes = 0
  }
}
