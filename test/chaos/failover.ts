import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshAddress } from '../world/fresh-address.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { type PostgresServer, promote, startPostgres } from '../servers/postgres.ts'
import { startLogged } from '../servers/processes.ts'
import { openTcpProxy } from '../servers/proxies.ts'
import { encryptionKey } from '../world/webhooks.ts'
import { until } from '../world/waiting.ts'

const writers = 6
const maxOutageMs = 10_000

/** The scores that writers asked for: the id of each that was acknowledged, by its Idempotency-Key. */
type Acknowledged = Map<string, string>

test(
  'a standby is promoted under load after a kill: no acknowledged score is lost',
  { timeout: 240_000 },
  async (t) => {
    const world = await startWorld(t)
    const primary = await startPostgres(t, { settings: [`synchronous_standby_names = 'FIRST 1 (standby)'`] })
    // it must not wait for a standby of its own once it is the primary
    const settings = [`synchronous_standby_names = ''`]
    const standby = await startPostgres(t, { primary: { server: primary, name: 'standby' }, settings })
    await untilSynchronous(primary)
    const address = await openTcpProxy(t, primary.url)
    const environment = { DATABASE_URL: address.url, ENCRYPTION_KEY: encryptionKey, TRUST_PROXY: '127.0.0.1' }
    const service = await startLogged(t, { ...world.environment, ...environment })
    const acknowledged: Acknowledged = new Map()
    const over = new AbortController()
    const body = goodSubmission(world)
    const writing = Promise.all(
      Array.from({ length: writers }, () => writeUntil(over.signal, { url: service.url, body, acknowledged })),
    )

    await until(() => acknowledged.size >= 40)
    await primary.kill()
    const [atKill, killedAt] = [acknowledged.size, performance.now()]
    await promote(standby)
    address.moveTo(standby.url)
    // each writer may have had one response on its way
    await until(() => acknowledged.size > atKill + writers)
    const outageMs = performance.now() - killedAt
    await until(() => acknowledged.size >= atKill + 40)
    over.abort()
    await writing

    const stored = await listStored(standby)
    const lost = [...acknowledged.values()].filter((id) => !stored.some((one) => one.id === id))
    assert.deepEqual(lost, [])
    assert.equal(stored.filter(({ hasEvent }) => !hasEvent).length, 0)
    const doubled = stored.length - new Set(stored.map(({ name }) => name)).size
    assert.equal(doubled, 0)
    assert.equal(service.process.exitCode, null)
    assert.equal((await fetch(`${service.url}/ready`)).status, 200)
    assert.ok(outageMs < maxOutageMs, `scores were stored again ${Math.round(outageMs)} ms after the kill`)
    t.diagnostic(JSON.stringify({ outageMs: Math.round(outageMs), atKill, acknowledged: acknowledged.size }))
  },
)

interface Load {
  url: string
  body: object
  acknowledged: Acknowledged
}

/** Scores launches of its own, each until it is acknowledged, as clients should. */
async function writeUntil(signal: AbortSignal, { url, body, acknowledged }: Load): Promise<void> {
  while (!signal.aborted) {
    const key = randomUUID()
    const submission = JSON.stringify({ ...body, name: `Sock ${key.slice(0, 8)}` })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': freshAddress() }
    while (!acknowledged.has(key) && !signal.aborted) {
      const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body: submission }).catch(() => null)
      const answer = response && ((await response.json()) as { id: string })
      if (response?.status === 201 && answer) acknowledged.set(key, answer.id)
      else await pause(50)
    }
  }
}

async function untilSynchronous(primary: PostgresServer): Promise<void> {
  await until(async () => {
    const rows = await primary.query<{ state: string }>('select sync_state as state from pg_stat_replication')
    return rows.some(({ state }) => state === 'sync')
  })
}

interface Stored {
  id: string
  name: string
  hasEvent: boolean
}

const listStored = (server: PostgresServer) =>
  server.query<Stored>(
    `select scores.id, submissions.name,
       exists (select from outbox where event = 'score.created' and position(scores.id::text in body) > 0) as "hasEvent"
     from scores join submissions on submissions.id = scores.submission_id`,
  )
