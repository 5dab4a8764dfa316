import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, after, before, test } from 'node:test'
import { migrate } from '../../src/database/migrate.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { freshAddress } from '../world/fresh-address.ts'
import { type PostgresServer, promote, startPostgres } from '../servers/postgres.ts'
import { runCli, startLogged } from '../servers/processes.ts'
import { openTcpProxy } from '../servers/proxies.ts'
import { migrationsFolder, openServer } from '../world/database.ts'
import { until } from '../world/waiting.ts'

// These tests share one primary and its first standby, gone after the last of them.
const cleanups: (() => unknown)[] = []
const file = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) }
let primary: PostgresServer
let standby: PostgresServer

before(async () => {
  primary = await startPostgres(file)
  const database = openServer(primary.url)
  await migrate(database.migrations, migrationsFolder)
  await database.close()
  standby = await startPostgres(file, { primary: { server: primary, name: 'standby' } })
})
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

interface Port {
  port: number | string
}

const hostOf = ({ port }: Port) => `127.0.0.1:${port}`
const urlOf = (...servers: Port[]) => `postgres://postgres@${servers.map(hostOf).join(',')}/postgres`

/** A server that takes connections and says nothing. */
async function openSilent(t: TestContext): Promise<Port> {
  const server = createServer((socket) => t.after(() => void socket.destroy()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => void server.close())
  return { port: (server.address() as AddressInfo).port }
}

async function startOn(t: TestContext, environment: Record<string, string>) {
  const world = await startWorld(t)
  const service = await startLogged(t, { ...world.environment, TRUST_PROXY: '127.0.0.1', ...environment })
  const score = async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() }
    const body = JSON.stringify(goodSubmission(world))
    const response = await fetch(`${service.url}/v1/score`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  const messages = () => service.lines.map(({ msg }) => msg)
  const chosen = () => service.lines.flatMap(({ server }) => (server === undefined ? [] : [server]))
  return { ...service, score, messages, chosen }
}

test('the primary is found behind a standby and a silent server, for LISTEN too', async (t) => {
  const url = urlOf(await openSilent(t), standby, primary)
  const { score, chosen, messages } = await startOn(t, { DATABASE_URL: url })
  assert.equal(await score(), 201)
  assert.deepEqual(chosen(), [hostOf(primary)])
  await until(() => messages().includes('listening for changes of other processes'))
})

test('commands find the primary among the hosts of DATABASE_URL', async () => {
  const { status, stdout } = await runCli(['migrate'], { DATABASE_URL: urlOf(standby, primary) })
  assert.deepEqual([status, stdout], [0, 'up to date\n'])
})

test('a command says of each server why it is not used', async () => {
  const url = `${urlOf(standby, { port: 1 })}?target_session_attrs=primary`
  const { status, stderr } = await runCli(['migrate'], { DATABASE_URL: url })
  assert.equal(status, 1)
  const reasons = `${hostOf(standby)} is not primary; 127.0.0.1:1 connect ECONNREFUSED 127.0.0.1:1`
  assert.equal(stderr.trimEnd().slice(-reasons.length), reasons)
})

test('of several replicas one that is promoted is left for another', async (t) => {
  const other = await startPostgres(t, { primary: { server: primary, name: 'other' } })
  const parting = await startPostgres(t, { primary: { server: primary, name: 'parting' } })
  // alone at first, so that it is the one in use
  await other.kill()
  const environment = { DATABASE_URL: primary.url, DATABASE_READ_URL: urlOf(parting, other) }
  const service = await startOn(t, environment)
  const isInUse = async () => {
    await fetch(`${service.url}/api/v1/leaderboards`, { headers: { 'x-forwarded-for': freshAddress() } })
    const metrics = await fetch(`${service.url}/metrics`)
    return /^launchscore_replica_in_use 1$/m.test(await metrics.text())
  }
  await until(isInUse)
  await promote(parting)
  await until(async () => !(await isInUse()))
  await other.start()
  await until(isInUse)
  const sessions = `select from pg_stat_activity where application_name = 'launchscore replica'`
  await until(async () => (await parting.query(sessions)).length === 0)
  assert.notEqual((await other.query(sessions)).length, 0)
})

// Last: from here on there is no primary but the promoted one.
test('a primary that falls silent is left for the promoted standby within 10 s', async (t) => {
  const proxy = await openTcpProxy(t, primary.url)
  const url = `${urlOf(new URL(proxy.url), standby)}?target_session_attrs=read-write`
  const service = await startOn(t, { DATABASE_URL: url })
  assert.equal(await service.score(), 201)
  const over = new AbortController()
  let scored = 0
  const scoring = Promise.all(
    Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) scored += Number((await service.score()) === 201)
    }),
  )
  await until(() => scored > 20)
  proxy.stall()
  await promote(standby)
  const promotedAt = performance.now()
  await until(() => service.chosen().length === 2)
  const atChoice = scored
  // each writer may have had one response on its way
  await until(() => scored > atChoice + 6)
  const outageMs = performance.now() - promotedAt
  over.abort()
  await scoring
  assert.deepEqual(service.chosen(), [new URL(proxy.url).host, hostOf(standby)])
  assert.ok(outageMs < 10_000, `scores were stored again after ${Math.round(outageMs)} ms`)
  t.diagnostic(`scores were stored again after ${Math.round(outageMs)} ms`)
})
