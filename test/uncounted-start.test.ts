import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { foldSealedDays } from '../src/record/fold-track-record.ts'
import { recompute } from '../src/record/recompute.ts'
import { ask } from './world/app.ts'
import { hourMs, seedWatches, start, toToken } from './world/seed.ts'
import { never } from './world/waiting.ts'
import { poolOf, startObserving, downloadDays } from './world/outcomes.ts'

const stranger = `0x57a4${'0'.repeat(36)}`

/** A token that is listed after 100 hours, with a pair against an unknown quote that is as old as the token. */
async function startUncounted(t: TestContext) {
  const world = await startObserving(t)
  const { db } = world.deps
  const [launch] = await seedWatches(db, 1)
  const observeAt = async (hours: number) => {
    world.setTime(new Date(start.getTime() + hours * hourMs))
    await db.updateTable('watches').set({ next_look_at: world.now() }).execute()
    await world.observe()
  }
  const decideAt = async (hours: number) => {
    world.setTime(new Date(start.getTime() + hours * hourMs))
    await decideOutcomes(world.deps, never)
  }
  for (const hours of [1, 25]) await observeAt(hours)
  world.tokens[toToken(1)] = [poolOf(5000, { quote: stranger })]
  for (const hours of [100, 169]) await observeAt(hours)
  const read = async () => (await ask(world.app, { url: `/v1/launch/${launch?.scoreId}/token` })).body
  return { ...world, observeAt, decideAt, read }
}

interface Shown {
  outcome: string | null
  cause: string | null
  seenAt: string | null
}
const toTriples = (outcomes: Shown[]) => outcomes.map(({ outcome, cause, seenAt }) => [outcome, cause, seenAt])

test('a token uncounted for a week has T0 from the pair; past horizons are unpriced', async (t) => {
  const { decideAt, read } = await startUncounted(t)
  // The observation that told of the start isn't settled yet, so that nothing is decided without it.
  await decideAt(169.05)
  assert.deepEqual(toTriples((await read()).outcomes)[0], [null, null, null])
  await decideAt(169.3)
  const { tradingSince, outcomes } = await read()
  assert.equal(tradingSince, start.toISOString())
  const unpriced = ['unknown', 'unpriced', new Date(start.getTime() + 169 * hourMs).toISOString()]
  assert.deepEqual(toTriples(outcomes).slice(0, 3), [unpriced, unpriced, [null, null, null]])
})

test('sealed days give the outcomes of a token with a late start again', async (t) => {
  const { app, deps, observeAt, decideAt } = await startUncounted(t)
  for (const hours of [169.1, 200]) await decideAt(hours)
  await observeAt(230)
  await decideAt(300)
  await foldSealedDays(deps, never)
  const files = await downloadDays({ app })
  const made = await recompute(files)
  assert.deepEqual([made.differences, made.outcomes], [[], 2])
  const moved = files.map((file) => ({ ...file, text: file.text.replace('"unpriced"', '"vanished"') }))
  assert.ok((await recompute(moved)).differences.some((line) => line.includes('unknown (unpriced) comes out')))
})
