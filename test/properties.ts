// Searches for inputs that break a property: random seeds, and ten times as many runs as `npm test`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync(['{contract,src}/**/*.test.ts', 'test/*.test.ts'], { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
)
const setup = join(import.meta.dirname, 'search-properties.ts')
const run = spawn(process.execPath, ['--import', setup, '--test', '--test-concurrency=2', ...files], {
  cwd: root,
  stdio: 'inherit',
})
const [status] = (await once(run, 'exit')) as [number | null]
process.exit(status ?? 1)
