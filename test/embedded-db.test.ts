import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { copyTemplate } from './test-db.ts'
import { goodSubmission, startWorld } from './harness.ts'
import { runCli, spawnService, startService } from './processes.ts'

async function dataFolder(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return folder
}

test('a second process on the same DATA_DIR is refused with one clear line', async (t) => {
  const folder = await dataFolder(t)
  await startService(t, { DATA_DIR: folder })
  const second = await runCli([], { DATA_DIR: folder, PORT: '0' }, 'src/main.ts')
  assert.equal(second.status, 1)
  assert.match(second.stderr, /^.*is in use by another process\. Stop that process, or set another DATA_DIR\.\n$/)
})

test('the folder is free again after kill -9', async (t) => {
  const folder = await dataFolder(t)
  const first = await startService(t, { DATA_DIR: folder })
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const second = await startService(t, { DATA_DIR: folder })
  assert.equal((await fetch(`${second.url}/ready`)).status, 200)
})

test('a command runs in the server that owns the folder, and by itself when there is none', async (t) => {
  const folder = await dataFolder(t)
  const environment = { DATA_DIR: folder }
  const service = await startService(t, environment)
  assert.equal(statSync(join(folder, 'control.sock')).mode & 0o777, 0o600)
  assert.deepEqual(await runCli(['migrate', '--json'], environment), {
    status: 0,
    stdout: '{"applied":[]}\n',
    stderr: '',
  })
  service.process.kill('SIGTERM')
  await once(service.process, 'exit')
  assert.deepEqual(await runCli(['migrate'], environment), { status: 0, stdout: 'up to date\n', stderr: '' })
})

test('a command reaches the server through a folder whose path is too long for a socket', async (t) => {
  const folder = join(await dataFolder(t), 'x'.repeat(120))
  await copyTemplate(folder)
  await startService(t, { DATA_DIR: folder })
  assert.equal(statSync(join(folder, 'control.sock')).mode & 0o777, 0o600)
  assert.deepEqual(await runCli(['migrate'], { DATA_DIR: folder }), { status: 0, stdout: 'up to date\n', stderr: '' })
})

test('a DATA_DIR that can not be a folder ends the start with 2 and one line', async () => {
  for (const DATA_DIR of ['/proc/nope', '/dev/null/data', import.meta.filename]) {
    const { status, stderr } = await runCli([], { DATA_DIR, LOG_LEVEL: 'silent' }, 'src/main.ts')
    assert.equal(status, 2, DATA_DIR)
    assert.match(stderr, /^DATA_DIR \S+ can't be used as a folder: .*\n$/)
  }
})

test('wrong usage ends with 2 and the usage, a wrong configuration with 2 and a line per problem', async () => {
  for (const args of [[], ['fly'], ['migrate', 'now'], ['migrate', '--fast']]) {
    const { status, stderr } = await runCli(args, {})
    assert.equal(status, 2)
    assert.match(stderr, /usage: launchscore/)
  }
  const { status, stderr } = await runCli([], { PORT: 'x', LOG_LEVEL: 'x' }, 'src/main.ts')
  assert.equal(status, 2)
  assert.equal(stderr.trimEnd().split('\n').length, 2)
})

test('a port in use ends the start with 1 and one line that says so', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.after(() => holder.close())
  const { port } = holder.address() as { port: number }
  const settings = { DATA_DIR: await dataFolder(t), PORT: String(port), LOG_LEVEL: 'silent' }
  const { status, stderr } = await runCli([], settings, 'src/main.ts')
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`^Can't listen on 127.0.0.1 port ${port}: another process does.*\\n$`))
})

test('SIGTERM ends the service with status 0', async (t) => {
  const service = await startService(t, { DATA_DIR: await dataFolder(t) })
  service.process.kill('SIGTERM')
  const [status] = (await once(service.process, 'exit')) as [number | null]
  assert.equal(status, 0)
})

test('a scoring under way at SIGTERM is finished, its kept connection is let go, and the service ends with status 0', async (t) => {
  const called = Promise.withResolvers<void>()
  const tell = () => {
    called.resolve()
    return undefined
  }
  const world = await startWorld(t, { model: { delayMs: 300, faultOf: tell } })
  const service = await startService(t, { ...world.environment, DATA_DIR: await dataFolder(t) })
  const body = JSON.stringify(goodSubmission(world))
  const answer = fetch(`${service.url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await called.promise
  service.process.kill('SIGTERM')
  const exited = once(service.process, 'exit')
  assert.equal((await answer).status, 201)
  assert.deepEqual(await exited, [0, null])
})

test('at start the log says so when the token-risk provider doesn’t know the chain', async (t) => {
  const { environment } = await startWorld(t)
  const service = spawnService(t, { ...environment, CHAIN_ID: '84532', DATA_DIR: await dataFolder(t) })
  const warnings: string[] = []
  for await (const line of createInterface({ input: service.stdout })) {
    const { level, chainId, msg } = JSON.parse(line) as { level: number; chainId?: number; msg: string }
    if (level === 40 && chainId === 84532) warnings.push(msg)
    if (warnings.length > 0) break
  }
  assert.match(warnings[0] ?? '', /knows no tokens of CHAIN_ID/)
})
