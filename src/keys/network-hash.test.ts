import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/world/app.ts'
import { createNetworkHash } from './limited-callers.ts'

const ip = '203.0.113.7'

test('network hash: equal on all replicas, different in each deployment', async (t) => {
  const { deps } = await startApp(t)
  const [one, other] = await Promise.all([createNetworkHash(deps)(ip), createNetworkHash(deps)(ip)])
  assert.deepEqual(one, other)
  assert.match(one.network, /^[0-9a-f]{32}$/)
  await deps.db.deleteFrom('network_key').execute()
  const elsewhere = await createNetworkHash(deps)(ip)
  assert.notEqual(elsewhere.network, one.network)
})
