import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node')

/**
 * Runs Node's test runner and returns its exit status. With RERUN_FAILURES set, as on a shared machine, failed tests run
 * once more, and only those that fail twice count. The output shows both runs.
 */
export async function runNodeTests(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  const folder = mkdtempSync(join(findMemoryFolder() ?? tmpdir(), 'launchscore-tests-'))
  chmodSync(folder, 0o711) // the servers of some tests run as the user postgres
  const own = { TMPDIR: folder, ...environment }
  try {
    if (!process.env['RERUN_FAILURES']) return await run(args, own)
    const rerunning = [`--test-rerun-failures=${join(folder, 'passed.json')}`, ...args]
    if ((await run(rerunning, own)) === 0) return 0
    process.stdout.write('\nTests failed. They run once more.\n\n')
    return await run(rerunning, own)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tmpfs = 0x01021994 // statfs(2)
const minFreeBytes = 4 * 1024 ** 3

/** A folder in memory with room for the databases of all tests: on a disk, copying them is a tenth of a run's CPU time. */
function findMemoryFolder(folder = '/dev/shm'): string | undefined {
  if (process.env['TMPDIR'] || freemem() < 2 * minFreeBytes) return undefined
  try {
    const { type, bavail, bsize } = statfsSync(folder)
    return type === tmpfs && bavail * bsize >= minFreeBytes ? folder : undefined
  } catch {
    return undefined // not on this system
  }
}

/** A run that takes longer waits for something that a test left open; a CI would wait with it. */
const maxRunMs = 30 * 60_000

async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...args], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE, ...process.env, ...environment },
    timeout: maxRunMs, // the runner then names the files that it waits for
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}
