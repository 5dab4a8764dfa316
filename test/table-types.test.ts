import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeTables } from '../dev/tools/table-types.ts'
import { sharedTestDb } from './world/database.ts'

test('src/database/tables.ts: matches the migrations (npm run tables writes it)', async () => {
  const { db } = await sharedTestDb()
  const written = readFileSync(new URL('../src/database/tables.ts', import.meta.url), 'utf8')
  assert.equal(written, await describeTables(db))
})
