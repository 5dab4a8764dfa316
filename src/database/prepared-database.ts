import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** The compressed files of a new database without tables, from `npm run prepare-database`. */
export const preparedDatabaseFile = join(import.meta.dirname, '../../vendor/embedded-database.br')

/** The same with the tables of this release. Only a build has it. */
export const migratedDatabaseFile = join(import.meta.dirname, '../../vendor/migrated-database.br')

/** The first line of the decompressed file, as JSON; the contents of `files` follow in their order. */
export interface PreparedHeader {
  /** The version of PGlite that made the database. */
  pglite: string
  /** The content of PG_VERSION, which is not among `files`. */
  pgVersion: string
  folders: string[]
  files: [path: string, bytes: number][]
}

export interface UnpackOptions {
  /** Without them, the caller makes the tables, as an import of an older release does. */
  withTables: boolean
}

/**
 * Writes a new database into `dataDir`, with tables if there is a file that has them. PG_VERSION comes last, so that a
 * database without it is known to be incomplete. Running `initdb` instead takes three seconds and 400 MB.
 */
export function unpackDatabase(dataDir: string, { withTables }: UnpackOptions): void {
  const file = withTables && existsSync(migratedDatabaseFile) ? migratedDatabaseFile : preparedDatabaseFile
  const content = brotliDecompressSync(readFileSync(file))
  const { pgVersion, folders, files } = readHeader(content)
  for (const folder of folders) mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 })
  let at = content.indexOf('\n') + 1
  for (const [path, bytes] of files)
    writeFileSync(join(dataDir, path), content.subarray(at, (at += bytes)), { mode: 0o600 })
  writeFileSync(join(dataDir, 'PG_VERSION'), pgVersion, { mode: 0o600 })
}

/** Reads the first line of the decompressed file. */
export const readHeader = (content: Buffer): PreparedHeader =>
  JSON.parse(content.toString('utf8', 0, content.indexOf('\n'))) as PreparedHeader // the package has the file
