import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationsFolder } from './test-db.ts'

/** The tables that a room's SQL writes although another room owns them: one statement does the work of both. */
const foreignWrites: Record<string, string[]> = {
  delivery: ['webhook_subscriptions'], // the outcome of a delivery pauses its subscription
  webhooks: ['deliveries'], // an event and its deliveries are one statement
}

/** The tables that a room's SQL reads although another room owns them: joins of lists and counts. */
const foreignReads: Record<string, string[]> = {
  admin: ['enrollments', 'scores', 'submissions'],
  attestation: ['scores', 'submissions'],
  delivery: ['outbox', 'webhook_subscriptions'],
  enrollment: ['scores', 'submissions'],
  feeds: ['enrollments', 'launch_pages', 'scores', 'submissions'],
  launches: ['enrollments', 'notification_sends', 'notification_slots', 'push_subscriptions', 'scores', 'submissions'],
  notifications: ['enrollments', 'notification_slots', 'scores', 'submissions'],
  outcomes: ['attestations', 'enrollments', 'scores', 'submissions'],
  rankings: ['enrollments', 'launch_names', 'scores', 'submissions'],
  site: ['appeals', 'attestations', 'enrollments', 'scores', 'submissions', 'token_bindings'],
  webhooks: ['deliveries', 'delivery_log', 'scores', 'submissions'],
}

const src = join(import.meta.dirname, '../src')

/** Tables whose room has changed since their migration. */
const moved: Record<string, string> = { provider_answers: 'scoring' }

/** Each table, with the room that owns it: its migration is named after the room. */
const owners = new Map(
  readdirSync(migrationsFolder).flatMap((file) => {
    const room = /^\d{4}-([a-z]+)\.sql$/.exec(file)?.[1] ?? ''
    const text = readFileSync(join(migrationsFolder, file), 'utf8')
    return [...text.matchAll(/^create table (\w+) \(/gm)].map(
      ([, table = '']) => [table, moved[table] ?? room] as const,
    )
  }),
)

const stores = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('store.ts'))

test('every table belongs to a room', () => {
  const rooms = new Set(stores.map(getRoom))
  assert.ok(owners.size > 40)
  assert.deepEqual(
    [...owners].filter(([, room]) => !rooms.has(room)),
    [],
  )
})

test('SQL writes only tables of its own room', () => {
  assert.deepEqual(
    listForeign(
      /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|\b(?:insert into|update|delete from|truncate) (\w+)/g,
    ),
    foreignWrites,
  )
})

test('SQL reads tables of other rooms only where a list says so', () => {
  assert.deepEqual(
    listForeign(/\b(?:selectFrom|\w+Join|from|using)\(\s*\[?'(\w+)|\b(?:from|join|using) (?:only )?(\w+)/g),
    foreignReads,
  )
})

/** By room, the tables of other rooms that its stores name in a place that `pattern` captures. */
function listForeign(pattern: RegExp): Record<string, string[]> {
  const pairs = stores.flatMap((file) => {
    const room = getRoom(file)
    const code = readFileSync(join(src, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
    const tables = [...code.matchAll(pattern)].map(([, quoted, raw]) => quoted ?? raw ?? '')
    return tables
      .filter((table) => owners.has(table) && owners.get(table) !== room)
      .map((table) => [room, table] as const)
  })
  const rooms = [...new Set(pairs.map(([room]) => room))]
  return Object.fromEntries(rooms.map((room) => [room, listTables(pairs, room)]))
}

const listTables = (pairs: (readonly [string, string])[], room: string): string[] =>
  [...new Set(pairs.filter(([one]) => one === room).map(([, table]) => table))].sort((a, b) => a.localeCompare(b))

function getRoom(file: string): string {
  return file.split('/')[0] ?? ''
}
