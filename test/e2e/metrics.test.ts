import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOwnService } from '../servers/processes.ts'
import { findValue, readMetrics } from '../world/requests.ts'
import { until } from '../world/waiting.ts'

const hasRun = (text: string) =>
  (findValue(text, 'launchscore_job_duration_seconds_count', { job_name: 'roll-up-counts' }) ?? 0) > 0

test('GET /metrics: connections, statements and runs of jobs of a running service', async (t) => {
  const { url } = await startOwnService(t, { DISPATCH_INTERVAL_SECONDS: '1' })
  assert.equal((await fetch(`${url}/v1/score/${crypto.randomUUID()}`)).status, 404)
  const read = async () => (await fetch(`${url}/metrics`)).text()
  await until(async () => hasRun(await read()))
  const body = await read()
  const [busy = -1, idle = -1] = ['busy', 'idle'].map((state) =>
    findValue(body, 'launchscore_database_connections', { pool: 'main', state }),
  )
  const max = findValue(body, 'launchscore_database_connections_max', { pool: 'main' }) ?? 0
  assert.ok(busy >= 0 && idle >= 0 && busy + idle >= 1 && busy + idle <= max, JSON.stringify({ busy, idle, max }))
  assert.ok((findValue(body, 'launchscore_database_connections_waiting', { pool: 'main' }) ?? -1) >= 0)
  const counts = readMetrics(body).filter(({ name }) => name === 'launchscore_database_query_duration_seconds_count')
  assert.deepEqual(new Set(counts.map(({ labels }) => labels['pool'])), new Set(['main', 'reads']))
  assert.ok(counts.some(({ labels, value }) => labels['operation'] === 'select' && value > 0))
  if (process.env.TEST_DATABASE_URL) assert.ok(findValue(body, 'launchscore_listener_connected') !== undefined)
})
