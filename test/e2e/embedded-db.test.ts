import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { isOwnQuestion } from '../world/judge.ts'
import { copyTemplate } from '../world/database.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { runCli, spawnService, startService } from '../servers/processes.ts'
import { closeAfter } from '../world/waiting.ts'

async function dataFolder(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await copyTemplate(folder)
  return folder
}

test('a second process on the same DATA_DIR is refused with one clear line', async (t) => {
  const folder = await dataFolder(t)
  await startService(t, { DATA_DIR: folder })
  const second = await runCli([], { DATA_DIR: folder, PORT: '0' }, 'src/main/main.ts')
  assert.equal(second.status, 1)
  assert.match(second.stderr, /^.*is in use by another process\. Stop that process or set another DATA_DIR\.\n$/)
})

test('a DATA_DIR can be opened again after kill -9', async (t) => {
  const folder = await dataFolder(t)
  const first = await startService(t, { DATA_DIR: folder })
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  const second = await startService(t, { DATA_DIR: folder })
  assert.equal((await fetch(`${second.url}/ready`)).status, 200)
})

test('the service ends with 1 and a message when the thread of its database ends', async (t) => {
  const onSignal = `process.on('worker', (thread) => process.once('SIGUSR2', () => thread.terminate()))`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(onSignal)}`
  const child = spawnService(t, { DATA_DIR: await dataFolder(t), NODE_OPTIONS })
  const problems = text(child.stderr)
  await readUntilListening(child.stdout)
  child.kill('SIGUSR2')
  assert.deepEqual(await once(child, 'exit'), [1, null])
  assert.match(await problems, /Error: The thread of the embedded database has ended with status 1/)
})

test('a command runs in the server that holds DATA_DIR, or alone without one', async (t) => {
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

test('a command reaches the server when the path is too long for a socket', async (t) => {
  const folder = join(await dataFolder(t), 'x'.repeat(120))
  await copyTemplate(folder)
  await startService(t, { DATA_DIR: folder })
  assert.equal(statSync(join(folder, 'control.sock')).mode & 0o777, 0o600)
  assert.deepEqual(await runCli(['migrate'], { DATA_DIR: folder }), { status: 0, stdout: 'up to date\n', stderr: '' })
})

test('a DATA_DIR that cannot be a folder ends the start with 2 and one line', async () => {
  for (const DATA_DIR of ['/proc/nope', '/dev/null/data', import.meta.filename]) {
    const { status, stderr } = await runCli([], { DATA_DIR, LOG_LEVEL: 'silent' }, 'src/main/main.ts')
    assert.equal(status, 2, DATA_DIR)
    assert.match(stderr, /^DATA_DIR \S+ can't be used as the data folder: .*\n$/)
  }
})

test('an open DATA_DIR is closed to other accounts, and the log says so', async (t) => {
  const folder = await dataFolder(t)
  for (const [path, mode] of modesIn(folder)) chmodSync(path, mode & 0o100 ? 0o755 : 0o666)
  writeFileSync(join(folder, 'instance.lock'), '', { mode: 0o644 })
  chmodSync(folder, 0o755)
  const world = await startWorld(t)
  const child = spawnService(t, { ...world.environment, DATA_DIR: folder })
  const { url, warnings } = await readUntilListening(child.stdout)
  assert.deepEqual(
    warnings.filter((msg) => msg.includes('data folder')),
    ['the data folder was open to other accounts; changed its mode to 0700'],
  )
  const body = JSON.stringify(goodSubmission(world))
  const headers = { 'content-type': 'application/json' }
  assert.equal((await fetch(`${url}/v1/score`, { method: 'POST', headers, body })).status, 201)
  assert.deepEqual(openToOthers(folder), [])
  child.kill('SIGTERM')
  await once(child, 'exit')
  assert.deepEqual(openToOthers(folder), [])
})

test('a new DATA_DIR and its files are readable by this account only', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'launchscore-data-'))
  t.after(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'data')
  await startService(t, { DATA_DIR: folder })
  assert.deepEqual(openToOthers(folder), [])
})

test('a folder shared by all accounts is refused as DATA_DIR and left unchanged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o1777)
  const { status, stderr } = await runCli([], { DATA_DIR: folder, LOG_LEVEL: 'silent' }, 'src/main/main.ts')
  assert.equal(status, 2)
  assert.match(stderr, /^DATA_DIR \S+ is shared with other accounts\. Use a folder inside it\.\n$/)
  assert.equal(statSync(folder).mode & 0o7777, 0o1777)
})

/** Where the service listens, and the warnings before. */
async function readUntilListening(stdout: Readable): Promise<{ url: string; warnings: string[] }> {
  const warnings: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    const { level, msg, url } = JSON.parse(line) as { level: number; msg: string; url?: string }
    if (level === 40) warnings.push(msg)
    if (msg !== 'listening' || !url) continue
    stdout.resume()
    return { url, warnings }
  }
  throw new Error('the service did not start')
}

/** All paths below a folder, itself among them, with their modes. */
const modesIn = (folder: string): [path: string, mode: number][] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].map(
    (path) => [path, statSync(path).mode & 0o7777],
  )

const openToOthers = (folder: string) => modesIn(folder).filter(([, mode]) => mode & 0o077)

test('wrong usage and wrong configuration end with 2 and one line per problem', async () => {
  for (const [args, hint] of [
    [[], /Usage: launchscore/],
    [['fly'], /Run `launchscore --help` to list the commands/],
    [['migrate', 'now'], /Usage: launchscore/],
    [['migrate', '--fast'], /Usage: launchscore/],
  ] as const) {
    const { status, stderr } = await runCli([...args], {})
    assert.equal(status, 2)
    assert.match(stderr, hint)
  }
  const { status, stderr } = await runCli([], { PORT: 'x', LOG_LEVEL: 'x' }, 'src/main/main.ts')
  assert.equal(status, 2)
  assert.equal(stderr.trimEnd().split('\n').length, 2)
})

test('a port in use ends the start with 1 and one line that names its variable', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  closeAfter(t, () => holder.close())
  const { port } = holder.address() as { port: number }
  const settings = { DATA_DIR: await dataFolder(t), LOG_LEVEL: 'silent' }
  for (const ports of [{ PORT: String(port) }, { PORT: '0', METRICS_PORT: String(port) }]) {
    const { status, stderr } = await runCli([], { ...settings, ...ports }, 'src/main/main.ts')
    assert.equal(status, 1)
    const reason = 'the port is already in use. Stop the other process or set another'
    assert.equal(stderr, `Can't listen on 127.0.0.1 port ${port}: ${reason} ${Object.keys(ports).at(-1)}.\n`)
  }
})

