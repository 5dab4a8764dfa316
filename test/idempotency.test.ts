import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deps } from '../src/deps.ts'
import { issueKey, rotateKey } from '../src/keys/key-commands.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'
import { until } from './world/waiting.ts'

const key = (value: string) => ({ 'idempotency-key': value })
/** Waits until the first request has claimed its key. */
async function untilClaimed({ db }: Deps): Promise<void> {
  await until(async () => (await db.selectFrom('idempotency_keys').select('key').execute()).length > 0)
}

async function readClaimEnd({ db }: Deps): Promise<number> {
  const row = await db.selectFrom('idempotency_keys').select('claimed_until').executeTakeFirstOrThrow()
  return row.claimed_until?.getTime() ?? 0
}

const here = '192.0.2.1'
const there = '192.0.2.2'

test('the same key and body returns the first record', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const first = await score({}, key('order-1'), here)
  const second = await score({}, key('order-1'), here)
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.deepEqual(second.body, first.body)
  assert.equal((await deps.db.selectFrom('scores').select('id').execute()).length, 1)
  assert.equal((await score({}, key('order-2'), here)).status, 201)
})

test('the same key with another body is 409; the order of fields is irrelevant', async (t) => {
  const world = await startWorld(t)
  const { app, score, submission } = await startApp(t, { world })
  await score({}, key('order-1'), here)
  const { status, body } = await score({ name: 'Right Sock' }, key('order-1'), here)
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  const payload = Object.fromEntries(Object.entries(submission()).toReversed())
  assert.equal(
    (await ask(app, { method: 'POST', url: '/v1/score', payload, headers: key('order-1'), remoteAddress: here }))
      .status,
    200,
  )
})

test('the same key of another network makes another record', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const mine = await score({}, key('order-1'), here)
  const same = await score({}, key('order-1'), there)
  assert.deepEqual([same.status, same.headers['idempotent-replayed']], [201, undefined])
  assert.notEqual(same.body.id, mine.body.id)
  assert.equal((await score({ name: 'Right Sock' }, key('order-1'), '192.0.2.3')).status, 201)
  assert.equal((await score({}, key('order-1'), here)).body.id, mine.body.id)
  const scopes = await deps.db.selectFrom('idempotency_keys').select('scope').execute()
  assert.ok(scopes.every(({ scope }) => !scope.includes('192.0.2')))
})

test('API keys have separate Idempotency-Keys; a rotated key shares its predecessor’s', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const request = { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' } as const
  const [mine, other] = [await issueKey(deps, request), await issueKey(deps, request)]
  const successor = await rotateKey(deps, { prefix: mine.prefix, graceHours: 1, actor: 'test' })
  const from = ({ key: bearer }: { key: string }) =>
    score({}, { ...key('order-1'), authorization: `Bearer ${bearer}` }, here)
  const first = await from(mine)
  assert.equal(first.status, 201)
  assert.deepEqual([(await from(other)).status, (await score({}, key('order-1'), here)).status], [201, 201])
  const again = await from(successor)
  assert.deepEqual([again.status, again.body.id], [200, first.body.id])
})

test('the addresses of one IPv6 network share their keys', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  const first = await score({}, key('order-1'), '2001:db8:1:2::1')
  assert.equal((await score({}, key('order-1'), '2001:db8:1:2:ffff::9')).body.id, first.body.id)
  assert.equal((await score({}, key('order-1'), '2001:db8:1:3::1')).status, 201)
})

test('query parameters make no difference to an Idempotency-Key', async (t) => {
  const world = await startWorld(t)
  const { app, score, submission } = await startApp(t, { world })
  const first = await score({}, key('order-1'), here)
  const request = { method: 'POST', payload: submission(), headers: key('order-1'), remoteAddress: here } as const
  const again = await ask(app, { ...request, url: '/v1/score?utm_source=bot' })
  assert.deepEqual([again.status, again.body.id], [200, first.body.id])
})

test('a key belongs to its operation and, for a re-score, to the score replayed', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: first } = await score({}, key('order-1'), here)
  const { body: other } = await score({ name: 'Right Sock' })
  const rescore = (id: string) =>
    ask(app, { method: 'POST', url: `/v1/score/${id}/rescore`, headers: key('order-1'), remoteAddress: here })
  const replayed = await rescore(first.id)
  assert.equal(replayed.status, 201)
  assert.deepEqual((await rescore(first.id)).body, replayed.body)
  assert.deepEqual((await rescore(first.id.toUpperCase())).body, replayed.body)
  assert.equal((await rescore(other.id)).status, 409)
})

