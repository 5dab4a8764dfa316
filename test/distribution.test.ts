import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sharedTestDb } from './world/database.ts'

/** How the tables are spread over the nodes of Citus: deploy/citus/distribution.json. */
interface Distribution {
  distributed: Record<string, Distributed>
  /** By `table(columns)`: the columns with which it is declared again, or null when it is dropped. */
  foreignKeys: Record<string, string[] | null>
  /** On the coordinator alone. */
  local: string[]
}

interface Distributed {
  /** Equal values of the distribution columns of a group are on one node. */
  group: string
  column: string
  /** By the columns of a unique constraint: those with which it is declared again. */
  unique?: Record<string, string[]>
}

const file = join(import.meta.dirname, '../deploy/citus/distribution.json')
const { distributed, foreignKeys, local } = JSON.parse(readFileSync(file, 'utf8')) as Distribution

async function listRows<Row>(text: string): Promise<Row[]> {
  const { db } = await sharedTestDb()
  return (await sql.raw<Row>(text).execute(db)).rows
}

const columnsOf = (keys: string, relation: string) =>
  `(select array_agg(attname::text order by n) from unnest(${keys}) with ordinality as k (attnum, n)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.attnum)`

test('deploy/citus: each table is either distributed or local', async () => {
  const rows = await listRows<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const listed = [...Object.keys(distributed), ...local]
  assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted())
})

test('deploy/citus: every unique constraint of a distributed table contains its column', async () => {
  const rows = await listRows<{ name: string; columns: string[] }>(
    `select c.relname as name, ${columnsOf('i.indkey', 'c.oid')} as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
  )
  const changed = new Set<string>()
  for (const { name, columns } of rows) {
    const table = distributed[name]
    if (!table || columns.includes(table.column)) continue
    const [key, replacement] = [columns.join(), table.unique?.[columns.join()]]
    assert.ok(replacement, `${name}: unique (${key}) does not contain ${table.column}`)
    // as strong as before, because the distribution column follows from the others
    for (const column of [table.column, ...columns]) assert.ok(replacement.includes(column), `${name}: ${column}`)
    changed.add(`${name} ${key}`)
  }
  const listed = Object.entries(distributed).flatMap(([name, { unique = {} }]) =>
    Object.keys(unique).map((key) => `${name} ${key}`),
  )
  assert.deepEqual([...changed].toSorted(), listed.toSorted())
})

test('deploy/citus: the columns of a group have one type', async () => {
  const types = new Map<string, string>()
  for (const [name, { group, column }] of Object.entries(distributed)) {
    const [row] = await listRows<{
      type: string
    }>(`select format_type(atttypid, atttypmod) || ' ' || attcollation as type
      from pg_attribute where attrelid = '${name}'::regclass and attname = '${column}'`)
    assert.ok(row, `${name} has no column ${column}`)
    assert.equal(types.get(group) ?? row.type, row.type, name)
    types.set(group, row.type)
  }
})

test('deploy/citus: foreign keys stay within a group or are listed', async () => {
  const rows = await listRows<{ name: string; target: string; columns: string[]; targets: string[] }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target,
       ${columnsOf('conkey', 'conrelid')} as columns, ${columnsOf('confkey', 'confrelid')} as targets
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const listed: string[] = []
  for (const { name, target, columns, targets } of rows) {
    const [from, to] = [distributed[name], distributed[target]]
    if (!from && !to) continue
    const isLocal = (given: string[]) => from?.group === to?.group && given.includes(from?.column ?? '')
    if (isLocal(columns) && targets.includes(to?.column ?? '')) continue
    const key = `${name}(${columns.join()})`
    const replacement = foreignKeys[key]
    assert.notEqual(replacement, undefined, `${key} leads to another node`)
    if (replacement) assert.ok(isLocal(replacement), key)
    listed.push(key)
  }
  assert.deepEqual(listed.toSorted(), Object.keys(foreignKeys).toSorted())
})
