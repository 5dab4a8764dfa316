import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { sharedTestDb } from '../../test/world/database.ts'
import { until } from '../../test/world/waiting.ts'
import { systemClock } from '../platform/time.ts'
import { runForClient, toClient } from '../platform/request-client.ts'
import { QueueRefused } from '../platform/queues/admission-queue.ts'
import { deleteClaim, insertClaim } from './idempotency-store.ts'
import { createKeyWaits } from './idempotency.ts'

/** A key that another request holds for an hour, and a count of the queries about it. */
async function holdKey(t: TestContext) {
  const { db } = await sharedTestDb()
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const now = systemClock.now()
  const use = { scope: `test ${randomUUID()}`, key: 'order-1', fingerprint: 'x' }
  const claim = { ...use, claim: randomUUID() }
  const [claimedUntil, expiredBefore] = [3_600_000, -86_400_000].map((ms) => new Date(now.getTime() + ms))
  assert.ok(claimedUntil && expiredBefore)
  assert.ok(await insertClaim(db, { ...claim, now, claimedUntil, expiredBefore }))
  t.after(() => deleteClaim(db, claim))
  const waits = createKeyWaits({ db: db.withPlugin(counter), clock: systemClock })
  return { waits, use, free: () => deleteClaim(db, claim), countQueries: () => queries }
}

const soon = () => AbortSignal.timeout(60_000)

test('requests that wait for a key of another process share one poll', async (t) => {
  const { waits, use, free, countQueries } = await holdKey(t)
  const waiting = Array.from({ length: 50 }, () => waits.wait(use, soon()))
  await until(() => countQueries() > 0)
  await free()
  await Promise.all(waiting)
  assert.ok(countQueries() <= 4, `${countQueries()} queries`)
})

test('requests that wait are woken when the holder in their process ends', async (t) => {
  const { waits, use } = await holdKey(t)
  const waiting = Array.from({ length: 3 }, () => waits.wait(use, soon()))
  await waits.hold(use, () => Promise.resolve())
  await Promise.all(waiting) // the row is held for an hour, so that a poll would not have ended them
})

test('64 requests of a network wait for keys, and the next one is 503', async (t) => {
  const { waits, use } = await holdKey(t)
  const leaving = new AbortController()
  const waitFrom = (address: string) => runForClient(toClient(address), () => waits.wait(use, leaving.signal))
  const waiting = Array.from({ length: 64 }, () => waitFrom('203.0.113.7'))
  await assert.rejects(waitFrom('203.0.113.7'), (error) => error instanceof QueueRefused && error.reason === 'full')
  waiting.push(waitFrom('203.0.113.8'))
  leaving.abort()
  for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
  await waits.hold(use, () => Promise.resolve())
  const again = waits.wait(use, soon())
  await waits.hold(use, () => Promise.resolve())
  await again
})
