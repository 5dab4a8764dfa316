import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { toArrayLiteral } from '../src/database/sql.ts'
import { openTestDb } from './world/database.ts'
import { closeAfter } from './world/waiting.ts'

test('an array literal brings texts, JSON, times and nulls unchanged', async (t) => {
  const { db, close } = await openTestDb()
  closeAfter(t, close)
  const texts = ['a', '', 'null', null, '"', '\\', '{,}', ' x ', 'é😀', '\u2028', JSON.stringify({ a: 'line\n"\\' })]
  const { rows } = await sql<{ text: string | null; at: Date | null; isSet: boolean | null }>`
    select * from unnest(${toArrayLiteral(texts)}::text[], ${toArrayLiteral([new Date(7), null])}::timestamptz[],
      ${toArrayLiteral([true, false])}::boolean[]) as u (text, at, "isSet")`.execute(db)
  assert.deepEqual(
    rows.map(({ text }) => text),
    texts,
  )
  assert.deepEqual([rows[0]?.at, rows[1]?.at, rows[0]?.isSet, rows[1]?.isSet], [new Date(7), null, true, false])
  const { rows: none } = await sql`select from unnest(${toArrayLiteral([])}::text[])`.execute(db)
  assert.equal(none.length, 0)
})
