import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { waitUntilListening } from '../../dev/server/start-program.ts'
import { leftSock } from '../../dev/world/samples.ts'
import { type World, startWorld } from '../../dev/world/world.ts'
import { readReleasedFiles } from '../../src/signals/judge/versions.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { type Installed, installPacked, runInstalled } from '../servers/packed.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

void describe('the packed package, installed in an empty folder', { timeout: 600_000 }, () => {
  let installed: Installed
  before(async () => {
    installed = await installPacked()
  })
  after(() => installed.remove())

  test('holds the program and what it reads, but no tests and no source beside the rules', () => {
    const { files } = installed
    for (const needed of ['README.md', 'LICENSE', 'dist/bin/launchscore.js', 'dist/THIRD-PARTIES.txt'])
      assert.ok(files.includes(needed), needed)
    const rules = new Set(readReleasedFiles().flatMap(({ modules }) => modules.map(({ name }) => `dist/${name}`)))
    const others = files.filter((file) => /\.tsx?$|(^|\/)tests?\/|\.test\./.test(file) && !rules.has(file))
    assert.deepEqual(others, [])
  })

  test('takes at most 120 MB with its dependencies, and has no tool of development', () => {
    const modules = join(installed.folder, 'node_modules')
    const sizes = readdirSync(modules, { recursive: true, encoding: 'utf8' }).map(
      (file) => statSync(join(modules, file)).blocks * 512,
    )
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
    assert.ok(megabytes <= 120, `${megabytes} MB`)
    const names = readdirSync(modules)
    for (const name of ['@foundry-rs', 'typescript', '@redocly', 'viem', 'node']) assert.ok(!names.includes(name), name)
  })

  test('the tool prints its version and its help', async () => {
    assert.deepEqual(await runInstalled(installed, ['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
    const { status, stdout, stderr } = await runInstalled(installed, ['--help'])
    assert.deepEqual([status, stderr], [0, ''])
    for (const command of ['start', 'demo', 'migrate', 'keys issue', 'score verify', 'replay'])
      assert.match(stdout, new RegExp(`^  ${command} .*\\w`, 'm'))
  })

  test('on an older Node the tool prints one line and ends with 1', async () => {
    const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.19.2' })"
    const result = await runInstalled(installed, ['start'], { NODE_OPTIONS: `--import="${older}"` })
    assert.deepEqual([result.status, result.stdout], [1, ''])
    assert.match(result.stderr, /^Launchscore needs Node\.js 24 or newer; this is 20\.19\.2\. .*\n$/)
  })

  test('wrong usage ends with 2, a wrong setting too', async () => {
    assert.equal((await runInstalled(installed, ['keys', 'issue'])).status, 2)
    const { status, stderr } = await runInstalled(installed, ['start'], { PORT: 'x' })
    assert.deepEqual([status, stderr], [2, 'PORT must be a whole number from 0 to 65535\n'])
  })

  test('prompts list: the hashes are those of the checkout', async () => {
    const { stdout } = await runInstalled(installed, ['prompts', 'list', '--json'], { DATA_DIR: 'for-prompts' })
    for (const { id, sha256 } of readReleasedFiles()) assert.ok(stdout.includes(sha256), id)
  })

  test('demo --once scores, verifies the webhooks, and ends with 0', async () => {
    const { status, stdout, stderr } = await runInstalled(installed, ['demo', '--once'], { PORT: '0' })
    assert.deepEqual([status, stderr], [0, ''])
    assert.match(stdout, /^ {2}Left Sock \$SOCK +\w.* \d+\.\d\d {2}green /m)
    assert.match(stdout, /webhook\.test +dlv_[0-9a-f]{32} {2}signature good$/m)
    assert.match(stdout, /^ {4}ok +proof +digest |^ {2}chain +none +anvil \(getfoundry\.sh\) is not installed/m)
  })

  void describe('its service', () => {
    let world: World
    let environment: NodeJS.ProcessEnv
    let service: InstalledService
    let score: ScoreResult
    const opened = new AsyncDisposableStack()
    before(async () => {
      world = opened.adopt(await startWorld({ CHAIN_RPC_URL: 'http://127.0.0.1:9' }, [leftSock]), ({ close }) =>
        close(),
      )
      environment = { ...world.environment, PORT: '0', DRAIN_SECONDS: '0' }
      service = opened.adopt(await startInstalled(installed, environment), ({ stop }) => stop())
      score = await service.post('/v1/score', world.toSubmission(leftSock))
    })
    after(() => opened.disposeAsync())

    test('scores with the configured providers', () => {
      assert.deepEqual([score.confidence, score.band], ['final', 'green'])
    })

    test('serves the page, its modules, the card with its fonts, and the documents', async () => {
      const page = await (await fetch(`${service.url}/score/${score.id}`)).text()
      assert.match(page, /Left Sock/)
      const [asset = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
      const paths = [asset, `/score/${score.id}/card.png`, '/api/v1/docs', '/api/v1/openapi.json', '/enroll/x']
      const types = await Promise.all(
        paths.map(async (path) => (await fetch(`${service.url}${path}`)).headers.get('content-type')),
      )
      assert.deepEqual(
        types.map((type) => type?.split(';')[0]),
        ['application/javascript', 'image/png', 'text/html', 'application/json', 'text/html'],
      )
    })

    test('runs the commands of the tool in the service, which owns the data', async () => {
      const args = ['keys', 'issue', '--tier', 'pro', '--label', 'l', '--owner', 'o', '--json']
      const { status, stdout, stderr } = await runInstalled(installed, args, environment)
      assert.deepEqual([status, stderr], [0, ''])
      assert.match((JSON.parse(stdout) as { key: string }).key, /^lsc_live_/)
    })
  })
})

type InstalledService = Awaited<ReturnType<typeof startInstalled>>

async function startInstalled({ folder, launchscore }: Installed, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [launchscore, 'start'], { cwd: folder, env: environment })
  const { url } = await waitUntilListening(child)
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as T
    assert.equal(response.status, 201, JSON.stringify(answer))
    return answer
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { url, post, stop }
}
