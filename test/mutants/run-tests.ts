import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutCopy } from './checkout-copy.ts'

const services = {
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test',
  TEST_REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
}

export interface TestRun {
  outcome: 'passed' | 'failed' | 'hung'
  /** Names of the first tests that failed. */
  failed: string[]
  ms: number
}

interface RunOptions {
  files: string[]
  needsServices: boolean
  limitMs: number
}

/** Runs test files in a copy until the first one fails; all processes that they started are gone afterwards. */
export async function runTests(copy: CheckoutCopy, { files, needsServices, limitMs }: RunOptions): Promise<TestRun> {
  const began = performance.now()
  const { TEST_DATABASE_URL: _database, TEST_REDIS_URL: _redis, ...environment } = process.env
  const run = spawn(process.execPath, ['--test-reporter=tap', 'test/mutants/import-tests.ts', ...files], {
    cwd: copy.folder,
    env: { ...environment, ...(needsServices && services), TMPDIR: copy.temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own, to be ended with all its children
  })
  const end = () => endGroup(run.pid)
  process.on('exit', end)
  let [output, errors, hasHung] = ['', '', false]
  const timer = setTimeout(() => ((hasHung = true), end()), limitMs)
  run.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (failure.test(output) && !needsServices) end() // on a server the databases have to be removed
  })
  const [status] = (await once(run, 'close')) as [number | null]
  clearTimeout(timer)
  end()
  process.off('exit', end)
  removeDatabases(copy.temporary)
  const failed = [...output.matchAll(new RegExp(failure, 'gm'))].map(([, name = '']) => name).slice(0, 3)
  const loading = /^\w*Error.*$/m.exec(errors)
  if (status !== 0 && failed.length === 0 && loading) failed.push(loading[0])
  const outcome = failed.length > 0 ? 'failed' : getOutcome(status, hasHung)
  return { outcome, failed, ms: Math.round(performance.now() - began) }
}

function getOutcome(status: number | null, hasHung: boolean) {
  if (hasHung) return 'hung'
  return status === 0 ? 'passed' : 'failed'
}

const failure = /^\s*not ok \d+ - (.*)$/m

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // all of them have ended
  }
}

function removeDatabases(temporary: string): void {
  for (const name of readdirSync(temporary))
    rmSync(join(temporary, name), { recursive: true, force: true, maxRetries: 5 })
}
