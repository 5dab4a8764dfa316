import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node')

/**
 * Runs Node's test runner and returns its exit status. With RERUN_FAILURES set, as on a shared machine, failed tests run
 * once more, and only those that fail twice count. The output shows both runs.
 */
export async function runNodeTests(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  if (!process.env['RERUN_FAILURES']) return run(args, environment)
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-rerun-'))
  const rerunning = [`--test-rerun-failures=${join(folder, 'passed.json')}`, ...args]
  try {
    if ((await run(rerunning, environment)) === 0) return 0
    process.stdout.write('\nTests failed. They run once more.\n\n')
    return await run(rerunning, environment)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A run that takes longer waits for something that a test left open; a CI would wait with it. */
const MAX_RUN_MS = 30 * 60_000

async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...args], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE, ...process.env, ...environment },
    timeout: MAX_RUN_MS, // the runner then names the files that it waits for
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}
