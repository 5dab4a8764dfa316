import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import { runCommand } from '../src/main/commands.ts'
import type { Tx } from '../src/database/db.ts'
import { endRotated } from '../src/keys/upkeep.ts'
import { until, untilLocked } from './world/waiting.ts'
import { emit, issueKey, minuteMs, requestAs, startWebhooks, zeroCounts, type Holder } from './world/webhooks.ts'

const never = new AbortController().signal

const hourMs = 60 * minuteMs
const limits = { maxDeliveries: 100, maxMs: 60_000, signal: new AbortController().signal }

const toPrefix = ({ authorization }: Holder) => authorization.slice('Bearer '.length, 'Bearer '.length + 17)

async function runKeys(deps: Deps, ...args: string[]) {
  const { status, stdout, stderr } = await runCommand(deps, ['keys', ...args, '--json'])
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

const toHolder = ({ key }: { key: string }): Holder => ({ authorization: `Bearer ${key}` })

const succeed = async (deps: Deps, holder: Holder): Promise<Holder> => {
  const issue = ['issue', '--tier', 'pro', '--label', 'Next', '--owner', 'ops', '--successor-of', toPrefix(holder)]
  return toHolder(await runKeys(deps, ...issue))
}

test('a revoked key without a successor: no delivery leaves, retries included (D63)', async (t) => {
  const { deps, subscribe, holder, runDispatch, receiver, clock } = await startWebhooks(t, { react: () => 302 })
  await subscribe()
  await emit(deps)
  await runDispatch()
  await emit(deps)
  await runKeys(deps, 'revoke', toPrefix(holder))
  clock.move(hourMs)
  await emit(deps)
  assert.deepEqual([await runDispatch(), receiver.arrived.length], [zeroCounts, 1])
  assert.equal(await deps.deliveryWorker.untilDueMs(), Infinity)
})

test('POST …/recover and …/retry: 409 after the key was revoked (D63)', async (t) => {
  const world = await startWebhooks(t, { react: () => 404 })
  const { deps, subscribe, holder, runDispatch, receiver, clock } = world
  const id = await subscribe()
  const since = clock.now().toISOString()
  await emit(deps)
  await runDispatch()
  await runKeys(deps, 'revoke', toPrefix(holder))
  await emit(deps)
  const ask = requestAs(world, await succeed(deps, holder))
  const [failed] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  for (const [path, payload] of [['/recover', { since }], [`/deliveries/${failed.id}/retry`]] as const) {
    const { status, body } = await ask('POST', `/v1/webhooks/${id}${path}`, payload)
    assert.deepEqual([status, body.error.code], [409, 'conflict'], path)
    assert.match(body.error.message, /Resume it first/)
  }
  assert.deepEqual([await runDispatch(), receiver.arrived.length], [zeroCounts, 1])
  assert.equal(await deps.db.selectFrom('deliveries').select('id').executeTakeFirst(), undefined)
})

test('a key of the lineage resumes and recovers what a revoked key missed (D63)', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, holder, runDispatch, receiver, clock } = world
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  const since = clock.now().toISOString()
  await runKeys(deps, 'revoke', toPrefix(holder))
  clock.move(48 * hourMs)
  for (let n = 0; n < 3; n++) await emit(deps)
  const ask = requestAs(world, await succeed(deps, holder))
  const { active, disabledReason } = (await ask('GET', `/v1/webhooks/${id}`)).body
  assert.deepEqual([active, disabledReason], [false, 'key_revoked'])
  assert.deepEqual(await runDispatch(), zeroCounts, 'a new key alone resumes nothing')
  assert.equal((await ask('POST', `/v1/webhooks/${id}/resume`)).body.active, true)
  assert.deepEqual((await ask('POST', `/v1/webhooks/${id}/recover`, { since })).body, {
    recovered: 3,
    isComplete: true,
  })
  assert.equal((await runDispatch()).delivered, 3)
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 4)
})

test('keys rotate --grace 0: the successor keeps the subscriptions active (D63)', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, holder, runDispatch } = world
  const id = await subscribe()
  const { key } = await runKeys(deps, 'rotate', toPrefix(holder), '--grace', '0')
  const { status, body } = await requestAs(world, { authorization: `Bearer ${key}` })('GET', `/v1/webhooks/${id}`)
  assert.deepEqual([status, body.active, body.disabledReason], [200, true, null])
  await emit(deps)
  assert.equal((await runDispatch()).delivered, 1)
})

