import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, Db } from '../../src/database/db.ts'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { copyTemplate, openTestDb } from '../../test/world/database.ts'

export const serverUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'

/** Where a service keeps its records. */
export interface Place {
  name: 'PostgreSQL' | 'PGlite'
  /** A database with the migrated tables and nothing in them. */
  openDatabase: (opened: AsyncDisposableStack) => Promise<BenchDatabase>
}

export interface BenchDatabase {
  /** Settings that point a service at it. */
  environment: NodeJS.ProcessEnv
  /** Works on it, for as long as it takes, while no service has it open. */
  use: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Settings that point a second process at the same rows, while no process has them open. */
  share: () => NodeJS.ProcessEnv
}

export const places: Place[] = [
  { name: 'PostgreSQL', openDatabase: openOnServer },
  { name: 'PGlite', openDatabase: openInFolder },
]

async function openOnServer(opened: AsyncDisposableStack): Promise<BenchDatabase> {
  const { migrations, url, close } = await openTestDb(serverUrl)
  opened.defer(close)
  const environment = { DATABASE_URL: url ?? serverUrl }
  return { environment, use: (work) => work(migrations), share: () => environment }
}

async function openInFolder(opened: AsyncDisposableStack): Promise<BenchDatabase> {
  const folder = makeFolder(opened)
  await copyTemplate(folder)
  const use = async <T>(work: (db: Db) => Promise<T>) => {
    const { db, close } = await openEmbeddedDb<Database>(folder)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  /** No two processes may open one folder. */
  const share = () => {
    const copy = makeFolder(opened)
    cpSync(join(folder, 'pgdata'), join(copy, 'pgdata'), { recursive: true })
    return { DATA_DIR: copy }
  }
  return { environment: { DATA_DIR: folder }, use, share }
}

function makeFolder(opened: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
  return folder
}
