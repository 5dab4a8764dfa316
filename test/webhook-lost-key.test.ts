import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { startReplica } from './world/app.ts'
import { encryptionKey, requestAs, emit, minuteMs, secret, startWebhooks, zeroCounts } from './world/webhooks.ts'

/** As if it had been encrypted under a key that nobody has any more. */
const underLostKey = 'deadbeef.AAAA'

test('rotate-secret repairs a subscription whose encryption key is lost', async (t) => {
  const { app, deps, holder, subscribe, runDispatch, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  await deps.db.updateTable('webhook_subscriptions').set({ secret: underLostKey }).where('id', '=', id).execute()
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  const rotated = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret })
  assert.equal(rotated.status, 200)
  clock.move(minuteMs)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good'],
  )
})

test('webhooks rekey: a lost previous secret doesn’t keep the current one back', async (t) => {
  const { app, deps, holder, subscribe, runDispatch, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  await deps.db.updateTable('webhook_subscriptions').set({ secret: underLostKey }).where('id', '=', id).execute()
  await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret })
  const newKey = { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'), OUTBOUND_ALLOW: receiver.host }
  const both = { ...newKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey }
  const renewing = await startReplica(t, deps, { environment: both, clock })
  const rekey = async () => JSON.parse((await runCommand(renewing.deps, ['webhooks', 'rekey', '--json'])).stdout)
  assert.deepEqual(await rekey(), { resealed: 1, current: 0, unreadable: 0 })
  assert.deepEqual(await rekey(), { resealed: 0, current: 1, unreadable: 0 })
  const onlyNew = await startReplica(t, deps, { environment: newKey, clock })
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  clock.move(minuteMs)
  const run = { maxDeliveries: 10, maxMs: 60_000, signal: new AbortController().signal }
  assert.equal((await onlyNew.deps.deliveryWorker.dispatch(run)).delivered, 1)
})
