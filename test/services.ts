// Runs the integration tests on a real PostgreSQL and Redis, and some of them behind a real PgBouncer in transaction mode.
import { listFiles } from './e2e/list-files.ts'
import { startPgBouncer } from './servers/postgres.ts'
import { endWithout, requireServices, runTests } from './run-with-services.ts'

const script = 'test:services'
const url = await requireServices(script)
const pooler = await startPgBouncer(url).catch((error: unknown) => endWithout(script, error))
const statuses = [
  await runTests(['--test-concurrency=5', 'test/parts/[0-9].ts']),
  await runTests(['--test-concurrency=3', '--test-force-exit', ...listFiles('server')], { TEST_BUILT: '1' }),
  await runTests(['--test-concurrency=1', 'test/services/*.test.ts']),
  await runTests(['test/services/slice.ts'], { TEST_POOLER_URL: pooler.toUrl(url) }),
]
await pooler.stop()
process.exit(statuses.find((status) => status !== 0) ?? 0)