test('a rotated key stops nothing; the end of the last key does (D63)', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, holder, runDispatch, clock } = world
  await subscribe()
  const rotated = await runKeys(deps, 'rotate', toPrefix(holder), '--grace', '2')
  const sends = async () => {
    await emit(deps)
    return (await runDispatch()).delivered === 1
  }
  await runKeys(deps, 'revoke', rotated.prefix)
  assert.equal(await sends(), true, 'the old key lasts two hours')
  clock.move(2 * hourMs)
  await endRotated(deps, never)
  assert.equal(await sends(), false)
})

test('two keys of a lineage that are revoked at once stop its subscriptions', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, holder, runDispatch } = world
  await subscribe()
  const rotated = await runKeys(deps, 'rotate', toPrefix(holder))
  await Promise.all([rotated.prefix, toPrefix(holder)].map((prefix) => runKeys(deps, 'revoke', prefix)))
  await emit(deps)
  assert.deepEqual(await runDispatch(), zeroCounts)
})

test('the subscriptions of other keys go on when a key is revoked', async (t) => {
  const { deps, subscribe, holder, runDispatch, receiver } = await startWebhooks(t)
  await subscribe({ endpoint: `${receiver.url}/mine` })
  await subscribe({ endpoint: `${receiver.url}/theirs` }, await issueKey(deps))
  await runKeys(deps, 'revoke', toPrefix(holder))
  await emit(deps)
  await runDispatch()
  assert.deepEqual(
    receiver.arrived.map(({ path }) => path),
    ['/theirs'],
  )
})

test('a subscription made while its key is revoked is refused or stopped', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, runDispatch } = world
  for (let n = 0; n < 5; n++) {
    const holder = await issueKey(deps)
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => subscribe({}, holder)),
      runKeys(deps, 'revoke', toPrefix(holder)),
    ])
  }
  await emit(deps)
  assert.deepEqual(await runDispatch(), zeroCounts)
})

const lock = (tx: Tx, id: string) =>
  sql`select from webhook_subscriptions where id = ${id} for no key update`.execute(tx)

test('a revocation locks subscriptions in the order of their ids', async (t) => {
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing deadlocks')
  const { deps, subscribe, holder } = await startWebhooks(t)
  const [first = '', second = ''] = [await subscribe(), await subscribe()].sort()
  const update = deps.db
    .updateTable('webhook_subscriptions')
    .set({ description: 'moved behind the second in the table' })
  await update.where('id', '=', first).execute()
  await sql`analyze webhook_subscriptions`.execute(deps.db) // a small table is then read without an index
  const { revoking } = await deps.db.transaction().execute(async (tx) => {
    await lock(tx, first)
    const revoking = runKeys(deps, 'revoke', toPrefix(holder))
    await untilLocked(deps.db)
    await lock(tx, second)
    return { revoking }
  })
  await revoking
  const { rows } = await sql`select from webhook_subscriptions where active`.execute(deps.db)
  assert.equal(rows.length, 0)
})

test('end-rotated-keys: a key whose subscription is locked delays no key before it', async (t) => {
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing waits')
  const { deps, subscribe, holder, clock } = await startWebhooks(t)
  const next = await issueKey(deps)
  const [first, second] = [await subscribe(), await subscribe({}, next)]
  for (const [index, one] of [holder, next].entries()) {
    const rotated = await runKeys(deps, 'rotate', toPrefix(one), '--grace', `${index + 1}`)
    await runKeys(deps, 'revoke', rotated.prefix)
  }
  clock.move(3 * hourMs)
  const isActive = async (id: string) =>
    (await deps.db.selectFrom('webhook_subscriptions').select('active').where('id', '=', id).executeTakeFirst())?.active
  const { ending } = await deps.db.transaction().execute(async (tx) => {
    await lock(tx, second)
    const ending = endRotated(deps, never)
    await untilLocked(deps.db)
    assert.equal(await isActive(first), false)
    return { ending }
  })
  await ending
  assert.equal(await isActive(second), false)
})

test('deliveries that wait in a worker when the key is revoked are not sent', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, subscribe, holder, receiver } = await startWebhooks(t, { react: () => released })
  await subscribe()
  for (let n = 0; n < 12; n++) await emit(deps)
  const dispatching = deps.deliveryWorker.dispatch(limits)
  await receiver.until(2) // as many as a new subscription may have in flight
  await until(async () => {
    const { rows } = await sql`select from deliveries where claim is not null`.execute(deps.db)
    return rows.length === 8 // and six that wait: four are not claimed
  })
  await runKeys(deps, 'revoke', toPrefix(holder))
  await new Promise((resolve) => setTimeout(resolve, 1100)) // by then every replica knows, with notifications or without
  release(200)
  const { delivered, deferred } = await dispatching
  assert.deepEqual([delivered, deferred, receiver.arrived.length], [2, 6, 2])
})
