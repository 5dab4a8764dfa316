// Writes vendor/embedded-database.br: a new embedded database without tables, made by the installed version of PGlite.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { type PreparedHeader, preparedDatabaseFile } from '../../src/database/prepared-database.ts'

process.env['TZ'] = 'UTC' // initdb writes it into the configuration
const dataDir = mkdtempSync(join(tmpdir(), 'launchscore-prepared-'))
const lite = await PGlite.create({ dataDir })
// Nothing is made from the templates, and without them the database takes 24 MB instead of 39.
await lite.exec(`update pg_database set datistemplate = false`)
await lite.exec('drop database template0')
await lite.exec('drop database template1')
await lite.exec('checkpoint')
await lite.close()

const found = readdirSync(dataDir, { recursive: true, withFileTypes: true })
const listPaths = (isKept: (entry: (typeof found)[number]) => boolean) =>
  found.filter(isKept).map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
const leftOut = ['PG_VERSION', 'postmaster.pid', 'postmaster.opts']
const paths = listPaths((entry) => entry.isFile()).filter((path) => !leftOut.includes(path))
const header: PreparedHeader = {
  pglite: readVersion(),
  pgVersion: readFileSync(join(dataDir, 'PG_VERSION'), 'utf8'),
  folders: listPaths((entry) => entry.isDirectory()).sort(),
  files: paths.sort().map((path) => [path, statSync(join(dataDir, path)).size]),
}
const contents = header.files.map(([path]) => readFileSync(join(dataDir, path)))
rmSync(dataDir, { recursive: true })

const compressed = brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents]))
writeFileSync(preparedDatabaseFile, compressed)
process.stdout.write(`${preparedDatabaseFile}: ${header.files.length} files, ${compressed.length} bytes\n`)

function readVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
