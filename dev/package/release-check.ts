// Everything that a release needs, the longest steps last; stops at the first failure. It needs what `.ci/run` installs.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readVersion } from './release-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const version = readVersion()

const checks: [name: string, run: () => string | undefined][] = [
  ['the checkout is clean', findChanges],
  ['CHANGELOG.md has the version', findMissingNotes],
  ['versions agree', run('node', '--test', 'test/release.test.ts')],
  ['no known vulnerability, and every licence is one that allows publishing', run('npm', 'run', 'audit')],
  ['build', run('npm', 'run', 'build')],
  ['check', run('npm', 'run', 'check')],
  ['publint and are-the-types-wrong', run('npm', 'run', 'check:packages')],
  ['tests', run('npm', 'test')],
  ['tests of processes; they pack, install and run the package', run('npm', 'run', 'test:e2e')],
  ['the image', run('npm', 'run', 'test:image')],
  ['the package', run('npm', 'pack', '--dry-run', '--ignore-scripts')],
  ['tests on PostgreSQL and Redis', run('npm', 'run', 'test:services')],
  ['tests against hostile clients', run('npm', 'run', 'test:hostile')],
  ['tests in a browser', run('npm', 'run', 'test:web')],
  ['properties with new random inputs', run('npm', 'run', 'test:properties')],
  ['faults under load', run('npm', 'run', 'test:chaos')],
  ['the checkout is still clean', findChanges],
]

const start = performance.now()

for (const [name, check] of checks) {
  process.stdout.write(`\n== ${name}\n`)
  const began = performance.now()
  const fault = check()
  process.stdout.write(`-- ${name}: ${formatTime(began)}\n`)
  if (fault === undefined) continue
  process.stderr.write(`${name}: ${fault}\n`)
  process.exit(1)
}
process.stdout.write(`\nLaunchscore ${version} is ready after ${formatTime(start)}: git tag v${version}\n`)

/** The time since `began`. */
function formatTime(began: number): string {
  const seconds = Math.round((performance.now() - began) / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function findChanges(): string | undefined {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim()
  return changed === '' ? undefined : `commit or remove\n${changed}`
}

function findMissingNotes(): string | undefined {
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm')
  return heading.test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ? undefined : `there is no “## ${version}”`
}

function run(command: string, ...args: string[]): () => string | undefined {
  return () => {
    // as in .ci/run: a test that measures or waits runs once more
    const env = { ...process.env, RERUN_FAILURES: '1' }
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
    return status === 0 ? undefined : `${command} ${args.join(' ')} ended with ${status}`
  }
}
