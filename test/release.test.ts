import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse as parseYaml } from 'yaml'
import { isPublished, repository } from '../contract/release.ts'
import { listReleaseFiles, readVersion } from '../dev/package/release-files.ts'
import { runCli } from './servers/processes.ts'

const root = join(import.meta.dirname, '..')

for (const { path, text } of listReleaseFiles(readVersion()))
  test(`${path} has the version of package.json and the addresses of contract/release.ts (npm run release:set)`, () => {
    assert.equal(readFileSync(join(root, path), 'utf8'), text)
  })

test('the release is newer than the one before the baselines, and no migration needs a newer one', () => {
  const migrations = join(root, 'migrations')
  const { release } = JSON.parse(readFileSync(join(migrations, 'previous.json'), 'utf8')) as { release: string }
  const needed = readdirSync(migrations).flatMap((file) =>
    [...readFileSync(join(migrations, file), 'utf8').matchAll(/^-- oldest release: (.*)$/gm)].map(
      ([, one = '']) => one,
    ),
  )
  assert.ok(needed.length > 0)
  for (const one of needed) assert.ok(toNumber(one) <= toNumber(readVersion()), one)
  assert.ok(toNumber(release) < toNumber(readVersion()))
})

const toNumber = (version: string) => version.split('.').reduce((number, part) => number * 1000 + Number(part), 0)

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { steps?: { uses?: string; run?: string }[]; container?: string; uses?: string; needs?: string }>
}

const readWorkflow = (name: string) =>
  parseYaml(readFileSync(join(root, '.github/workflows', name), 'utf8'), { strict: true, uniqueKeys: true }) as Workflow

test('the workflows run .ci/run, and publish only after it, on the Node of package.json', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const { ci, publish } = { ci: readWorkflow('ci.yml'), publish: readWorkflow('publish.yml') }
  assert.ok(ci.jobs['proof']?.steps?.some(({ run }) => run === '.ci/run'))
  assert.equal(publish.jobs['ci']?.uses, './.github/workflows/ci.yml')
  assert.equal(publish.jobs['publish']?.needs, 'ci')
  for (const job of [ci.jobs['proof'], publish.jobs['publish']])
    assert.equal(job?.container, `node:${devDependencies['node']}-bookworm`)
})

test('the workflows take actions by their commits, and may write nothing by default', () => {
  for (const name of readdirSync(join(root, '.github/workflows'))) {
    const { permissions, jobs } = readWorkflow(name)
    assert.deepEqual(permissions, { contents: 'read' }, name)
    const used = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ uses = [] }) => uses))
    assert.ok(used.length > 0)
    for (const action of used) assert.match(action, /@[0-9a-f]{40}$/, name)
  }
})

const check = (...args: string[]) => runCli(args, {}, 'dev/package/check-publishing.ts')

test('check-publishing: 1 with a line for a wrong tag, a wrong repository, and a missing isPublished', async () => {
  const wrong = await check('v0.0.1', 'https://forge.example/fork')
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /^The tag is v0\.0\.1, .*\nThis is https:\/\/forge\.example\/fork, /)
  const { status, stderr } = await check(`v${readVersion()}`, repository)
  assert.deepEqual([status, stderr === ''], isPublished ? [0, true] : [1, false])
})