test('12 concurrent requests with one key on two replicas make one record', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 50 } })
  const one = await startApp(t, { world })
  const second = await startReplica(t, one.deps, { world })
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask(n % 2 ? one.app : second.app, {
        method: 'POST',
        url: '/v1/score',
        payload: one.submission(),
        headers: key('order-1'),
        remoteAddress: here,
      }),
    ),
  )
  assert.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [...Array.from({ length: 11 }, () => 200), 201],
  )
  assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
  assert.equal((await one.deps.db.selectFrom('scores').select('id').execute()).length, 1)
})

test('a failed scoring frees the key', async (t) => {
  let isDown = true
  const world = await startWorld(t, { txlist: { findFault: () => (isDown ? 'bad address' : undefined) } })
  const clock = { now: () => new Date('2026-11-21T00:00:00Z') } // stands still: no claim runs out
  const { score } = await startApp(t, { world, clock })
  assert.equal((await score({}, key('order-1'), here)).status, 502)
  isDown = false
  assert.equal((await score({}, key('order-1'), here)).status, 201)
})

test('an expired claim is taken over, and the first holder writes no second record', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 200 } })
  let now = Date.parse('2026-11-21T00:00:00Z')
  const { deps, score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  const slow = score({}, key('order-1'), here)
  await untilClaimed(deps)
  now += deps.config.keyLeaseMs + 1
  const late = score({}, key('order-1'), here)
  const responses = await Promise.all([slow, late])
  assert.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 201],
  )
  assert.equal((await deps.db.selectFrom('scores').select('id').execute()).length, 1)
})

test('a scoring longer than the lease keeps the key', async (t) => {
  const held = Promise.withResolvers<void>()
  const world = await startWorld(t, { model: { judge: (request) => held.promise.then(() => verdict(request)) } })
  let now = Date.parse('2026-11-21T00:00:00Z')
  const options = { world, clock: { now: () => new Date(now) }, config: { keyLeaseMs: 600 } }
  const first = await startApp(t, options)
  const second = await startReplica(t, first.deps, options)
  const slow = first.score({}, key('order-1'), here)
  await untilClaimed(first.deps)
  const waiting = second.score({}, key('order-1'), here)
  for (let step = 0; step < 6; step += 1) {
    now += 300
    await until(async () => (await readClaimEnd(first.deps)) > now + 300) // it is renewed
  }
  held.resolve()
  const [one, two] = await Promise.all([slow, waiting])
  assert.deepEqual([one.status, two.status], [201, 200])
  assert.equal(world.images.requests.length, 1)
})

test('waiting past the deadline for the first request is 409, not 502', async (t) => {
  const held = Promise.withResolvers<void>()
  const world = await startWorld(t, { model: { judge: (request) => held.promise.then(() => verdict(request)) } })
  const first = await startApp(t, { world })
  const second = await startReplica(t, first.deps, { world, config: { scoreDeadlineMs: 3000 } })
  const slow = first.score({}, key('order-1'), here)
  await untilClaimed(first.deps)
  const { status, body, headers } = await second.score({}, key('order-1'), here)
  assert.deepEqual([status, body.error.code, headers['retry-after']], [409, 'conflict', '5'])
  assert.match(body.error.message, /still running/)
  held.resolve()
  assert.equal((await slow).status, 201)
})

test('a key expires after 24 hours', async (t) => {
  const world = await startWorld(t)
  let now = Date.parse('2026-11-21T00:00:00Z')
  const { score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  const first = await score({}, key('order-1'), here)
  now += 24 * 3600 * 1000 - 1
  assert.equal((await score({}, key('order-1'), here)).body.id, first.body.id)
  now += 1
  const later = await score({ name: 'Right Sock' }, key('order-1'), here)
  assert.equal(later.status, 201)
})

test('an empty, too long or non-ASCII key is 400 and names the header', async (t) => {
  const { score } = await startApp(t)
  for (const value of ['', 'x'.repeat(256), 'two words', 'käy']) {
    const { status, body } = await score({}, key(value))
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, 'idempotency-key')
  }
})
