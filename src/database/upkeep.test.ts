import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { closeAfter } from '../../test/world/waiting.ts'
import { openTestDb } from '../../test/world/database.ts'
import type { Db } from './db.ts'
import { vacuumDead } from './upkeep.ts'

/** Inserts this many rows into the table and, unless they stay, deletes them. */
async function pass(db: Db, rows: number, staying = 0): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`insert into activity select 'scores', now(), n from generate_series(1, ${rows}) as n`.execute(connection)
    await sql`delete from activity where amount > ${staying}`.execute(connection)
    await sql`select pg_stat_force_next_flush()`.execute(connection)
  })
}

async function readTable(db: Db): Promise<{ bytes: number; vacuums: number }> {
  const { rows } = await sql<{ bytes: string; vacuums: string }>`
    select pg_relation_size(relid) as bytes, vacuum_count as vacuums
    from pg_stat_user_tables where relid = 'activity'::regclass`.execute(db)
  return { bytes: Number(rows[0]?.bytes), vacuums: Number(rows[0]?.vacuums) }
}

test('a table that rows pass through keeps the size that it has after its first vacuum', async (t) => {
  const { db, close } = await openTestDb()
  closeAfter(t, close)
  const sizes: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await pass(db, 25_000, 1)
    sizes.push((await readTable(db)).bytes)
    await vacuumDead(db, 'activity')
  }
  assert.ok((sizes[3] ?? Infinity) <= (sizes[0] ?? 0) * 1.1, sizes.join(' '))
})

test('a table with few dead rows, or few for its length, is not vacuumed', async (t) => {
  const { db, close } = await openTestDb()
  closeAfter(t, close)
  await pass(db, 19_000)
  await vacuumDead(db, 'activity')
  assert.equal((await readTable(db)).vacuums, 0)
  await pass(db, 80_000, 78_000) // 21,000 dead, but the live rows are 78,000
  await vacuumDead(db, 'activity')
  assert.equal((await readTable(db)).vacuums, 0)
  await pass(db, 8_000)
  await vacuumDead(db, 'activity')
  assert.equal((await readTable(db)).vacuums, 1)
})
