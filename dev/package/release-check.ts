// Everything that a release needs, the longest steps last; stops at the first failure. It needs what `.ci/run` installs.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readJson = (path: string): unknown => JSON.parse(read(path))

const readVersion = (path: string) => (readJson(path) as { version: string }).version
const version = readVersion('package.json')

const checks: [name: string, run: () => string | undefined][] = [
  ['the checkout is clean', findChanges],
  ['versions agree', findOtherVersion],
  ['CHANGELOG.md and docs/upgrading.md have the version', findMissingNotes],
  ['no known vulnerability, and every licence is one that allows publishing', run('npm', 'run', 'audit')],
  ['build', run('npm', 'run', 'build')],
  ['check', run('npm', 'run', 'check')],
  ['publint and are-the-types-wrong', run('npm', 'run', 'check:packages')],
  ['tests', run('npm', 'test')],
  ['tests of processes; they pack, install and run the package', run('npm', 'run', 'test:e2e')],
  ['the package', run('npm', 'pack', '--dry-run', '--ignore-scripts')],
  ['tests on PostgreSQL and Redis', run('npm', 'run', 'test:services')],
  ['tests against hostile clients', run('npm', 'run', 'test:hostile')],
  ['tests in a browser', run('npm', 'run', 'test:web')],
  ['properties with new random inputs', run('npm', 'run', 'test:properties')],
  ['faults under load', run('npm', 'run', 'test:chaos')],
  ['the checkout is still clean', findChanges],
]

for (const [name, check] of checks) {
  process.stdout.write(`\n== ${name}\n`)
  const fault = check()
  if (fault === undefined) continue
  process.stderr.write(`${name}: ${fault}\n`)
  process.exit(1)
}
process.stdout.write(`\nLaunchscore ${version} is ready: git tag v${version}\n`)

function findChanges(): string | undefined {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim()
  return changed === '' ? undefined : `commit or remove\n${changed}`
}

function findOtherVersion(): string | undefined {
  const found = {
    'client/package.json': readVersion('client/package.json'),
    'verify/package.json': readVersion('verify/package.json'),
    'package-lock.json': readVersion('package-lock.json'),
    'openapi.json': (readJson('openapi.json') as { info: { version: string } }).info.version,
  }
  const [other] = Object.entries(found).filter(([, one]) => one !== version)
  return other && `package.json has ${version}, ${other[0]} has ${other[1]}`
}

function findMissingNotes(): string | undefined {
  const heading = new RegExp(`^## (To )?${version.replaceAll('.', '\\.')}\\b`, 'm')
  return ['CHANGELOG.md', 'docs/upgrading.md'].find((path) => !heading.test(read(path)))
}

function run(command: string, ...args: string[]): () => string | undefined {
  return () => {
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
    return status === 0 ? undefined : `${command} ${args.join(' ')} ended with ${status}`
  }
}
