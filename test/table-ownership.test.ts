import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationsFolder } from '../src/database/migrate.ts'

/** The tables that a module's SQL writes although another module owns them: one statement does the work of both. */
const foreignWrites: Record<string, string[]> = {
  tokens: ['corrections', 'recorded_venue_graduations'], // a denied binding and a launchpad's graduation go into the record
}

const src = join(import.meta.dirname, '../src')

/** Each table, with the module that owns it: its migration is named after the module. */
const owners = new Map(
  readdirSync(migrationsFolder).flatMap((file) => {
    const module = /^\d{4}-([a-z]+)\.sql$/.exec(file)?.[1] ?? ''
    const text = readFileSync(join(migrationsFolder, file), 'utf8')
    return [...text.matchAll(/^create table (\w+) \(/gm)].map(([, table = '']) => [table, module] as const)
  }),
)

const stores = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('store.ts'))

test('every table belongs to a module', () => {
  const modules = new Set(stores.map(getModule))
  assert.ok(owners.size > 0)
  assert.deepEqual(
    [...owners].filter(([, module]) => !modules.has(module)),
    [],
  )
})

test('SQL writes only tables of its own module', () => {
  assert.deepEqual(
    listForeign(
      /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|\b(?:insert into|update|delete from|truncate) (\w+)/g,
    ),
    foreignWrites,
  )
})

/** By module, the tables of other modules that its stores name in a place that `pattern` captures. */
function listForeign(pattern: RegExp): Record<string, string[]> {
  const pairs = stores.flatMap((file) => {
    const module = getModule(file)
    const code = readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    const tables = [...code.matchAll(pattern)].map(([, quoted, raw]) => quoted ?? raw ?? '')
    return tables
      .filter((table) => owners.has(table) && owners.get(table) !== module)
      .map((table) => [module, table] as const)
  })
  const modules = [...new Set(pairs.map(([module]) => module))]
  return Object.fromEntries(modules.map((module) => [module, listTables(pairs, module)]))
}

const listTables = (pairs: (readonly [string, string])[], module: string): string[] =>
  [...new Set(pairs.filter(([one]) => one === module).map(([, table]) => table))].sort((a, b) => a.localeCompare(b))

const getModule = (file: string): string => file.split('/')[0] ?? ''
