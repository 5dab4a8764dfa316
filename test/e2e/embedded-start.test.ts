import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { preparedDatabaseFile, readHeader, unpackDatabase } from '../../src/database/prepared-database.ts'
import { startService } from '../servers/processes.ts'

/** A bound for operators; without the prepared database and the baseline compiler it was 1,250 MB. */
const maxPeakBytes = 480_000_000

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-first-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const noProc = existsSync('/proc/self/status') ? false : 'only Linux tells the peak memory of a process'

test('first start: the process stays below 480 MB until it is ready', { skip: noProc }, async (t) => {
  const { process, url } = await startService(t, { DATA_DIR: newFolder(t) })
  assert.equal((await fetch(`${url}/ready`)).status, 200)
  const [, peakKib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? []
  assert.ok(Number(peakKib) * 1024 < maxPeakBytes, `the peak was ${peakKib} KiB`)
})

test('a start that was killed while it unpacked its database is made good by the next', async (t) => {
  const folder = newFolder(t)
  const dataDir = join(folder, 'pgdata')
  mkdirSync(dataDir)
  unpackDatabase(dataDir, { withTables: true })
  rmSync(join(dataDir, 'PG_VERSION'))
  rmSync(join(dataDir, 'pg_wal'), { recursive: true })
  truncateSync(join(dataDir, 'global/pg_control'), 100)
  const { url } = await startService(t, { DATA_DIR: folder })
  assert.equal((await fetch(`${url}/ready`)).status, 200)
})

test('the prepared database was made by the installed version of PGlite', () => {
  const installed = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { version: string }
  const { pglite } = readHeader(brotliDecompressSync(readFileSync(preparedDatabaseFile)))
  assert.equal(pglite, version, 'run npm run prepare-database')
})
