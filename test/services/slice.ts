import { fixSeed } from '../parts/fixed-seed.ts'

fixSeed()

// The tests that run behind a PgBouncer too: each kind of statement, transaction, lock and queue that the service has.
const files = [
  'admin',
  'daily-scores',
  'enrollment',
  'idempotency',
  'keys',
  'launch-page',
  'leaderboards',
  'notifications',
  'publishing-budget',
  'scoring',
  'webhook-deliveries',
  'webhook-subscriptions',
]

for (const file of files) await import(`../${file}.test.ts`)
await import('../world/close-shared-db.ts')
