import { after, test } from 'node:test'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { closeSharedTestDb } from '../test-db.ts'

after(() => closeSharedTestDb())

test('of twenty-five thousand generated requests none makes a fault of ours, an undocumented answer or a leak', async (t) => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
  await runFuzz(t, { requests: 25_000, seed })
})
