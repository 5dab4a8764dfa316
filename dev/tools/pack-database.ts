import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { PreparedHeader } from '../../src/database/prepared-database.ts'

interface PackOptions {
  /** Brotli's quality, 0 to 11. */
  quality?: number
}

/** Packs the files of a closed embedded database, as `unpackDatabase` reads them. */
export function packDatabase(dataDir: string, { quality = 11 }: PackOptions = {}): Buffer {
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
  const packed = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...contents])
  return brotliCompressSync(packed, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
