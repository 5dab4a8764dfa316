import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listImports } from '../list-imports.ts'
import { fixSeed } from './fixed-seed.ts'

const root = join(import.meta.dirname, '../..')
const parts = 5

await import('./light-hooks.ts')
fixSeed()

/**
 * Registers one part of the test files in this process: all of them on embedded databases, and on services those that use a
 * database. Node's runner has a process for each file, which would load the service 200 times, or with
 * `--test-isolation=none` one for all, which would use one core; it can't run several processes of many files each.
 */
export async function importPart(part: number): Promise<void> {
  const files = globSync(['{contract,src}/**/*.test.ts', 'test/*.test.ts'], { cwd: root })
    .filter((file) => !process.env.TEST_DATABASE_URL || usesServices(file))
    .sort((a, b) => getRank(a) - getRank(b) || getSize(b) - getSize(a))
  for (const [index, file] of files.entries()) if (dealTo(index) === part) await importOrEnd(join(root, file))
  await import('../world/close-shared-db.ts')
}

/** Ends the process if a file can't be loaded: the databases of tests that run already would keep it alive in silence. */
async function importOrEnd(file: string): Promise<void> {
  try {
    await import(file)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

/** Deals to the parts in turn and back again, so that the first part doesn't get the largest file of each round. */
function dealTo(index: number): number {
  const turn = index % (2 * parts)
  return Math.min(turn, 2 * parts - 1 - turn)
}

/** These files wait for a chain, a timeout or a stop, so they run longer than their size says. The slowest comes first. */
const slowest = [
  'launch-history',
  'block-pace',
  'index-launches',
  'calibrated-history',
  'history-in-scores',
  'track-record',
  'webhook-worker',
  'limits',
  'attestation',
  'scoring',
  'webhook-choices',
  'operation',
  'takedown',
].map((name) => `test/${name}.test.ts`)

const getRank = (file: string) => (slowest.includes(file) ? slowest.indexOf(file) : slowest.length)

/** The other large files tend to run long: dealt out by size, the parts take about the same time. */
const getSize = (file: string) => statSync(join(root, file)).size

/** Whether a file of tests, or a file of `test/` that it imports, names a service. */
function usesServices(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const source = readFileSync(join(root, file), 'utf8')
  if (/TEST_(DATABASE|REDIS)_URL/.test(source)) return true
  return listImports(file, source).some((path) => path.startsWith('test/') && usesServices(path, seen))
}
