import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshAddress } from '../world/fresh-address.ts'
import { runCli, startService } from '../servers/processes.ts'
import { findValue } from '../world/requests.ts'
import { seedFollowed } from '../world/seed.ts'
import { openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'

const server = process.env.TEST_DATABASE_URL
const options = { skip: server === undefined && 'needs TEST_DATABASE_URL' }
const hourMs = 3_600_000
const aheadMs = 8 * 24 * hourMs

async function keys(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const { status, stdout, stderr } = await runCli(['keys', ...args, '--json'], environment)
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as { prefix: string; key: string }
}

async function get(url: string, path: string, key?: string) {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(url + path, { headers: { 'x-forwarded-for': freshAddress(), ...authorization } })
  return { status: response.status, body: (await response.json()) as { days?: { day: string }[] } }
}

async function untilJobsRan(url: string): Promise<void> {
  const names = ['seal-record-days', 'decide-outcomes', 'end-rotated-keys']
  await until(async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const succeededAt = (name: string) =>
      findValue(text, 'launchscore_job_last_success_timestamp_seconds', { job_name: name })
    return names.every((name) => (succeededAt(name) ?? 0) > 0)
  })
}

test('jobs of a replica whose clock is eight days ahead end nothing early', options, async (t) => {
  const { db, url: databaseUrl, close } = await openTestDb(server)
  t.after(close)
  const environment = {
    DATABASE_URL: databaseUrl ?? '',
    TRUST_PROXY: '127.0.0.1',
    MARKET_DATA_URL: 'http://127.0.0.1:9',
    CHAIN_ID: '8453',
  }
  const first = await keys(environment, 'issue', '--tier', 'pro', '--label', 'Acme', '--owner', 'ops')
  await keys(environment, 'rotate', first.prefix)
  const observations = [{ t: 1, state: 'seen' as const, depth: 30_000, buys: 1, sells: 1 }]
  await seedFollowed(db, { observations, tradingSince: new Date(Date.now() - 3 * hourMs) })
  const wrong = { ...environment, CLOCK_OFF_MS: String(aheadMs) }
  const { url: wrongUrl } = await startService(t, wrong, 'test/servers/chaos-service.ts')
  await untilJobsRan(wrongUrl)
  const { url } = await startService(t, environment)
  assert.equal((await get(url, '/api/v1/graduates', first.key)).status, 200)
  const { days = [] } = (await get(url, '/api/v1/track-record/days')).body
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(
    days.filter(({ day }) => day >= today),
    [],
  )
  assert.deepEqual(await db.selectFrom('outcomes').selectAll().execute(), [])
})
