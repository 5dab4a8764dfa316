import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { claimDueObservations, updateObserved } from '../src/tokens/observation-store.ts'
import { startReplica, ask } from './world/app.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { never, until } from './world/waiting.ts'
import { poolOf, startObserving } from './world/outcomes.ts'
import { observeNow, observeTokens } from '../src/tokens/observe-tokens.ts'
import { sourcesOf } from '../src/providers/chain-sources.ts'

test('an observation is recorded; the next is due within the hour at a random minute', async (t) => {
  const world = await startObserving(t)
  const [seeded] = await seedWatches(world.deps.db, 1)
  assert.ok(seeded)
  world.tokens[toToken(1)] = [poolOf(12_300)]
  await world.observe()
  const { status, body } = await ask(world.app, { url: `/v1/launch/${seeded.scoreId}/observations` })
  assert.equal(status, 200)
  assert.equal(body.tradingSince, start.toISOString())
  assert.equal(body.observing, true)
  assert.deepEqual(body.observations, [
    {
      seenAt: start.toISOString(),
      ageHours: 0,
      state: 'seen',
      depth: 12_300,
      partial: false,
      chainDepth: null,
      buys: 60,
      sells: 40,
      volume: 5000,
      price: 0.0003,
      pairs: 1,
      counted: 1,
      removal: null,
      cannotSell: null,
    },
  ])
  const watch = await world.deps.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
  const wait = (watch.next_look_at?.getTime() ?? 0) - start.getTime()
  assert.ok(wait >= hourMs && wait < 1.1 * hourMs)
})

test('ten tokens are asked for in one call, and those without a pair are absent', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 25)
  world.tokens[toToken(7)] = [poolOf(2000)]
  await world.observe()
  const batches = world.market.requests.filter(({ path }) => path.startsWith('/tokens/'))
  assert.deepEqual(
    batches.map(({ path }) => path.split(',').length),
    [10, 10, 5],
  )
  const rows = await world.deps.db.selectFrom('observations').select('state').execute()
  assert.deepEqual([rows.length, rows.filter(({ state }) => state === 'seen').length], [25, 1])
})

test('a failed observation leaves no row and is retried after 30 s, 2 min and 10 min', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 1)
  world.tokens[toToken(1)] = [poolOf(2000)]
  world.setFault({ status: 400, body: {} })
  for (const waitMs of [30_000, 120_000, 600_000, hourMs]) {
    const before = world.now().getTime()
    await world.observe()
    const watch = await world.deps.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
    assert.equal((watch.next_look_at?.getTime() ?? 0) - before, waitMs)
    world.setTime(new Date(before + waitMs))
  }
  assert.deepEqual(await world.deps.db.selectFrom('observations').selectAll().execute(), [])
  world.setFault(undefined)
  await world.observe()
  const watch = await world.deps.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
  assert.equal(watch.attempts, 0)
  assert.equal((await world.deps.db.selectFrom('observations').selectAll().execute()).length, 1)
})

test('without a good canary a token without pairs is a fault, not absent', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 1)
  world.tokens['0x4200000000000000000000000000000000000006'] = []
  await world.observe()
  assert.deepEqual(await world.deps.db.selectFrom('observations').selectAll().execute(), [])
})

test('a full response is asked for again, token by token', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 2)
  const many = Array.from({ length: 31 }, (_, index) =>
    poolOf(100, { address: `0x${String(index).padStart(40, '0')}` }),
  )
  world.tokens[toToken(1)] = many
  world.tokens[toToken(2)] = [poolOf(5000)]
  await world.observe()
  const rows = await world.deps.db.selectFrom('observations').selectAll().orderBy('depth', 'desc').execute()
  assert.deepEqual(
    rows.map(({ depth, is_partial }) => [Number(depth), is_partial]),
    [
      [5000, false],
      [3000, true],
    ],
  )
})

test('a token without a market for 30 days is closed as untraded', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 1)
  world.setTime(new Date(start.getTime() + 721 * hourMs))
  await world.observe()
  const watch = await world.deps.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([watch.closed, watch.next_look_at], ['untraded', null])
})

