import { test } from 'node:test'
import { runFuzz } from '../fuzz/run-fuzz.ts'

// npm run test:chaos sends twenty thousand more
test('no generated request makes a fault of ours, an undocumented answer or a leak', async (t) => {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20261122)
  await runFuzz(t, { requests: Number(process.env['FUZZ_REQUESTS'] ?? 1000), seed })
})

await import('../world/close-shared-db.ts')
