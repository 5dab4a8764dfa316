import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { assertWhole } from '../servers/chaos-load.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { openOutlastingDb } from '../world/database.ts'
import { type ServiceProcess, startService } from '../servers/processes.ts'

test('kill -9 during scorings: no acknowledged score is lost or half-written', async (t) => {
  const world = await startWorld(t)
  const store = await openOutlastingDb(t)
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const service = await startService(t, { ...world.environment, ...store.environment, LOG_LEVEL: 'info' })
    await scoreUntilKilled(service, { round, acknowledged, submission: goodSubmission(world) })
  }
  await store.use((db) => assertWhole(db, { acknowledged }))
})

test('kill -9 of the holder of an Idempotency-Key: the same request makes the record', async (t) => {
  const called = Promise.withResolvers<void>()
  let isHanging = true
  const findFault = () => {
    called.resolve()
    return isHanging ? ('hang' as const) : undefined
  }
  const world = await startWorld(t, { model: { findFault } })
  const store = await openOutlastingDb(t)
  const environment = { ...world.environment, ...store.environment }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'order-1' }
  const request = { method: 'POST', headers, body: JSON.stringify(goodSubmission(world)) }
  const first = await startService(t, environment)
  const cut = assert.rejects(fetch(`${first.url}/v1/score`, request))
  await called.promise
  first.process.kill('SIGKILL')
  await cut
  isHanging = false
  const second = await startService(t, environment)
  assert.equal((await fetch(`${second.url}/v1/score`, request)).status, 201)
  assert.equal((await fetch(`${second.url}/v1/score`, request)).status, 200)
})

/** Keeps eight scorings in flight and kills the service once a round's share of them is acknowledged. */
async function scoreUntilKilled(
  service: ServiceProcess,
  { round, acknowledged, submission }: { round: number; acknowledged: string[]; submission: object },
): Promise<void> {
  const before = acknowledged.length
  const client = async (n: number) => {
    for (let count = 0; ; count++) {
      const body = JSON.stringify({ ...submission, description: `pitch ${round}.${n}.${count}` })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${service.url}/v1/score`, { method: 'POST', headers, body })
      if (response.status === 201) acknowledged.push(((await response.json()) as { id: string }).id)
      if (acknowledged.length >= before + 20) service.process.kill('SIGKILL')
    }
  }
  const clients = Promise.allSettled(Array.from({ length: 8 }, (_, n) => client(n)))
  await once(service.process, 'exit')
  await clients
}