/** The watch after an observation at this age, a day after one at 20,000 USD, has seen this depth. */
async function observeFallen(t: TestContext, { hours, depth }: { hours: number; depth: number }) {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 1)
  const observeAt = async (age: number, usd: number) => {
    const now = new Date(start.getTime() + age * hourMs)
    world.setTime(now)
    await world.deps.db.updateTable('watches').set({ next_look_at: now }).execute()
    world.tokens[toToken(1)] = [poolOf(usd)]
    await world.observe()
    const watch = await world.deps.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow()
    const next = watch.next_look_at && (watch.next_look_at.getTime() - start.getTime()) / hourMs
    return { next, closed: watch.closed }
  }
  await observeAt(0, 20_000)
  await observeAt(hours - 24, 20_000)
  return { ...(await observeAt(hours, depth)), observeAt }
}

test('after a fall there is one more observation, an hour later', async (t) => {
  assert.equal((await observeFallen(t, { hours: 100, depth: 1500 })).next, 101)
})

test('a fall to exactly a tenth has one more observation, an hour later', async (t) => {
  assert.equal((await observeFallen(t, { hours: 100, depth: 2000 })).next, 101)
})

test('a fall at the last observation has one more observation, an hour later', async (t) => {
  const { next, closed, observeAt } = await observeFallen(t, { hours: 2160, depth: 1500 })
  assert.deepEqual([next, closed], [2161, null])
  assert.deepEqual(await observeAt(2161, 1500), { next: null, closed: 'done' })
})

test('three replicas observe each token once', async (t) => {
  const world = await startObserving(t)
  const { db, reads } = world.deps
  await seedWatches(db, 250)
  const environment = { MARKET_DATA_URL: world.market.url, MARKET_DATA_PER_MINUTE: '100000' }
  const options = { environment, clock: { now: world.now } }
  const replicas = [world, await startReplica(t, { db, reads }, options), await startReplica(t, { db, reads }, options)]
  await Promise.all(
    replicas.map(async ({ deps }) => {
      const sources = sourcesOf(deps)
      assert.ok(sources.market)
      await observeTokens({ ...deps, ...sources, market: sources.market }, never)
    }),
  )
  const own = world.market.askedTokens().filter((token) => token.startsWith('0x70ce'))
  assert.deepEqual([own.length, new Set(own).size], [250, 250])
  assert.equal((await db.selectFrom('observations').select('binding_id').execute()).length, 250)
})

test('a dead process loses its observations after their hold, and writes nothing later', async (t) => {
  const world = await startObserving(t)
  const { db } = world.deps
  await seedWatches(db, 3)
  const until = new Date(start.getTime() + 300_000)
  const [held] = await claimDueObservations(db, { chainId: 8453, now: start, until, limit: 10 })
  assert.ok(held)
  await world.observe()
  assert.deepEqual(await db.selectFrom('observations').selectAll().execute(), [])
  world.setTime(until)
  await world.observe()
  assert.equal((await db.selectFrom('observations').selectAll().execute()).length, 3)
  const next = { tradingSince: null, isOnCurve: false, nextObservationAt: start, closed: null, pools: [] }
  const isHeld = await db.transaction().execute((tx) => updateObserved(tx, held, next))
  assert.equal(isHeld, false)
})

test('observe-tokens: an aborted round leaves the observations that it hasn’t made due', async (t) => {
  const world = await startObserving(t)
  const { db } = world.deps
  const sources = sourcesOf(world.deps)
  const { market } = sources
  assert.ok(market)
  await seedWatches(db, 12)
  world.setTime(new Date(start.getTime() + 600_000))
  const aborted = new AbortController()
  const countMade = async () => (await db.selectFrom('observations').select('binding_id').execute()).length
  const listPairs: typeof market.marketData.listPairs = async (tokens, signal) => {
    if (tokens.length < 10) {
      await until(async () => (await countMade()) === 10)
      aborted.abort()
    }
    return market.marketData.listPairs(tokens, signal)
  }
  const observed = { ...market, marketData: { ...market.marketData, listPairs } }
  await assert.rejects(observeTokens({ ...world.deps, ...sources, market: observed }, aborted.signal), {
    name: 'AbortError',
  })
  const due = await db.selectFrom('watches').select('binding_id').where('next_look_at', '=', start).execute()
  assert.deepEqual([due.length, await countMade()], [2, 10])
  await world.observe()
  assert.equal(await countMade(), 12)
})

