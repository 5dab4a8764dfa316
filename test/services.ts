// Runs the integration tests on a real PostgreSQL and Redis, and some of them behind a real PgBouncer in transaction mode.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPgBouncer } from './pgbouncer.ts'
import { endWithout, requireServices, runTests } from './run-with-services.ts'

/** They bring their own database, or no server matters to them: `npm run test:e2e` runs them. */
const withoutOurs = [
  'band-flips',
  'client-readme',
  'client-verify',
  'demo',
  'deploy',
  'entry-points',
  'full-disk',
  'generated-clients',
  'guide-commands',
  'mcp',
  'mcp-chain',
  'package',
  'python-example',
  'rolling-restart',
  'traces',
  'verify-package',
  'verify-score',
]
const isForServer = (file: string) =>
  !file.startsWith('embedded-') && !withoutOurs.includes(file.replace('.test.ts', ''))
const processes = readdirSync(join(import.meta.dirname, 'e2e'))
  .filter((file) => file.endsWith('.test.ts') && isForServer(file))
  .map((file) => `test/e2e/${file}`)

const script = 'test:services'
const url = await requireServices(script)
const pooler = await startPgBouncer(url).catch((error: unknown) => endWithout(script, error))
const statuses = [
  await runTests(['--test-concurrency=5', 'test/parts/[0-9].ts']),
  await runTests(['--test-concurrency=3', '--test-force-exit', ...processes]),
  await runTests(['--test-concurrency=1', 'test/services/*.test.ts']),
  await runTests(['test/services/slice.ts'], { TEST_POOLER_URL: pooler.toUrl(url) }),
]
await pooler.stop()
process.exit(statuses.find((status) => status !== 0) ?? 0)
