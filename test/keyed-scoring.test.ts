import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { issueKey } from '../src/keys/key-commands.ts'
import { freshAddress } from './world/fresh-address.ts'
import { type TestApp, ask, startApp, startWorld } from './world/app.ts'

async function start(
  t: TestContext,
  config: { scoreMaxInFlight?: number } = {},
  options: { elapsedMs?: () => number } = {},
) {
  const app = await startApp(t, { world: await startWorld(t), config, ...options })
  const issue = async () => (await issueKey(app.deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' })).key
  return { app, issue }
}

let launches = 0

const post = ({ app, submission }: TestApp, headers: object = {}, { from = freshAddress(), over = {} } = {}) =>
  ask(app, {
    method: 'POST',
    url: '/v1/score',
    payload: submission({ name: `Keyed ${launches++}`, ...over }),
    headers: { ...headers },
    remoteAddress: from,
  })

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('a scoring with a key gets the next turn however many others wait', async (t) => {
  const { app, issue } = await start(t, { scoreMaxInFlight: 1 })
  const key = await issue()
  const held = Promise.withResolvers<void>()
  const holding = app.deps.scorings.run(() => held.promise, { signal: new AbortController().signal })
  const done: string[] = []
  const noted = (who: string) => (response: { status: number }) => {
    done.push(who)
    assert.equal(response.status, 201)
  }
  const strangers = Array.from({ length: 40 }, () => post(app).then(noted('stranger')))
  await waitingScorings(app, 40)
  const holder = post(app, bearer(key)).then(noted('holder'))
  await waitingScorings(app, 41)
  held.resolve()
  await Promise.all([holding, holder, ...strangers])
  assert.ok(done.indexOf('holder') <= 1, `${done.indexOf('holder')} strangers were scored before`)
})

/** Until so many scorings wait for a place. */
async function waitingScorings({ deps }: TestApp, count: number): Promise<void> {
  const waits = new RegExp(`^launchscore_admission_waiting\\{queue="scorings"\\} ${count}$`, 'm')
  while (!waits.test(await deps.metrics.registry.metrics())) await new Promise(setImmediate)
}

test('an Idempotency-Key belongs to the lineage of the API key', async (t) => {
  const { app, issue } = await start(t)
  const [mine, another] = [await issue(), await issue()]
  const from = freshAddress()
  const once = { 'idempotency-key': 'launch-1' }
  const over = { name: 'Only once' }
  const first = await post(app, { ...bearer(mine), ...once }, { from, over })
  assert.equal(first.status, 201)
  const replay = await post(app, { ...bearer(mine), ...once }, { over })
  assert.deepEqual([replay.status, replay.body.id], [200, first.body.id])
  for (const headers of [{ ...bearer(another), ...once }, once]) {
    const other = await post(app, headers, { from })
    assert.equal(other.status, 201)
    assert.notEqual(other.body.id, first.body.id)
  }
  const url = `/v1/score/${first.body.id}/rescore`
  const rescore = (key: string) => ask(app.app, { method: 'POST', url, headers: { ...bearer(key), ...once } })
  const rescores = [await rescore(mine), await rescore(another), await rescore(mine)]
  assert.deepEqual(
    rescores.map(({ status }) => status),
    [201, 201, 200],
  )
})

test('an invalid bearer token is 401 on scoring and re-scoring', async (t) => {
  const { app } = await start(t)
  const { body } = await post(app)
  for (const url of ['/v1/score', `/v1/score/${body.id}/rescore`]) {
    const headers = { authorization: 'Bearer nonsense' }
    const refused = await ask(app.app, { method: 'POST', url, headers, payload: app.submission() })
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'], url)
  }
})

test('public reads consume a key’s tier, but no score of callers without a key', async (t) => {
  const { app, issue } = await start(t, {}, { elapsedMs: () => 0 })
  const from = freshAddress()
  const read = () => ask(app.app, { method: 'GET', url: '/api/v1/graduates', remoteAddress: from })
  for (let n = 0; n < 60; n++) assert.equal((await read()).status, 200)
  assert.equal((await read()).status, 429)
  const anonymous = await post(app, {}, { from })
  assert.equal(anonymous.status, 201)
  assert.match(String(anonymous.headers['ratelimit-policy']), /^"score";q=60;w=60/)
  const rescored = await ask(app.app, {
    method: 'POST',
    url: `/v1/score/${anonymous.body.id}/rescore`,
    headers: bearer(await issue()),
  })
  assert.equal(rescored.status, 201)
})
