import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { identifyLaunches } from '../src/scoring/identity.ts'
import { storeFeatures } from '../src/scoring/memory/store-features.ts'
import { startApp } from './world/app.ts'
import { never } from './world/waiting.ts'
import { poolOf, startObserving } from './world/outcomes.ts'
import { seedWatches, toToken, listSeries, seedFollowed, seedSubmission } from './world/seed.ts'
import { poison, poisoned } from './world/database.ts'

const hourMs = 3_600_000
const since = new Date('2026-06-01T12:00:00.000Z')
const observations = listSeries()[0]?.observations ?? []

/** Three times what `seed` makes, one after the other. */
const three = async <T>(seed: (n: number) => Promise<T>): Promise<[T, T, T]> => [
  await seed(1),
  await seed(2),
  await seed(3),
]

test('decideOutcomes: a launch that fails is logged; those around it are decided', async (t) => {
  const { deps, logged } = await startApp(t, { clock: { now: () => new Date(since.getTime() + 3000 * hourMs) } })
  const [first, bad, last] = await three(() => seedFollowed(deps.db, { observations, tradingSince: since }))
  await poison(t, deps.db, 'outcomes', ['binding_id', bad.bindingId])
  await assert.rejects(decideOutcomes(deps, never), poisoned)
  const decided = await deps.db.selectFrom('outcomes').select('binding_id').distinct().orderBy('binding_id').execute()
  assert.deepEqual(
    decided.map((row) => row.binding_id),
    [first.bindingId, last.bindingId],
  )
  assert.match(logged(), new RegExp(`"row":"${bad.bindingId}"`))
})

test('decideOutcomes: a launch that can’t be recorded keeps no other from a decision', async (t) => {
  const { deps } = await startApp(t, { clock: { now: () => new Date(since.getTime() + 3000 * hourMs) } })
  const [, bad] = await three(() => seedFollowed(deps.db, { observations, tradingSince: since }))
  await poison(t, deps.db, 'recorded_launches', ['binding_id', bad.bindingId])
  await assert.rejects(decideOutcomes(deps, never), poisoned)
  const decided = await deps.db.selectFrom('outcomes').select('binding_id').distinct().execute()
  assert.equal(decided.length, 2)
})

test('identifyLaunches: a submission that fails keeps no other from its identity', async (t) => {
  const { deps } = await startApp(t)
  const [, bad] = await three((n) => seedSubmission(deps.db, { name: `Frog ${n}`, isUnidentified: true }))
  await poison(t, deps.db, 'submissions', ['id', bad])
  await assert.rejects(identifyLaunches(deps, never), poisoned)
  const left = await deps.db.selectFrom('submissions').select('id').where('identity', 'is', null).execute()
  assert.deepEqual(left, [{ id: bad }])
})

test('storeFeatures: an image that fails keeps no other from its features', async (t) => {
  const { deps } = await startApp(t)
  const at = new Date('2026-06-01T12:00:00.000Z')
  const image = { bytes: Buffer.from('x'), media_type: 'image/png' as const, width: 1, height: 1, created_at: at }
  await deps.db
    .insertInto('images')
    .values(['a', 'b', 'c'].map((hash) => ({ ...image, hash })))
    .execute()
  const features = { fingerprint: null, thumbnail: Buffer.alloc(3072), detail: 0 }
  await poison(t, deps.db, 'image_looks', ['image_hash', 'b'])
  await assert.rejects(
    storeFeatures({ ...deps, images: { ...deps.images, readFeatures: async () => features } }, never),
    poisoned,
  )
  const left = await deps.db.selectFrom('images').select('hash').where('has_look', '=', false).execute()
  assert.deepEqual(left, [{ hash: 'b' }])
})

test('observeTokens: a token that fails keeps no other of its call from an observation', async (t) => {
  const world = await startObserving(t)
  const watches = await seedWatches(world.deps.db, 3)
  for (const n of [1, 2, 3]) world.tokens[toToken(n)] = [poolOf(2000)]
  await poison(t, world.deps.db, 'observations', ['binding_id', watches[1]?.bindingId ?? ''])
  await assert.rejects(world.observe(), poisoned)
  const seen = await world.deps.db.selectFrom('observations').select('binding_id').execute()
  assert.deepEqual(new Set(seen.map((row) => row.binding_id)), new Set([watches[0]?.bindingId, watches[2]?.bindingId]))
})
