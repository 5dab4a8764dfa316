import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { sharedTestDb } from '../../../test/world/database.ts'
import type { Db } from '../db.ts'

const rows = 200
const reads = 200
const skip = !process.env['TEST_DATABASE_URL'] && 'the embedded database keeps what it was asked in ways of its own'

test('rows that were read go with the next small collection of garbage', { skip }, async () => {
  const opened = await sharedTestDb()
  for (const db of [opened.db, opened.reads]) {
    await readSome(db) // what stays for good is made now
    collect({ type: 'major' })
    const before = oldBytes()
    await readSome(db)
    const grown = (oldBytes() - before) / reads
    assert.ok(grown < 50 * rows, `${Math.round(grown)} bytes of each read of ${rows} rows grew old`)
  }
})

async function readSome(db: Db): Promise<void> {
  for (let n = 0; n < reads; n++) {
    await sql`select gen_random_uuid() as id, ${n}::int as n from generate_series(1, ${rows})`.execute(db)
    if (n % 20 === 19) collect({ type: 'minor' })
  }
}

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void
