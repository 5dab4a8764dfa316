import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sealDays } from '../../src/record/seal-days.ts'
import { closeAfter, until } from '../world/waiting.ts'
import { since } from '../world/outcomes.ts'
import { startReplica } from '../world/app.ts'
import { insertObservations, seedFollowed } from '../world/seed.ts'
import { openTestDb } from '../world/database.ts'

const server = process.env.TEST_DATABASE_URL
const options = { skip: server === undefined && 'needs TEST_DATABASE_URL' }
const never = new AbortController().signal

test('observations of today are stored while the day before is sealed', options, async (t) => {
  const { db, reads, close } = await openTestDb(server)
  closeAfter(t, close)
  const now = new Date('2026-06-02T00:20:00.000Z')
  const environment = { MARKET_DATA_URL: 'http://127.0.0.1:9', CHAIN_ID: '8453' }
  const { deps } = await startReplica(t, { db, reads }, { environment, clock: { now: () => now } })
  const { bindingId } = await seedFollowed(db, { observations: [{ t: 1, state: 'absent' }], tradingSince: since })
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table record_days in share mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const sealing = sealDays(deps, never)
  await until(async () => (await db.selectFrom('closed_days').select('day').execute()).length > 0)
  await insertObservations(db, bindingId, since, [{ t: 12.2, state: 'absent' }])
  const late = insertObservations(db, bindingId, since, [{ t: 2, state: 'absent' }])
  await assert.rejects(late, /closed/)
  assert.equal((await db.selectFrom('record_days').select('day').execute()).length, 0)
  released.resolve()
  await holding
  assert.equal(await sealing, true)
  const days = await db.selectFrom('record_days').select('lines').execute()
  assert.deepEqual(
    days.map(({ lines }) => lines >= 1),
    [true],
  )
})
