import { after, test } from 'node:test'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { closeSharedTestDb } from '../world/database.ts'

after(() => closeSharedTestDb())

test('15,000 generated requests make no fault, no undocumented response and no leak', async (t) => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
  await runFuzz(t, { requests: 15_000, seed })
})
