import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { goodSubmission, startWorld } from '../world/app.ts'
import { startLogged } from '../servers/processes.ts'
import { openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'
import { verdict } from '../world/model.ts'

/** Where a process keeps its data: a database of the server, or a folder. */
async function createPlace(t: TestContext): Promise<NodeJS.ProcessEnv> {
  if (!process.env['TEST_DATABASE_URL']) {
    const folder = mkdtempSync(join(tmpdir(), 'launchscore-drain-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    return { DATA_DIR: folder }
  }
  const database = await openTestDb()
  t.after(database.close)
  return { DATABASE_URL: database.url ?? '' }
}

const fetchReady = async (url: string) => {
  const response = await fetch(`${url}/ready`)
  return { status: response.status, body: (await response.json()) as { status: string; checks: { draining?: true } } }
}

test('SIGTERM: /ready is 503 at once, and all requests are served until the drain ends', async (t) => {
  const world = await startWorld(t)
  const environment = { ...world.environment, ...(await createPlace(t)), DRAIN_SECONDS: '300' }
  const { process: child, url, ended } = await startLogged(t, environment)
  assert.equal((await fetchReady(url)).status, 200)
  child.kill('SIGTERM')
  let ready = await fetchReady(url)
  while (ready.status !== 503) ready = await fetchReady(url) // the signal is on its way
  assert.deepEqual([ready.body.status, ready.body.checks.draining], ['unavailable', true])
  assert.equal((await fetch(`${url}/health`)).status, 200)
  const scored = await fetch(`${url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(goodSubmission(world)),
  })
  assert.deepEqual([scored.status, scored.headers.get('connection')], [201, 'keep-alive'])
  child.kill('SIGTERM') // a second one ends the drain
  assert.deepEqual(await ended, [0, null])
})

test('a kept connection serves one more request after the listener has closed', async (t) => {
  const environment = { ...(await createPlace(t)), DRAIN_SECONDS: '1' }
  const { process: child, url, ended } = await startLogged(t, environment)
  const kept = await openKept(t, url)
  child.kill('SIGTERM')
  await until(() => isRefused(url))
  const received = await kept.askOnceMore()
  assert.deepEqual(received.match(/HTTP\/1\.1 .*|^connection: .*/gim), [
    'HTTP/1.1 200 OK',
    'Connection: keep-alive',
    'HTTP/1.1 200 OK',
    'connection: close',
  ])
  assert.deepEqual(await ended, [0, null])
})

test('DRAIN_SECONDS=0: an idle connection has ended when the listener has closed', async (t) => {
  const environment = { ...(await createPlace(t)), DRAIN_SECONDS: '0' }
  const { process: child, url, ended } = await startLogged(t, environment)
  const kept = await openKept(t, url)
  child.kill('SIGTERM')
  await until(() => isRefused(url))
  assert.equal((await kept.askOnceMore()).match(/HTTP\/1\.1 /g)?.length, 1)
  assert.deepEqual(await ended, [0, null])
})

/** A connection that has served a request. `askOnceMore` sends another, and returns all that was received until it ended. */
async function openKept(t: TestContext, url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString())).on('error', () => {}) // reset
  const request = 'GET /health HTTP/1.1\r\nHost: launch.example\r\n\r\n'
  socket.write(request)
  await until(() => received.includes('{'))
  const askOnceMore = async () => {
    socket.write(request)
    await until(() => socket.closed)
    return received
  }
  return { askOnceMore }
}

const isRefused = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !isOpen
}

test('SIGTERM during a scoring as events: the stream is whole, and the status is 0', async (t) => {
  const { promise: held, resolve: judge } = Promise.withResolvers<void>()
  const world = await startWorld(t, { model: { judge: (request) => held.then(() => verdict(request)) } })
  const { process: child, url, ended } = await startLogged(t, { ...world.environment, ...(await createPlace(t)) })
  const response = await fetch(`${url}/v1/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(goodSubmission(world)),
  })
  assert.deepEqual([response.status, response.headers.get('connection')], [200, 'keep-alive'])
  child.kill('SIGTERM')
  await until(() => isRefused(url))
  judge()
  assert.match(await response.text(), /^event: score$/m)
  assert.deepEqual(await ended, [0, null])
})

test('SIGTERM: the process ends by itself after DRAIN_SECONDS; SIGINT does not drain', async (t) => {
  const place = await createPlace(t)
  const drained = await startLogged(t, { ...place, DRAIN_SECONDS: '1' })
  drained.process.kill('SIGTERM')
  assert.deepEqual(await drained.ended, [0, null])
  const interrupted = await startLogged(t, { ...place, DRAIN_SECONDS: '300' })
  interrupted.process.kill('SIGINT')
  assert.deepEqual(await interrupted.ended, [0, null])
})

test('one log line for the start, with version and configuration, and one for the stop', async (t) => {
  const place = await createPlace(t)
  const secret = 'canary-canary-canary-canary-canary'
  const {
    process: child,
    lines,
    ended,
  } = await startLogged(t, { ...place, ADMIN_TOKEN: secret, METRICS_TOKEN: secret })
  child.kill('SIGTERM')
  await ended
  const [started, ...more] = lines.filter(({ msg }) => msg === 'listening')
  assert.deepEqual(more, [])
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.ok(started && 'commit' in started)
  assert.equal(started['version'], version)
  const configuration = started['configuration'] as Record<string, unknown>
  assert.deepEqual([configuration['adminTokens'], configuration['chainId']], [1, undefined]) // defaults are left out
  assert.equal(lines.filter(({ msg }) => msg === 'stopped').length, 1)
  assert.equal(lines.at(-1)?.msg, 'stopped')
  assert.ok(!JSON.stringify(lines).includes('canary'))
})
