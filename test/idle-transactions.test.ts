import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { readImport, writeExport } from '../src/database/transfer.ts'
import { isOutage } from '../src/platform/database-fault.ts'
import { closeAfter, until } from './world/waiting.ts'
import { openServer, openTestDb } from './world/database.ts'

const idleTransactionMs = 200

/** A server whose idle transactions end soon, and another connection to it; undefined on the embedded database. */
async function openImpatient(t: TestContext) {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (!database.url) return t.skip('embedded, the database has one process')
  const { close, ...opened } = openServer(database.url, { idleTransactionMs })
  closeAfter(t, close)
  return { ...opened, admin: database.db }
}

test('a transaction that its process leaves idle ends and frees its locks', async (t) => {
  const opened = await openImpatient(t)
  if (!opened) return
  const { admin } = opened
  for (const db of [opened.db, opened.migrations]) {
    const cut = db.transaction().execute(async (tx) => {
      await sql`lock table scores`.execute(tx)
      await admin.transaction().execute((other) => sql`lock table scores`.execute(other))
      await sql`select 1`.execute(tx)
    })
    await assert.rejects(cut, isOutage)
    assert.equal((await sql`select 1`.execute(db)).rows.length, 1)
  }
})

/** Resolves when a transaction has been idle for longer than it may. */
const untilIdle = (admin: Db): Promise<void> =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction' and clock_timestamp() - state_change > '400 ms'`.execute(admin)
    return rows.length > 0
  }, 10_000)

/** Holds a transaction back once, after one of its statements, as a slow disk does. */
function holdBack(admin: Db): KyselyPlugin {
  let statements = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      if (statements === 6) await untilIdle(admin)
      return result
    },
  }
}

test('an export and an import whose file is on a slow disk are not cut off', async (t) => {
  const [source, target] = [await openImpatient(t), await openImpatient(t)]
  if (!source || !target) return
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-slow-'))
  closeAfter(t, () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export')
  const header = { createdAt: '', release: { version: '1.0.0', commit: null }, migrations: [], keyIds: [] }
  const rows = await writeExport(source.migrations.withPlugin(holdBack(source.admin)), { file, ...header })
  assert.equal(await readImport(target.migrations.withPlugin(holdBack(target.admin)), file), rows)
})