test('outcome look: an observation that is cut off stays planned for its time', async (t) => {
  const world = await startObserving(t)
  const { db } = world.deps
  const sources = sourcesOf(world.deps)
  const { market } = sources
  assert.ok(market)
  const [seeded] = await seedWatches(db, 1)
  const later = new Date(start.getTime() + 24 * hourMs)
  await db.updateTable('watches').set({ next_look_at: later }).execute()
  const aborted = new AbortController()
  aborted.abort()
  const observing = observeNow({ ...world.deps, ...sources, market }, seeded?.bindingId ?? '', aborted.signal)
  await assert.rejects(observing, { name: 'AbortError' })
  const watch = await db.selectFrom('watches').select('next_look_at').executeTakeFirstOrThrow()
  assert.deepEqual(watch.next_look_at, later)
})

test('no row of an observation changes or goes', async (t) => {
  const world = await startObserving(t)
  await seedWatches(world.deps.db, 1)
  await world.observe()
  const { db } = world.deps
  await assert.rejects(db.updateTable('observations').set({ state: 'seen' }).execute(), /only ever added/)
  await assert.rejects(db.deleteFrom('observations').execute(), /only ever added/)
})

test('despite outages, each observation is made once and never before it is due', async (t) => {
  const world = await startObserving(t)
  const { db } = world.deps
  await seedWatches(db, 4)
  world.tokens[toToken(1)] = [poolOf(3000)]
  const step = fc.record({
    // at least a minute: the canary that failed in an outage is asked again after one
    hours: fc.double({ min: 0.02, max: 30, noNaN: true }),
    event: fc.constantFrom('observation', 'observation', 'outage', 'death'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { hours, event } of steps) {
        const now = new Date(world.now().getTime() + Math.round(hours * hourMs))
        world.setTime(now)
        const due = await db.selectFrom('watches').select('binding_id').where('next_look_at', '<=', now).execute()
        const countAll = async () => (await db.selectFrom('observations').select('binding_id').execute()).length
        const before = await countAll()
        world.setFault(event === 'outage' ? { status: 400, body: {} } : undefined)
        if (event === 'death')
          await claimDueObservations(db, { chainId: 8453, now, until: new Date(now.getTime() + 300_000), limit: 2 })
        const held = event === 'death' ? Math.min(2, due.length) : 0
        await world.observe()
        const made = event === 'outage' ? 0 : due.length - held
        assert.equal((await countAll()) - before, made)
      }
    }),
    { numRuns: 15 },
  )
})

test('without a provider nothing is observed, and the response says so', async (t) => {
  const world = await startObserving(t, { CHAIN_ID: '84532' })
  assert.equal(sourcesOf(world.deps).market, null)
  const [seeded] = await seedWatches(world.deps.db, 1)
  const { body } = await ask(world.app, { url: `/v1/launch/${seeded?.scoreId}/observations` })
  assert.deepEqual([body.observing, body.observations], [false, []])
})

test('the observations are paged, the oldest first', async (t) => {
  const world = await startObserving(t)
  const [seeded] = await seedWatches(world.deps.db, 1)
  for (let observation = 0; observation < 3; observation++) {
    world.setTime(new Date(start.getTime() + observation * 2 * hourMs))
    await world.observe()
  }
  const url = `/v1/launch/${seeded?.scoreId}/observations?limit=2`
  const first = await ask(world.app, { url })
  const second = await ask(world.app, { url: `${url}&cursor=${first.body.nextCursor}` })
  assert.deepEqual([first.body.observations.length, second.body.observations.length], [2, 1])
  assert.equal(second.body.nextCursor, null)
  for (const limit of ['0', '501', '1e1'])
    assert.equal(
      (await ask(world.app, { url: `/v1/launch/${seeded?.scoreId}/observations?limit=${limit}` })).status,
      400,
    )
})
