import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import type { PrivateKeyAccount } from 'viem/accounts'
import { pruneBudgets } from '../src/activity/budgets.ts'
import { pruneSamples } from '../src/signals/judge/samples.ts'
import { readUsed, setUsed } from './world/operators.ts'
import { type TestApp, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { ada, bob, signedEdit } from './world/creators.ts'
import { handClock, until } from './world/waiting.ts'
import { seedLaunches } from './world/seed.ts'
import { type Holder, issueKey } from './world/webhooks.ts'
import { vapid } from './fixtures/keys.ts'

const never = new AbortController().signal

const noise = () =>
  sharp(randomBytes(768 * 768 * 3), { raw: { width: 768, height: 768, channels: 3 } })
    .png()
    .toBuffer()

async function start(t: TestContext, storeDailyBytes: number, environment: object = {}) {
  const images = Object.fromEntries(await Promise.all([1, 2, 3].map(async (n) => [`/${n}.png`, await noise()])))
  const world = await startWorld(t, { images })
  const clock = handClock('2026-11-21T12:00:00.000Z')
  const given = {
    world,
    clock,
    environment: { ...world.environment, ...environment, STORE_DAILY_BYTES: String(storeDailyBytes) },
  }
  return { ...(await startApp(t, given)), world, clock, given }
}

type Started = Awaited<ReturnType<typeof start>>

const scoreFrom = (
  { app, submission }: Pick<TestApp, 'app' | 'submission'>,
  remoteAddress: string,
  over: object = {},
) => ask(app, { method: 'POST', url: '/v1/score', remoteAddress, payload: submission(over) })

/** A submission whose image takes more than 100 kB. */
const heavy = ({ world }: Started, n: number) => ({ imageUrl: `${world.images.url}/${n}.png` })

test('a network that has stored a tenth of the day’s bytes is 503 until the next day', async (t) => {
  const started = await start(t, 1_000_000)
  const other = await startReplica(t, started.deps, started.given)
  const first = await scoreFrom(started, '203.0.113.7', heavy(started, 1))
  assert.equal(first.status, 201)
  await untilCounted(started)
  const rescoring = { method: 'POST', url: `/v1/score/${first.body.id}/rescore`, remoteAddress: '203.0.113.7' } as const
  const judged = started.world.model.requests.length
  for (const refused of [await scoreFrom(other, '203.0.113.7'), await ask(other.app, rescoring)]) {
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
    assert.match(refused.body.error.message, /^Your network/)
    assert.equal(refused.headers['retry-after'], String(12 * 3600))
  }
  assert.equal(started.world.model.requests.length, judged)
  assert.equal((await ask(other.app, { url: `/v1/score/${first.body.id}`, remoteAddress: '203.0.113.7' })).status, 200)
  assert.equal((await scoreFrom(other, '203.0.113.8')).status, 201)
  started.clock.moveTo('2026-11-22T00:00:00.000Z')
  assert.equal((await scoreFrom(other, '203.0.113.7')).status, 201)
  const kept = await started.deps.db.selectFrom('budget_use').selectAll().execute()
  assert.ok(!JSON.stringify(kept).includes('203.0.113'), 'an address is stored')
})

const day = '2026-11-21'
const budget = 'stored_bytes'

test('all networks of an IPv6 /48 store at most half of the strangers’ half', async (t) => {
  const started = await start(t, 10_000_000)
  const { site } = await started.deps.hashNetwork('2001:db8:1::1')
  for (const bucket of [`anonymous ${site}`, 'level anonymous'])
    await setUsed(started.deps.db, { day, budget, bucket, used: 2_400_000 })
  const refused = await scoreFrom(started, '2001:db8:1:1::1')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.equal((await scoreFrom(started, '2001:db8:2:1::1')).status, 201)
})

test('a key that has stored half of the day’s bytes is 503, and other keys are not', async (t) => {
  const started = await start(t, 1_000_000)
  const [mine, other] = [await issueKey(started.deps), await issueKey(started.deps)]
  const score = (headers: Holder) =>
    ask(started.app, { method: 'POST', url: '/v1/score', headers: { ...headers }, payload: started.submission({}) })
  assert.equal((await score(mine)).status, 201)
  const setBytes = async (used: number) => {
    await untilCounted(started)
    const { bucket } = await started.deps.db
      .selectFrom('budget_use')
      .select('bucket')
      .where('bucket', 'like', 'key %')
      .executeTakeFirstOrThrow()
    for (const name of [bucket, 'level key']) await setUsed(started.deps.db, { day, budget, bucket: name, used })
  }
  await setBytes(240_000)
  assert.equal((await score(mine)).status, 201)
  await setBytes(500_000)
  const refused = await score(mine)
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.match(refused.body.error.message, /^Your API key/)
  assert.equal((await score(other)).status, 201)
})

test('after the day’s bytes are used up scorings are 503, and reads work', async (t) => {
  const started = await start(t, 1_000_000)
  const { body } = await scoreFrom(started, '203.0.113.7', heavy(started, 1))
  await untilCounted(started)
  await setUsed(started.deps.db, { day, budget, bucket: 'level key', used: 1_000_000 })
  const refused = await scoreFrom(started, '203.0.113.99')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.match(refused.body.error.message, /^This service has used up today’s storage/)
  assert.equal((await ask(started.app, { url: `/v1/score/${body.id}` })).status, 200)
})

test('an image that is stored already counts once', async (t) => {
  const started = await start(t, 1_000_000_000)
  const sizes: number[] = []
  for (const [at, n] of [2, 2, 3].entries()) {
    const before = await storedBytes(started)
    assert.equal((await scoreFrom(started, '203.0.113.7', { ...heavy(started, n), name: `Sock ${at}` })).status, 201)
    sizes.push((await untilCounted(started, before)) - before)
  }
  const [first = 0, again = 0, other = 0] = sizes
  assert.ok(first > 100_000 && other > 100_000 && again < 60_000, sizes.join(', '))
})

const storedBytes = ({ deps }: Started): Promise<number> => readUsed(deps.db, budget)

/** A scoring is counted after its response. */
async function untilCounted(started: Started, before = 0): Promise<number> {
  await until(async () => (await storedBytes(started)) > before)
  return storedBytes(started)
}

/** Signed edits of a launch, 20 kB each and later than the one before. */
const startEditing = async (started: Started, wallet: PrivateKeyAccount) => {
  const [launch] = await seedLaunches(started.deps.db, [{ creatorAddress: wallet.address }])
  assert.ok(launch)
  const id = launch.enrollmentId
  let at = started.clock.now().getTime()
  const edit = async (remoteAddress: string) => {
    const fields = { description: '🧦'.repeat(4980) + String(at) }
    const payload = await signedEdit(started.app, { id, wallet, issuedAt: new Date(at++).toISOString(), fields })
    return ask(started.app, { method: 'PATCH', url: `/v1/launch/${id}/page`, remoteAddress, payload })
  }
  return { id, edit }
}

test('edits of pages take no more of a day’s bytes than the share of their network', async (t) => {
  const started = await start(t, 1_000_000)
  const { edit } = await startEditing(started, ada)
  for (let n = 0; n < 3; n++) assert.equal((await edit('203.0.113.7')).status, 200)
  const refused = await edit('203.0.113.7')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.match(refused.body.error.message, /^Your network/)
  await untilCounted(started, 59_000)
  await setUsed(started.deps.db, { day, budget, bucket: 'level anonymous', used: 500_000 })
  assert.equal((await scoreFrom(started, '203.0.113.9')).status, 503)
  const { edit: another } = await startEditing(started, bob)
  assert.equal((await another('203.0.113.8')).status, 200, 'strangers keep no creator from editing')
})

test('opt-ins to reminders take no more of a day’s bytes than their network’s share', async (t) => {
  const started = await start(t, 2_000_000, {
    NOTIFY_VAPID_PUBLIC: vapid.publicKey,
    NOTIFY_VAPID_PRIVATE: vapid.privateKey,
  })
  const { id } = await startEditing(started, ada)
  const subscribe = (n: number, remoteAddress: string) => {
    const endpoint = `https://fcm.googleapis.com/${String(n).padStart(900, 'x')}`
    const payload = { endpoint, keys: { p256dh: vapid.publicKey, auth: 'A'.repeat(22) } }
    return ask(started.app, { method: 'POST', url: `/v1/launch/${id}/subscriptions`, remoteAddress, payload })
  }
  for (let n = 0; n < 40; n++) assert.equal((await subscribe(n, '203.0.113.7')).status, 201)
  const statuses: number[] = []
  for (let n = 40; n < 50; n++) statuses.push((await subscribe(n, '203.0.113.7')).status)
  assert.equal(statuses.at(-1), 503)
  assert.equal((await subscribe(99, '203.0.113.8')).status, 201)
})

test('past days and old samples are deleted', async (t) => {
  const started = await start(t, 1_000_000_000)
  await scoreFrom(started, '203.0.113.7')
  await untilCounted(started)
  assert.equal(await pruneBudgets(started.deps, never), 0)
  assert.equal(await pruneSamples(started.deps, never), 0)
  started.clock.moveTo('2026-12-22T12:00:00.000Z')
  assert.ok((await pruneBudgets(started.deps, never)) > 0)
  assert.deepEqual(await started.deps.db.selectFrom('budget_use').selectAll().execute(), [])
  assert.equal(await pruneSamples(started.deps, never), 2)
})
