import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDb } from '../../../test/world/database.ts'
import { closeAfter } from '../../../test/world/waiting.ts'
import { clientOfKey, runAsJob, runForClient, toClient } from '../../platform/request-client.ts'

// The embedded one, also where the other tests have a server.
const openEmbedded = async (t: TestContext) => {
  const opened = await openTestDb('')
  closeAfter(t, opened.close)
  return opened
}

test('reads overtake writes that wait for the one connection, except now and then', async (t) => {
  const { db, reads } = await openEmbedded(t)
  const done: string[] = []
  const ask = (name: string, on: typeof db) => sql`select 1`.execute(on).then(() => done.push(name))
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(() => held.promise)
  await new Promise(setImmediate)
  const writes = ['a', 'b'].map((name) => ask(name, db))
  const overtaking = Array.from({ length: 10 }, () => ask('.', reads))
  held.resolve()
  await Promise.all([holding, ...writes, ...overtaking])
  assert.equal(done.join(''), '........a..b')
})

test('key holders and our own work take turns with callers without a key', async (t) => {
  const { db } = await openEmbedded(t)
  const done: string[] = []
  const ask = (name: string) => sql`select 1`.execute(db).then(() => done.push(name))
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(() => held.promise)
  await new Promise(setImmediate)
  const strangers = Array.from({ length: 5 }, (_, n) => runForClient(toClient(`203.0.113.${n}`), () => ask('s')))
  const key = runForClient(clientOfKey('lineage'), () => ask('k'))
  const own = runAsJob(() => ask('o'))
  held.resolve()
  await Promise.all([holding, ...strangers, key, own])
  assert.equal(done.join(''), 'ksossss')
})

test('a connection that is lent to nobody serves either priority at once', async (t) => {
  const { db, reads } = await openEmbedded(t)
  for (const on of [db, reads, reads, db, db])
    assert.deepEqual((await sql<{ one: number }>`select 1 as one`.execute(on)).rows, [{ one: 1 }])
  await assert.rejects(sql`select nothing`.execute(reads))
  await assert.rejects(
    db.transaction().execute(() => Promise.reject(new Error('no'))),
    { message: 'no' },
  )
  await sql`select 1`.execute(reads)
})
