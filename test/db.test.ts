import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addTokensSpent, findTokensSpent } from '../src/judge/store.ts'
import { openTestDb } from './test-db.ts'
import { closeAfter } from './close-after.ts'

test('the tokens of a day are added up', async (t) => {
  const { db, close } = await openTestDb()
  closeAfter(t, close)
  await Promise.all([addTokensSpent(db, '2026-11-21', 5), addTokensSpent(db, '2026-11-21', 7)])
  assert.equal(await findTokensSpent(db, '2026-11-21'), 12)
  assert.equal(await findTokensSpent(db, '2026-11-22'), 0)
  await sql`select 1`.execute(db)
})
