import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestAs, emit, minuteMs, secret, startWebhooks, zeroCounts } from './webhook-world.ts'

/** As if it had been encrypted under a key that nobody has any more. */
const underLostKey = 'deadbeef.AAAA'

test('rotate-secret repairs a subscription whose encryption key is lost', async (t) => {
  const { app, deps, holder, subscribe, runDispatch, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  await deps.db.updateTable('webhook_subscriptions').set({ secret: underLostKey }).where('id', '=', id).execute()
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, deferred: 1 })
  const rotated = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret })
  assert.equal(rotated.status, 200)
  clock.move(minuteMs)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good'],
  )
})
