import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { randomBytes } from 'node:crypto'
import { type BudgetPayer, BudgetSpent, createBudgets, type Hold, ownWork } from '../src/activity/budgets.ts'
import { parseConfig } from '../src/config.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { pruneUploads } from '../src/scoring/uploads.ts'
import { readUsed, setUsed } from './world/operators.ts'
import { closeAfter, handClock, until } from './world/waiting.ts'
import { ada, bob, enroll } from './world/creators.ts'
import { imageForm } from './world/requests.ts'
import { type WorldOptions, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { memoryLog } from './world/deps.ts'
import { openTestDb } from './world/database.ts'
import { issueKey } from './world/webhooks.ts'

const never = new AbortController().signal
const day = '2026-11-21'

/** The budgets of two replicas on one database. */
async function openReplicas(t: TestContext, limits: { scores?: number; bytes?: number; tokens?: number }) {
  const { db, close } = await openTestDb()
  closeAfter(t, close)
  const clock = handClock(`${day}T12:00:00.000Z`)
  const config = {
    ...parseConfig({}),
    scoreDailyTotal: limits.scores ?? null,
    storeDailyBytes: limits.bytes ?? 2 ** 31,
    modelDailyBudgetTokens: limits.tokens ?? null,
  }
  const open = () => createBudgets({ db, clock, config, metrics: createMetrics(), log: memoryLog().log })
  return { db, clock, replicas: [open(), open()] as const }
}

const network = (n: number): BudgetPayer => ({ level: 'anonymous', bucket: `network ${n}`, site: null })
const isSpent = (error: unknown) => {
  assert.ok(error instanceof BudgetSpent, String(error))
  return true
}

test('budgets: concurrent holds of two replicas take no more than half, and leave the rest to keys', async (t) => {
  const { db, replicas } = await openReplicas(t, { scores: 40 })
  const asked = Array.from({ length: 60 }, async (_, n) => replicas[n % 2]?.hold(network(n), { scores: 1 }))
  const holds = (await Promise.allSettled(asked)).flatMap((one) => {
    if (one.status === 'rejected') isSpent(one.reason)
    return one.status === 'fulfilled' && one.value ? [one.value] : []
  })
  assert.equal(holds.length, 20)
  const ofKeys = await Promise.all(Array.from({ length: 20 }, () => replicas[1].hold(ownWork, { scores: 1 })))
  await assert.rejects(replicas[0].hold(ownWork, { scores: 1 }), isSpent)
  await Promise.all([...holds, ...ofKeys].map(({ settle }) => settle({ scores: 1 })))
  assert.equal(await readUsed(db, 'scores'), 40)
})

test('budgets: what was held and not used comes back, and is said to be in use meanwhile', async (t) => {
  const { db, replicas } = await openReplicas(t, { scores: 10 })
  const held = await Promise.all([1, 2, 3, 4, 5].map((n) => replicas[0].hold(network(n), { scores: 1 })))
  await assert.rejects(replicas[1].hold(network(6), { scores: 1 }), (error) => {
    assert.ok(error instanceof BudgetSpent)
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 30])
    return true
  })
  await held[0]?.settle({})
  await held[0]?.settle({ scores: 5 }) // the second call changes nothing
  await Promise.all(held.slice(1).map(({ settle }) => settle({ scores: 1 })))
  assert.equal(await readUsed(db, 'scores'), 4)
  const last = await replicas[1].hold(network(6), { scores: 1 })
  await last.settle({ scores: 1 })
  await assert.rejects(replicas[1].hold(network(7), { scores: 1 }), (error) => {
    assert.ok(error instanceof BudgetSpent)
    assert.equal(error.retryAfterSeconds, 12 * 3600)
    assert.match(error.message, /today’s scores/)
    return true
  })
})

test('budgets: a refused request takes nothing of any of its budgets', async (t) => {
  const { db, replicas } = await openReplicas(t, { scores: 100, bytes: 1000 })
  await assert.rejects(replicas[0].hold(network(1), { scores: 1, stored_bytes: 600 }), isSpent)
  await assert.rejects(replicas[0].hold(ownWork, { scores: 1, stored_bytes: 1001 }), isSpent)
  assert.deepEqual([await readUsed(db, 'scores'), await readUsed(db, 'stored_bytes')], [0, 0])
  const counts = await db.selectFrom('budget_use').select(['bucket', 'used', 'held']).execute()
  assert.ok(counts.length > 0)
  for (const { bucket, used, held } of counts) assert.deepEqual([used, held], ['0', '0'], bucket)
})

