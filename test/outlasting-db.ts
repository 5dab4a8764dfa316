import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Database, Db } from '../src/database/db.ts'
import { openEmbeddedDb } from '../src/database/embedded-db.ts'
import { copyTemplate, openTestDb } from './test-db.ts'
import { closeAfter } from './close-after.ts'

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
  process.env['TEST_DATABASE_URL'] ? onServer(t) : inFolder(t)

async function onServer(t: Pick<TestContext, 'after'>): Promise<OutlastingDb> {
  const { db, url, close } = await openTestDb()
  closeAfter(t, close)
  return { environment: { DATABASE_URL: url ?? '' }, isShared: true, use: (work) => work(db) }
}

async function inFolder(t: Pick<TestContext, 'after'>): Promise<OutlastingDb> {
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
