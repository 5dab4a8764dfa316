import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, after, test } from 'node:test'
import { freePort } from '../../dev/world/free-port.ts'
import { walletNo } from '../world/creators.ts'
import { type World, goodSubmission, startWorld } from '../world/app.ts'
import { type HttpsProxy, type ProxyProgram, caddy, nginx } from '../servers/https-proxies.ts'
import { type Installed, installPacked } from '../servers/packed.ts'
import { startPostgres } from '../servers/postgres.ts'
import { until } from '../world/waiting.ts'

// The deployment of docs/run.md on one machine and without containers: a proxy with its file of deploy/, two replicas
// of the packed package, PostgreSQL and Redis.

// enough for both restarts under load; ROLLING_REQUESTS=10000 is the whole proof
const total = Number(process.env['ROLLING_REQUESTS'] ?? 1500)
const clients = 12

const installed = installPacked()
after(async () => (await installed).remove())

const options = { timeout: 1_800_000 }
test('two replicas behind nginx restart one after the other: no request fails', options, (t) =>
  restartUnderLoad(t, nginx),
)
test('two replicas behind Caddy restart one after the other: no request fails', options, (t) =>
  restartUnderLoad(t, caddy),
)

async function restartUnderLoad(t: TestContext, { program, start }: ProxyProgram): Promise<void> {
  assertInstalled([program, 'redis-server', 'pg_config', 'openssl'])
  const world = await startWorld(t)
  const replicas = await startReplicas(t, { world, installed: await installed })
  const ports = replicas.map(({ port }) => port)
  const proxy = await start(t, ports)
  const load: Load = { proxy, world, sent: 0, failures: [], isOver: false }
  const loading = Promise.all(Array.from({ length: clients }, (_, n) => sendAsClient(load, n)))
  let restarts = 0
  try {
    do {
      for (const replica of replicas) {
        const before = load.sent
        await replica.restart()
        assert.ok(load.sent > before)
        restarts += 1
      }
    } while (load.sent < total)
  } finally {
    load.isOver = true
    await loading
  }
  t.diagnostic(`${load.sent} requests, ${restarts} restarts`)
  if (load.failures.length > 0) t.diagnostic(proxy.readErrors())
  assert.deepEqual(load.failures, [])
  // Caddy may send a request over a connection that the killed process has left, and can't repeat it
  if (program === 'nginx') await killAfterRestart(load, replicas)
}

/** The other replica has just been down: the proxy must use it again at once. */
async function killAfterRestart(load: Load, [first, second]: Replica[]): Promise<void> {
  await first?.restart()
  await second?.kill()
  for (let person = 1; person <= 5; person += 1) await actAsPerson(load, agentAt(load, `127.99.0.${person}`))
  assert.deepEqual(load.failures, [], 'after kill -9')
}

/** A skipped test would prove nothing where the whole proof runs. */
function assertInstalled(programs: string[]): void {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
  assert.deepEqual(missing, [], 'install these programs')
}

interface Load {
  proxy: HttpsProxy
  world: World
  sent: number
  failures: string[]
  isOver: boolean
}

/** People who score a launch, enroll it, look at it and at the lists, until the load is over. */
async function sendAsClient(load: Load, client: number): Promise<void> {
  for (let person = 0; !load.isOver; person += 1) {
    // an address of this machine for each: they have rate limits of their own
    const localAddress = `127.${client + 1}.${person >> 8}.${(person & 255) + 1}`
    const agent = agentAt(load, localAddress)
    await actAsPerson(load, agent).catch((error: unknown) => load.failures.push(String(error)))
    agent.destroy()
  }
}

const agentAt = ({ proxy }: Load, localAddress: string): Agent =>
  new Agent({ keepAlive: true, localAddress, ca: proxy.certificate, servername: 'launch.example' })

async function actAsPerson(load: Load, agent: Agent): Promise<void> {
  const send = async (path: string, sent?: { body: object; key?: string }): Promise<string> => {
    load.sent += 1
    const { status, body } = await ask(load.proxy, agent, path, sent)
    const isGood = status === (sent ? 201 : 200)
    if (!isGood) load.failures.push(`${sent ? 'POST' : 'GET'} ${path}: ${status} ${body.slice(0, 200)}`)
    return body
  }
  const wallet = walletNo(load.sent + 1)
  const submission = { ...goodSubmission(load.world), name: `Sock ${load.sent}`, creatorAddress: wallet.address }
  const score = JSON.parse(await send('/v1/score', { body: submission, key: randomUUID() })) as { id: string }
  const query = `scoreRequestId=${score.id}&creatorAddress=${wallet.address}`
  const { message } = JSON.parse(await send(`/v1/enroll/message?${query}`)) as { message: string }
  const signature = await wallet.signMessage({ message })
  await send('/v1/enroll', { body: { scoreRequestId: score.id, creatorAddress: wallet.address, signature } })
  const paths = [
    `/v1/score/${score.id}`,
    `/v1/score/${score.id}/percentile`,
    `/v1/enrollment/${score.id}`,
    `/api/v1/creator/${wallet.address}`,
    `/score/${score.id}`,
    `/score/${score.id}/badge.svg`,
    '/api/v1/leaderboards',
    '/api/v1/launches',
  ]
  for (let round = 0; round < 6; round += 1) for (const path of paths) await send(path)
}

function ask(
  { port }: HttpsProxy,
  agent: Agent,
  path: string,
  sent?: { body: object; key?: string },
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const headers = {
    host: 'launch.example',
    ...(sent && { 'content-type': 'application/json' }),
    ...(sent?.key && { 'idempotency-key': sent.key }),
  }
  const method = sent ? 'POST' : 'GET'
  const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
  })
  outgoing.on('error', reject).end(sent && JSON.stringify(sent.body))
  return promise
}

interface Replica {
  port: number
  /** SIGTERM, and the same again when the process has ended; returns when it is ready. */
  restart: () => Promise<void>
  /** SIGKILL. */
  kill: () => Promise<void>
}

async function startReplicas(
  t: TestContext,
  { world, installed }: { world: World; installed: Installed },
): Promise<Replica[]> {
  const { url } = await startPostgres(t)
  const redisPort = await startRedis(t)
  const environment = {
    ...world.environment,
    PATH: process.env['PATH'],
    DATABASE_URL: url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    PUBLIC_URL: 'https://launch.example',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  return Promise.all([1, 2].map(() => startReplica(t, installed, environment)))
}

async function startReplica(t: TestContext, installed: Installed, environment: NodeJS.ProcessEnv): Promise<Replica> {
  const port = await freePort('127.0.0.1', 0)
  let child: ChildProcess
  const start = async () => {
    const dataFolder = makeFolder(t)
    const env = { ...environment, PORT: String(port), DATA_DIR: dataFolder }
    child = spawn(process.execPath, [installed.launchscore, 'start'], { cwd: dataFolder, env, stdio: 'ignore' })
    await until(() => isReady(port))
  }
  await start()
  t.after(() => child.kill('SIGKILL'))
  const restart = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    await start()
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { port, restart, kill }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

async function startRedis(t: TestContext): Promise<number> {
  const port = await freePort('127.0.0.1', 0)
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { cwd: makeFolder(t), stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  return port
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-rolling-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
