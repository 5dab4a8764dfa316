import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, startApp, startReplica, startWorld } from './harness.ts'

const key = (value: string) => ({ 'idempotency-key': value })

test('the same key and body answers the first record again', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const first = await score({}, key('order-1'))
  const second = await score({}, key('order-1'))
  assert.deepEqual([first.status, second.status], [201, 200])
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.deepEqual(second.body, first.body)
  assert.equal((await deps.db.selectFrom('scores').select('id').execute()).length, 1)
  assert.equal((await score({}, key('order-2'))).status, 201)
})

test('the same key with another body is 409, and the order of fields makes no other body', async (t) => {
  const world = await startWorld(t)
  const { app, score, submission } = await startApp(t, { world })
  await score({}, key('order-1'))
  const { status, body } = await score({ name: 'Right Sock' }, key('order-1'))
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  const payload = Object.fromEntries(Object.entries(submission()).toReversed())
  assert.equal((await ask(app, { method: 'POST', url: '/v1/score', payload, headers: key('order-1') })).status, 200)
})

test('a key belongs to its operation and, for a re-score, to the score replayed', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: first } = await score({}, key('order-1'))
  const { body: other } = await score({ name: 'Right Sock' })
  const rescore = (id: string) => ask(app, { method: 'POST', url: `/v1/score/${id}/rescore`, headers: key('order-1') })
  const replayed = await rescore(first.id)
  assert.equal(replayed.status, 201)
  assert.deepEqual((await rescore(first.id)).body, replayed.body)
  assert.equal((await rescore(other.id)).status, 409)
})

test('many at once with one key, on two replicas, make one record', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 50 } })
  const one = await startApp(t, { world })
  const second = await startReplica(t, one.deps, { world })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      ask(n % 2 ? one.app : second.app, {
        method: 'POST',
        url: '/v1/score',
        payload: one.submission(),
        headers: key('order-1'),
      }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [...Array.from({ length: 11 }, () => 200), 201],
  )
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await one.deps.db.selectFrom('scores').select('id').execute()).length, 1)
})

test('a scoring that failed leaves the key free', async (t) => {
  let isDown = true
  const world = await startWorld(t, { txlist: { faultOf: () => (isDown ? 'bad address' : undefined) } })
  const { score } = await startApp(t, { world })
  assert.equal((await score({}, key('order-1'))).status, 502)
  isDown = false
  assert.equal((await score({}, key('order-1'))).status, 201)
})

test('the claim of a process that died runs out, and a late comer can not write a second record', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 200 } })
  let now = Date.parse('2026-11-21T00:00:00Z')
  const { deps, score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  const slow = score({}, key('order-1'))
  while ((await deps.db.selectFrom('idempotency_keys').select('key').execute()).length === 0);
  now += deps.config.keyLeaseMs + 1
  const late = score({}, key('order-1'))
  const answers = await Promise.all([slow, late])
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 201],
  )
  assert.equal((await deps.db.selectFrom('scores').select('id').execute()).length, 1)
})

test('who works for longer than a lease keeps the key', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 700 } })
  const options = { world, config: { keyLeaseMs: 200 } }
  const first = await startApp(t, options)
  const second = await startReplica(t, first.deps, options)
  const slow = first.score({}, key('order-1'))
  while ((await first.deps.db.selectFrom('idempotency_keys').select('key').execute()).length === 0);
  const [one, two] = await Promise.all([slow, second.score({}, key('order-1'))])
  assert.deepEqual([one.status, two.status], [201, 200])
  assert.equal(world.images.requests.length, 1)
})

test('who waits in vain for the first request to end is told so, not that a provider failed', async (t) => {
  const world = await startWorld(t, { model: { delayMs: 1000 } })
  const first = await startApp(t, { world })
  const second = await startReplica(t, first.deps, { world, config: { scoreDeadlineMs: 200 } })
  const slow = first.score({}, key('order-1'))
  while ((await first.deps.db.selectFrom('idempotency_keys').select('key').execute()).length === 0);
  const { status, body, headers } = await second.score({}, key('order-1'))
  assert.deepEqual([status, body.error.code, headers['retry-after']], [409, 'conflict', '5'])
  assert.match(body.error.message, /still running/)
  assert.equal((await slow).status, 201)
})

test('a key is forgotten after 24 hours', async (t) => {
  const world = await startWorld(t)
  let now = Date.parse('2026-11-21T00:00:00Z')
  const { score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  const first = await score({}, key('order-1'))
  now += 24 * 3600 * 1000 - 1
  assert.equal((await score({}, key('order-1'))).body.id, first.body.id)
  now += 1
  const later = await score({ name: 'Right Sock' }, key('order-1'))
  assert.equal(later.status, 201)
})

test('a key that is empty, too long or not visible ASCII is 400 and names the header', async (t) => {
  const { score } = await startApp(t)
  for (const value of ['', 'x'.repeat(256), 'two words', 'käy']) {
    const { status, body } = await score({}, key(value))
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, 'idempotency-key')
  }
})