test('budgets: a model call that ends after its scoring counts, even beyond the budget', async (t) => {
  const { db, replicas } = await openReplicas(t, { tokens: 100_000 })
  const [replica] = replicas
  let settle: ((tokens: number) => Promise<void>) | undefined
  const scoring = replica.charge(network(1), 1, async () => {
    settle = await replica.holdSample()
    throw new Error('the image is too large')
  })
  await assert.rejects(scoring, /too large/)
  let rest: Hold | null = null
  await until(async () => (rest = await replica.hold(ownWork, { model_tokens: 100_000 }).catch(() => null)) !== null)
  await settle?.(700)
  await (rest as Hold | null)?.settle({})
  assert.equal(await readUsed(db, 'model_tokens'), 700)
})

test('budgets: bytes given back never make a share negative, nor larger', async (t) => {
  const { db, replicas, clock } = await openReplicas(t, { bytes: 1000 })
  const use = async (n: number, bytes: number) => {
    const hold = await replicas[0].hold(network(n), { stored_bytes: bytes })
    await hold.settle({ stored_bytes: bytes })
  }
  await use(1, 200)
  await use(2, 100)
  await replicas[1].giveBack(network(1), { stored_bytes: 150 })
  assert.equal(await readUsed(db, 'stored_bytes'), 150)
  await replicas[1].giveBack(network(1), { stored_bytes: 999 })
  assert.equal(await readUsed(db, 'stored_bytes'), 100)
  clock.moveTo('2026-11-22T12:00:00.000Z')
  await replicas[1].giveBack(network(2), { stored_bytes: 100 })
  const use2 = await replicas[0].read()
  assert.deepEqual(
    use2.map(({ name, used }) => [name, used]),
    [['stored_bytes', 0]],
  )
})

async function start(t: TestContext, environment: Record<string, string>, outside: WorldOptions = {}) {
  const world = await startWorld(t, outside)
  const clock = handClock(`${day}T12:00:00.000Z`)
  const given = { world, clock, environment: { ...world.environment, ...environment } }
  return { ...(await startApp(t, given)), world, clock, given }
}

type Started = Awaited<ReturnType<typeof start>>

const scoreFrom = ({ app, submission }: Started, remoteAddress: string, over: object = {}, headers: object = {}) =>
  ask(app, { method: 'POST', url: '/v1/score', remoteAddress, payload: submission(over), headers: { ...headers } })

const getBudgets = async ({ app }: Started) => {
  const { status, body } = await ask(app, { url: '/ready' })
  return [status, body.status, body.checks.budgets]
}

test('a used-up model budget is 503 with its name; keys, enrolled launches and jobs go on', async (t) => {
  const started = await start(t, { MODEL_DAILY_BUDGET_TOKENS: '100000' })
  const { deps, app } = started
  assert.deepEqual(await getBudgets(started), [200, 'ready', { model_tokens: 'ok', stored_bytes: 'ok' }])
  const { body: score } = await scoreFrom(started, '203.0.113.1', { creatorAddress: ada.address })
  assert.equal((await enroll(app, { scoreId: score.id, wallet: ada })).status, 201)
  await readUsed(deps.db, 'model_tokens')
  await setUsed(deps.db, { day, budget: 'model_tokens', bucket: 'level anonymous', used: 49_000 })
  const refused = await scoreFrom(started, '203.0.113.7', { name: 'Tuesday Tea' })
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.match(refused.body.error.message, /language-model budget/)
  assert.equal(refused.headers['retry-after'], String(12 * 3600))
  await until(async () => (await getBudgets(started))[2].model_tokens === 'limited')
  assert.deepEqual(await getBudgets(started), [200, 'ready', { model_tokens: 'limited', stored_bytes: 'ok' }])

  // another prompt version has samples of its own
  const rescored = await ask(app, {
    method: 'POST',
    url: `/v1/score/${score.id}/rescore`,
    remoteAddress: '203.0.113.7',
    payload: { promptVersion: 'launch-score@1.1.0' },
  })
  assert.equal(rescored.status, 201)
  assert.equal((await scoreFrom(started, '203.0.113.7', { name: 'Monday Mug' }, await issueKey(deps))).status, 201)
  for (const [wallet, name, expected] of [
    [ada, 'Signed Mug', 201],
    [bob, 'Other Mug', 503],
  ] as const) {
    const over = { name, creatorAddress: wallet.address }
    const url = '/v1/score/message'
    const { body } = await ask(app, { method: 'POST', url, payload: { submission: started.submission(over) } })
    const creatorSignature = await wallet.signMessage({ message: body.message })
    const { status } = await scoreFrom(started, '203.0.113.8', { ...over, creatorSignature })
    assert.equal(status, expected, 'a signature counts only from a wallet that has enrolled a launch')
  }
  const settle = await deps.budgets.holdSample()
  await settle(876)
  assert.equal(await readUsed(deps.db, 'model_tokens'), 49_000 + 7 * 876)
  assert.equal(await readUsed(deps.db, 'stored_bytes').then((bytes) => bytes > 0), true)
})

