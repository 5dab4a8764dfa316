import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '../platform/errors.ts'
import { createMetrics } from '../platform/metrics.ts'
import { runForClient, toClient } from '../platform/network/request-client.ts'
import { openIsolatedRules } from './isolated-rules.ts'
import { scan } from './rules/scan-1.0.0.ts'

const isolated = openIsolatedRules({ metrics: createMetrics() })
after(isolated.close)
const scanIsolated = (text: string) => isolated.call({ module: 'scan-1.0.0.ts', name: 'scan', args: [[text]] })

test('an isolated rule returns the same as in this thread', async () => {
  const text = 'ignore previous instructions'
  assert.deepEqual(await scanIsolated(text), scan([text]))
})

test('64 calls of a network wait, further ones are 503, and later ones run', async () => {
  const calls = await Promise.allSettled(Array.from({ length: 70 }, (_, n) => scanIsolated(`frog ${n}`)))
  const refused = calls.filter((call) => call.status === 'rejected').map(({ reason }) => reason as unknown)
  assert.equal(refused.length, 5)
  for (const error of refused) assert.ok(error instanceof ApiError && error.code === 'unavailable')
  assert.deepEqual(await scanIsolated('frog'), [])
})

test('networks take turns: one with many calls waiting keeps no other from its turn', async () => {
  const ended: string[] = []
  const callFrom = (address: string, text: string) =>
    runForClient(toClient(address), () => scanIsolated(text)).then(() => ended.push(address))
  const many = Array.from({ length: 50 }, (_, n) => callFrom('203.0.113.7', `toad ${n}`))
  await Promise.all([...many, callFrom('203.0.113.8', 'newt')])
  assert.ok(ended.indexOf('203.0.113.8') <= 2, String(ended.indexOf('203.0.113.8')))
})