test('SIGTERM ends the service with status 0', async (t) => {
  const service = await startService(t, { DATA_DIR: await dataFolder(t) })
  service.process.kill('SIGTERM')
  const [status] = (await once(service.process, 'exit')) as [number | null]
  assert.equal(status, 0)
})

test('SIGTERM finishes a scoring in flight, closes its connection and exits with 0', async (t) => {
  const called = Promise.withResolvers<void>()
  const tell = (request: { text: string }) => {
    if (!isOwnQuestion(request)) called.resolve()
    return undefined
  }
  const world = await startWorld(t, { model: { delayMs: 300, findFault: tell } })
  const service = await startService(t, { ...world.environment, DATA_DIR: await dataFolder(t) })
  const body = JSON.stringify(goodSubmission(world))
  const response = fetch(`${service.url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await called.promise
  service.process.kill('SIGTERM')
  const exited = once(service.process, 'exit')
  assert.equal((await response).status, 201)
  assert.deepEqual(await exited, [0, null])
})

test('the start logs a chain that the token-risk provider does not support', async (t) => {
  const { environment } = await startWorld(t)
  const service = spawnService(t, { ...environment, CHAIN_ID: '84532', DATA_DIR: await dataFolder(t) })
  let fault: { level: number; check?: string; reason?: string } = { level: 0 }
  for await (const line of createInterface({ input: service.stdout })) {
    fault = JSON.parse(line) as typeof fault
    if (fault.check !== undefined) break
  }
  assert.deepEqual([fault.level, fault.check], [40, 'token risk'])
  assert.equal(fault.reason, 'wrong chain: it does not support chain 84532')
})
