import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { hasAnvil } from '../dev/stand-ins/anvil.ts'
import { inspectAttester } from '../src/attestation/inspect-attester.ts'
import { startAttestingApp } from './world/attesting.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { findValue, readMetrics } from './world/requests.ts'
import { until } from './world/waiting.ts'
import { emit, minuteMs, startWebhooks } from './world/webhooks.ts'

type App = Parameters<typeof ask>[0]

const scrape = async (app: App): Promise<string> => (await ask(app, { url: '/metrics' })).body as string

test('GET /metrics: tokens, their cost, and the budget that all replicas share', async (t) => {
  const world = await startWorld(t)
  const environment = {
    ...world.environment,
    MODEL_DAILY_BUDGET_TOKENS: '1000000',
    MODEL_PRICE_INPUT: '0.25',
    MODEL_PRICE_OUTPUT: '2',
  }
  const { app, deps, score } = await startApp(t, { world, environment })
  assert.equal((await score()).status, 201)
  const body = await scrape(app)
  const [input = 0, output = 0] = ['input', 'output'].map((kind) =>
    findValue(body, 'launchscore_model_tokens_total', { kind }),
  )
  assert.ok(input > 0 && output > 0)
  assert.equal(findValue(body, 'launchscore_model_cost_total', { kind: 'input' }), (input * 0.25) / 1e6)
  assert.equal(findValue(body, 'launchscore_model_cost_total', { kind: 'output' }), (output * 2) / 1e6)
  assert.equal(findValue(body, 'launchscore_model_budget_tokens'), 1_000_000)
  assert.equal(findValue(body, 'launchscore_model_budget_used_tokens'), input + output)
  const other = await startReplica(t, deps, { world, environment })
  assert.equal(findValue(await scrape(other.app), 'launchscore_model_budget_used_tokens'), input + output)
})

test('GET /metrics: no cost, budget, gas or Redis without their settings', async (t) => {
  const { app } = await startApp(t, { world: await startWorld(t) })
  const names = readMetrics(await scrape(app)).map(({ name }) => name)
  const absent = /model_cost|model_budget|attestation_gas|attester_|redis_up/
  assert.deepEqual(
    names.filter((name) => absent.test(name)),
    [],
  )
})

test('GET /metrics: failed notifications of each channel, from zero', async (t) => {
  const environment = { NOTIFY_DISCORD_URL: 'https://discord.com/api/webhooks/1/token' }
  const { app } = await startApp(t, { environment })
  const body = await scrape(app)
  for (const target of ['logging', 'discord'])
    assert.equal(
      findValue(body, 'launchscore_sends_total', { queue: 'notifications', target, outcome: 'failed' }),
      0,
      target,
    )
})

const countScores = (text: string, kind: string) =>
  readMetrics(text)
    .filter(({ name, labels }) => name === 'launchscore_scores_total' && labels['kind'] === kind)
    .reduce((sum, { value }) => sum + value, 0)

