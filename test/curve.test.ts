import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { decideOutcomes, recordLaunches } from '../src/record/decide-outcomes.ts'
import { foldSealedDays } from '../src/record/fold-track-record.ts'
import { recompute } from '../src/record/recompute.ts'
import { ask } from './world/app.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { never } from './world/waiting.ts'
import { poolOf, startObserving, downloadDays } from './world/outcomes.ts'

/**
 * Three tokens, of which the first two are sold on the curve of their launchpad; the second has a pool from the fifth day
 * on.
 */
async function startCurve(t: TestContext, lastObservation = 721) {
  const world = await startObserving(t)
  const { db } = world.deps
  const launches = await seedWatches(db, 3)
  await db
    .updateTable('token_bindings')
    .set({ has_curve: true, venue: 'virtuals' })
    .where('token', 'in', [toToken(1), toToken(2)])
    .execute()
  const observeAt = async (hours: number) => {
    world.setTime(new Date(start.getTime() + hours * hourMs))
    await db.updateTable('watches').set({ next_look_at: world.now() }).where('closed', 'is', null).execute()
    await world.observe()
  }
  for (const hours of [0, 25, 100]) await observeAt(hours)
  world.tokens[toToken(2)] = [poolOf(5000, { createdAt: new Date(start.getTime() + 120 * hourMs) })]
  for (const hours of [145, 169, 721].filter((hour) => hour <= lastObservation)) await observeAt(hours)
  const read = async (index: number, rest = 'token') =>
    (await ask(world.app, { url: `/v1/launch/${launches[index]?.scoreId}/${rest}` })).body
  return { ...world, observeAt, read }
}

interface Shown {
  horizon: string
  outcome: string | null
  cause: string | null
}
const toPairs = (outcomes: Shown[]) => outcomes.map(({ outcome, cause }) => [outcome, cause])

test('a token on a curve without market data is unknown (unpriced) from 30 days on', async (t) => {
  const { deps, setTime, read } = await startCurve(t)
  setTime(new Date(start.getTime() + 760 * hourMs))
  await decideOutcomes(deps, never)
  const token = await read(0)
  assert.deepEqual([token.curve, token.tradingSince], [true, start.toISOString()])
  const unpriced = ['unknown', 'unpriced']
  assert.deepEqual(toPairs(token.outcomes), [unpriced, unpriced, unpriced, [null, null]])
  const { curve, observations, tradingSince } = await read(0, 'observations')
  assert.deepEqual([curve, tradingSince], [true, start.toISOString()])
  assert.deepEqual(new Set(observations.map(({ state }: { state: string }) => state)), new Set(['absent']))
})

test('a token of a curve that is listed in time trades from its first pair on', async (t) => {
  const { deps, setTime, read } = await startCurve(t)
  setTime(new Date(start.getTime() + 760 * hourMs))
  await decideOutcomes(deps, never)
  const token = await read(1)
  assert.equal(token.tradingSince, new Date(start.getTime() + 120 * hourMs).toISOString())
  assert.deepEqual(toPairs(token.outcomes).slice(0, 2), [
    ['alive', null],
    ['unknown', 'missed'],
  ])
})

test('a token without a curve and without a market for 30 days is untraded', async (t) => {
  const { deps, read } = await startCurve(t)
  await decideOutcomes(deps, never)
  const token = await read(2)
  assert.deepEqual([token.curve, token.tradingSince, token.outcomes], [false, null, []])
  const closed = await deps.db.selectFrom('watches').select('closed').where('closed', 'is not', null).execute()
  assert.deepEqual(closed, [{ closed: 'untraded' }])
})

test('a token that leaves its curve after 30 days is judged by its pools from then on', async (t) => {
  const { deps, observeAt, tokens, setTime, read } = await startCurve(t)
  tokens[toToken(1)] = [poolOf(9000, { address: `0x9a15${'0'.repeat(36)}` })]
  await observeAt(2161)
  setTime(new Date(start.getTime() + 2200 * hourMs))
  await decideOutcomes(deps, never)
  const { outcomes } = await read(0)
  assert.deepEqual(toPairs(outcomes).slice(2), [
    ['unknown', 'unpriced'],
    ['alive', null],
  ])
})

test('sealed days tell of the curve, and give the same outcomes and figures again', async (t) => {
  const world = await startCurve(t)
  const { deps, setTime, app } = world
  // The start can be told on another day than the outcomes that are over by then.
  await recordLaunches(deps, never)
  for (const hours of [734, 750, 820]) {
    setTime(new Date(start.getTime() + hours * hourMs))
    await decideOutcomes(deps, never)
  }
  await foldSealedDays(deps, never)
  const files = await downloadDays({ app })
  const all = files.map(({ text }) => text).join('')
  assert.equal(all.match(/"curve":true,.*"kind":"start"/g)?.length, 1)
  assert.equal(all.match(/"kind":"launch".*"venue":"virtuals"/g)?.length, 2)
  assert.deepEqual((await recompute(files)).differences, [])
  for (const [index, file] of files.entries())
    if (index > 0) assert.deepEqual((await recompute(files.slice(0, index))).differences, [], file.day)
  const straight = files.map((file) => ({ ...file, text: file.text.replace('"curve":true', '"curve":false') }))
  assert.ok((await recompute(straight)).differences.some((line) => line.includes('unknown (unpriced) is stored')))
})

test('a token on a curve isn’t untraded in figures before its last observation either', async (t) => {
  const { app, deps, setTime } = await startCurve(t, 169)
  await recordLaunches(deps, never)
  setTime(new Date(start.getTime() + 733 * hourMs))
  await decideOutcomes(deps, never)
  await foldSealedDays(deps, never)
  const { body } = await ask(app, { url: '/api/v1/track-record' })
  const { launched, untraded, traded } = body.funnel
  assert.deepEqual({ launched, untraded, traded }, { launched: 3, untraded: 1, traded: 1 })
})