test('a scoring that fails gives its bytes and its score back, and pays for the calls it made', async (t) => {
  const limits = { MODEL_DAILY_BUDGET_TOKENS: '100000', SCORE_DAILY_TOTAL: '100' }
  const started = await start(t, limits, { model: { findFault: () => 'out of range' } })
  const { deps, world } = started
  const missing = { imageUrl: `${world.images.url}/missing.png` }
  for (let n = 0; n < 5; n++) assert.equal((await scoreFrom(started, '203.0.113.7', missing)).status, 400)
  assert.equal(await readUsed(deps.db, 'stored_bytes'), 0)
  const [scores, tokens] = [await readUsed(deps.db, 'scores'), await readUsed(deps.db, 'model_tokens')]
  assert.equal((await scoreFrom(started, '203.0.113.7')).status, 502)
  assert.equal(await readUsed(deps.db, 'stored_bytes'), 0)
  assert.equal((await readUsed(deps.db, 'scores')) - scores, 1)
  assert.ok((await readUsed(deps.db, 'model_tokens')) - tokens >= 2 * 876)
})

test('scores made together over two replicas stay within their half of SCORE_DAILY_TOTAL', async (t) => {
  const started = await start(t, { SCORE_DAILY_TOTAL: '8' })
  const other = await startReplica(t, started.deps, started.given)
  const both = [started, { ...started, ...other }] as const
  const asked = Array.from({ length: 10 }, (_, n) =>
    scoreFrom(both[n % 2 === 0 ? 0 : 1], `203.0.113.${n}`, { name: `Sock ${n}` }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [...Array<number>(4).fill(201), ...Array<number>(6).fill(503)],
  )
  assert.equal((await scoreFrom(started, '203.0.113.99', {}, await issueKey(started.deps))).status, 201)
})

const draw = (size: number) =>
  sharp(randomBytes(size * size * 3), { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()

test('POST /v1/images: refused and expired uploads give their bytes back', async (t) => {
  const started = await start(t, {})
  const { deps, app, clock } = started
  const noise = await draw(256)
  const upload = (bytes: Buffer | string) =>
    ask(app, { method: 'POST', url: '/v1/images', remoteAddress: '203.0.113.7', ...imageForm(bytes) })
  assert.equal((await upload('no image')).status, 400)
  assert.equal(await readUsed(deps.db, 'stored_bytes'), 0)
  assert.equal((await upload(noise)).status, 201)
  const first = await readUsed(deps.db, 'stored_bytes')
  assert.ok(first > 10_000)
  assert.equal((await upload(noise)).status, 200)
  assert.equal(await readUsed(deps.db, 'stored_bytes'), first, 'a renewal stores nothing')

  clock.moveTo('2026-11-22T12:00:01.000Z')
  const { imageUrl } = (await upload(await draw(400))).body
  assert.equal((await scoreFrom(started, '203.0.113.8', { imageUrl })).status, 201)
  const usedToday = async () => (await deps.budgets.read()).find(({ name }) => name === 'stored_bytes')?.used ?? NaN
  await readUsed(deps.db, 'stored_bytes')
  const before = await usedToday()
  assert.equal(await pruneUploads(deps, never), 1)
  assert.equal(await usedToday(), before - first, 'the day after gets the bytes of the deleted image')
  clock.moveTo('2026-11-23T12:00:02.000Z')
  const kept = await usedToday()
  assert.equal(await pruneUploads(deps, never), 1)
  assert.equal(await usedToday(), kept, 'a submission has the image')
})