test('GET /metrics: scores by kind, band and confidence, from zero', async (t) => {
  const { app, score } = await startApp(t, { world: await startWorld(t) })
  const before = await scrape(app)
  assert.deepEqual([countScores(before, 'new'), countScores(before, 'rescore')], [0, 0])
  assert.equal(readMetrics(before).filter(({ name }) => name === 'launchscore_scores_total').length, 18)
  const { body: first } = await score()
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${first.id}/rescore` })
  const after = await scrape(app)
  for (const [kind, { band, confidence }] of [
    ['new', first],
    ['rescore', again],
  ] as const)
    assert.equal(findValue(after, 'launchscore_scores_total', { kind, band, confidence }), 1)
  assert.deepEqual([countScores(after, 'new'), countScores(after, 'rescore')], [1, 1])
})

test('GET /metrics: the running version and commit', async (t) => {
  const { app } = await startApp(t)
  const build = readMetrics(await scrape(app)).find(({ name }) => name === 'launchscore_build_info')
  assert.match(build?.labels['version'] ?? '', /^\d+\.\d+\.\d+/)
  assert.match(build?.labels['commit'] ?? '', /^([0-9a-f]{7,64}|unknown)$/)
  assert.equal(build?.value, 1)
})

test('GET /metrics: due deliveries, and failed ones by their reason', async (t) => {
  const { app, deps, subscribe, runDispatch } = await startWebhooks(t, { react: () => 404 })
  await subscribe()
  await emit(deps)
  assert.equal(findValue(await scrape(app), 'launchscore_queue_due', { queue: 'webhooks' }), 1)
  await runDispatch()
  const after = await scrape(app)
  assert.equal(findValue(after, 'launchscore_queue_due', { queue: 'webhooks' }), 0)
  assert.equal(findValue(after, 'launchscore_delivery_attempts_total', { outcome: 'http_4xx' }), 1)
  assert.equal(findValue(after, 'launchscore_sends_total', { queue: 'webhooks', outcome: 'failed' }), 1)
})

test('GET /metrics: subscriptions paused by a 5xx and the deliveries that wait', async (t) => {
  const { app, deps, subscribe, runDispatch, clock } = await startWebhooks(t, { react: () => 500 })
  await subscribe()
  await emit(deps)
  await emit(deps)
  await runDispatch()
  const paused = await scrape(app)
  assert.equal(findValue(paused, 'launchscore_delivery_attempts_total', { outcome: 'http_5xx' }), 2)
  assert.equal(findValue(paused, 'launchscore_webhook_subscriptions_paused'), 1)
  assert.equal(findValue(paused, 'launchscore_webhook_deliveries_paused'), 2)
  clock.move(7 * 60 * minuteMs)
  const over = await scrape(app)
  assert.equal(findValue(over, 'launchscore_webhook_subscriptions_paused'), 0)
  assert.equal(findValue(over, 'launchscore_webhook_deliveries_paused'), 0)
})

test('GET /metrics: the balance of the attester and the gas of the day', { skip: !hasAnvil() }, async (t) => {
  const { app, deps, score, publish } = await startAttestingApp(t, { world: await startWorld(t) })
  await inspectAttester(deps, new AbortController().signal)
  const before = await scrape(app)
  assert.equal(findValue(before, 'launchscore_attester_balance_wei'), 1e19)
  assert.equal(findValue(before, 'launchscore_attestation_gas_limit'), 600_000_000)
  assert.equal(findValue(before, 'launchscore_attestation_gas_used'), 0)
  assert.equal(findValue(before, 'launchscore_attester_state', { state: 'no-schema' }), 1)
  const { body } = await score()
  assert.ok([201, 202].includes((await publish(body.id)).status))
  const used = findValue(await scrape(app), 'launchscore_attestation_gas_used') ?? 0
  assert.ok(used > 20_000 && used < 1_000_000, String(used))
})

test('GET /metrics: 0 for a Redis that does not respond', async (t) => {
  const { app } = await startApp(t, { environment: { REDIS_URL: 'redis://127.0.0.1:1' } })
  assert.equal((await ask(app, { url: '/api/v1/graduates' })).status, 200)
  assert.equal(findValue(await scrape(app), 'launchscore_redis_up'), 0)
})

test('GET /metrics: 1 for a Redis that counts the limits', async (t) => {
  const url = process.env['TEST_REDIS_URL']
  if (!url) return t.skip('only npm run test:services has a Redis')
  const { app } = await startApp(t, { environment: { REDIS_URL: url } })
  const isUp = async () => {
    assert.equal((await ask(app, { url: '/api/v1/graduates' })).status, 200)
    return findValue(await scrape(app), 'launchscore_redis_up') === 1
  }
  await until(isUp) // a busy machine may miss the limiter's time for the first response
})

/** Counts the statements that it sees. */
function countStatements() {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { plugin, take: () => [count, (count = 0)][0] }
}

test('GET /metrics: scrapes at once share one reading of the database', async (t) => {
  const { deps } = await startApp(t)
  const { plugin, take } = countStatements()
  const { app } = await startReplica(t, { db: deps.db.withPlugin(plugin), reads: deps.reads }, {})
  take()
  await scrape(app)
  const alone = take() ?? 0
  assert.ok(alone > 0 && alone <= 6, String(alone))
  const bodies = await Promise.all(Array.from({ length: 20 }, () => scrape(app)))
  assert.ok((take() ?? 0) <= 2 * alone)
  for (const body of bodies) assert.equal(findValue(body, 'launchscore_queue_due', { queue: 'webhooks' }), 0)
})

test('GET /metrics: counts at most 10000 rows of a kind', async (t) => {
  const { app, deps } = await startApp(t)
  await sql`insert into webhook_subscriptions (id, owner_id, endpoint, events, secret, created_at, paused_until)
    select 'sub_' || n, gen_random_uuid(), 'https://example.com/', '{score.created}', 'none', now(), now() + interval '1 hour'
    from generate_series(1, 10050) as n`.execute(deps.db)
  assert.equal(findValue(await scrape(app), 'launchscore_webhook_subscriptions_paused'), 10_000)
})

test('GET /metrics: what strangers send makes no series', async (t) => {
  const { app } = await startApp(t)
  const visit = (n: number) =>
    Promise.all([
      ask(app, { url: `/unknown-${n}`, headers: { 'x-request-id': `id-${n}` } }),
      ask(app, { url: `/v1/score/${crypto.randomUUID()}` }),
      ask(app, { url: `/api/v1/creator/0x${String(n).padStart(40, '1')}` }),
      ask(app, { url: `/leaderboards?window=${n}` }),
      ask(app, { method: 'POST', url: '/v1/score', payload: { name: `n${n}` } }),
      ask(app, { url: '/v1/webhooks', headers: { authorization: `Bearer lsc_live_${n}` } }),
    ])
  const listSeries = async () =>
    readMetrics(await scrape(app))
      .filter(({ name }) => !name.startsWith('nodejs_')) // garbage collection of a kind may not have run yet
      .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  await visit(0)
  await scrape(app)
  const before = await listSeries()
  for (let n = 1; n <= 10; n++) await visit(n)
  assert.deepEqual(
    (await listSeries()).filter((series) => !before.includes(series)),
    [],
  )
})
