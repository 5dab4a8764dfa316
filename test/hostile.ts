// Attacks the service, most of the time as a process of its own, on both databases or on one of them
// (`--on PostgreSQL|embedded`). Most attacks wait, so two files run at a time; the one that measures reads under load has
// the machine to itself.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireServices, runTests } from './run-with-services.ts'

const alone = 'test/hostile/load.test.ts'
const others = globSync('test/hostile/*.test.ts', { cwd: join(import.meta.dirname, '..') }).filter(
  (file) => file !== alone,
)

const { on } = parseArgs({ options: { on: { type: 'string' } } }).values
const environment = on === undefined ? {} : { HOSTILE_ON: on }
await requireServices('test:hostile')
const statuses = [
  await runTests(['--test-concurrency=2', ...others.sort()], environment),
  await runTests([alone], environment),
]
process.exit(statuses.find((status) => status !== 0) ?? 0)
