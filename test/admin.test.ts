import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Deps } from '../src/deps.ts'
import { rollUpActivity } from '../src/activity/roll-up.ts'
import { runCommand } from '../src/main/commands.ts'
import { ada, enroll } from './world/creators.ts'
import { type AppOptions, type TestApp, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { adminBearer, adminToken, scheduleLaunches } from './world/notifying.ts'
import { handClock } from './world/waiting.ts'
import { seedScore } from './world/seed.ts'
import { openTestDb } from './world/database.ts'
import { emit, startWebhooks } from './world/webhooks.ts'

const start = '2026-12-01T12:30:00.000Z'

/** The service with an admin token, at a time that stands still. */
async function startAdmin(t: TestContext, options: AppOptions = {}) {
  const clock = handClock(start)
  const environment = { ...options.world?.environment, ...options.environment, ADMIN_TOKEN: adminToken }
  const started = await startApp(t, { ...options, environment, clock })
  return { ...started, clock, get: reader(started) }
}

const reader =
  ({ app }: Pick<TestApp, 'app'>) =>
  async (path: string) => {
    const { status, body, headers } = await ask(app, { url: `/v1/admin/${path}`, headers: adminBearer })
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], `${path}: ${JSON.stringify(body)}`)
    return body
  }

async function issueKey(deps: Deps, tier: string): Promise<{ key: string; prefix: string }> {
  const args = ['keys', 'issue', '--tier', tier, '--label', `A ${tier} key`, '--owner', 'ops', '--json']
  const { status, stdout } = await runCommand(deps, args)
  assert.equal(status, 0)
  return JSON.parse(stdout) as { key: string; prefix: string }
}

const creatorAddress = ada.address

/** Six scores, one of them preliminary, over ten days; the clock ends where it began. */
async function seedDays({ deps, clock }: { deps: Deps; clock: ReturnType<typeof handClock> }) {
  for (const [daysAgo, points, hasStubs] of [
    [10, 80, false],
    [5, 50, false],
    [5, 20, false],
    [1, 80, true],
    [0.5, 80, false],
    [0, 20, false],
  ] as const) {
    clock.moveTo(new Date(Date.parse(start) - daysAgo * 24 * 3600 * 1000).toISOString())
    await seedScore(deps, { creatorAddress, points, hasStubs })
  }
  clock.moveTo(start)
}

test('a new service has nothing of anything', async (t) => {
  const { get } = await startAdmin(t)
  const bands = { green: 0, amber: 0, red: 0 }
  assert.deepEqual(await get('stats'), {
    scores: { total: 0, final: 0, preliminary: 0, rescores: 0, bands },
    enrollments: { total: 0, bands },
    attestations: { published: 0 },
    keys: { total: 0, active: 0, revoked: 0, tiers: { free: 0, pro: 0, enterprise: 0 } },
    asOf: start,
  })
  const { windows } = await get('analytics')
  const { enrolledShare, attestedShare } = windows.all.conversion
  assert.deepEqual([enrolledShare, attestedShare], [null, null])
  assert.deepEqual(await get('scores'), { scores: [], limit: 25, nextCursor: null })
  assert.deepEqual(await get('enrollments'), { enrollments: [], limit: 25, nextCursor: null })
  assert.deepEqual(await get('api-keys'), { keys: [] })
})

test('totals and windows are the same before, during and after a rollup', async (t) => {
  const admin = await startAdmin(t)
  const { deps, get } = admin
  await seedDays(admin)
  const told = [await get('stats'), await get('analytics')]
  await rollUpActivity(deps)
  assert.deepEqual([await get('stats'), await get('analytics')], told)
  const before = told[0].scores
  assert.deepEqual(before, { total: 6, final: 5, preliminary: 1, rescores: 0, bands: { green: 2, amber: 1, red: 2 } })
  const { windows } = told[1]
  assert.deepEqual(
    [windows['24h'], windows['7d'], windows.all].map(({ since, scores }) => [since, scores.final, scores.preliminary]),
    [
      ['2026-11-30T12:30:00.000Z', 2, 1],
      ['2026-11-24T12:30:00.000Z', 4, 1],
      [null, 5, 1],
    ],
  )
  await seedScore(deps, { creatorAddress })
  assert.deepEqual((await get('stats')).scores.bands, { green: 3, amber: 1, red: 2 })
  assert.equal((await get('analytics')).windows['24h'].scores.final, 3)
})

test('GET /v1/admin/analytics: 24h and 7d are exactly as long as they say', async (t) => {
  const { deps, get, clock } = await startAdmin(t)
  const now = Date.parse(start) + 20 * 60_000 + 1000
  const [dayMs, secondMs] = [24 * 3600 * 1000, 1000]
  const ages = [dayMs - secondMs, dayMs + secondMs, dayMs + 30 * 60_000, 7 * dayMs - secondMs, 7 * dayMs + secondMs]
  for (const age of ages) {
    clock.moveTo(new Date(now - age).toISOString())
    await seedScore(deps, { creatorAddress })
  }
  clock.moveTo(new Date(now).toISOString())
  const totals = async () => {
    const { windows } = await get('analytics')
    return [windows['24h'].since, windows['24h'].scores.total, windows['7d'].scores.total, windows.all.scores.total]
  }
  const expected = ['2026-11-30T12:50:01.000Z', 1, 4, 5]
  assert.deepEqual(await totals(), expected)
  await rollUpActivity(deps)
  assert.deepEqual(await totals(), expected)
  clock.move(secondMs)
  assert.deepEqual((await totals()).slice(1), [1, 4, 5], 'a score that is as old as the window is inside')
  clock.move(secondMs)
  assert.deepEqual((await totals()).slice(1), [0, 3, 5])
})

test('what has left the windows is still in the totals', async (t) => {
  const admin = await startAdmin(t)
  const { deps, get, clock } = admin
  await seedDays(admin)
  await rollUpActivity(deps)
  clock.move(30 * 24 * 3600 * 1000)
  await seedScore(deps, { creatorAddress })
  await rollUpActivity(deps)
  const { windows } = await get('analytics')
  assert.deepEqual([windows['24h'].scores.total, windows['7d'].scores.total, windows.all.scores.total], [1, 1, 7])
  const hours = await deps.db.selectFrom('activity_hours').select('name').execute()
  assert.equal(hours.filter(({ name }) => name === 'score.green').length, 2) // that hour, and since ever
})

const foldSome = async ({ deps }: TestApp) => {
  for (let n = 0; n < 10; n += 1) await rollUpActivity(deps)
}

test('concurrent rollups of two replicas and new scores lose and double nothing', async (t) => {
  const first = await startAdmin(t)
  const second = await startReplica(t, first.deps, { clock: first.clock })
  const seedSome = async () => {
    for (let n = 0; n < 20; n += 1) await seedScore(first.deps, { creatorAddress, points: (n % 3) * 40 })
  }
  await Promise.all([seedSome(), seedSome(), foldSome(first), foldSome(second)])
  const { total, bands } = (await first.get('stats')).scores
  assert.deepEqual([total, bands], [40, { green: 12, amber: 0, red: 28 }])
})

test('a scoring that is taken back is not counted', async (t) => {
  const { deps, get } = await startAdmin(t)
  const id = await seedScore(deps, { creatorAddress })
  await assert.rejects(
    deps.db.transaction().execute(async (tx) => {
      const copied = await tx.selectFrom('scores').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await tx
        .insertInto('scores')
        .values({ ...copied, id: deps.random.uuid(), evidence: '{}' })
        .execute()
      throw new Error('taken back')
    }),
  )
  assert.equal((await get('stats')).scores.total, 1)
})

test('scores, replays, enrollments and tokens are counted through HTTP', async (t) => {
  const world = await startWorld(t)
  const { app, get, score } = await startAdmin(t, { world })
  const first = await score({ creatorAddress: ada.address })
  await ask(app, { method: 'POST', url: `/v1/score/${first.body.id}/rescore` })
  assert.equal((await enroll(app, { scoreId: first.body.id, wallet: ada })).status, 201)
  assert.equal((await enroll(app, { scoreId: first.body.id, wallet: ada })).status, 200)
  const { scores, enrollments } = await get('stats')
  assert.deepEqual([scores.total, scores.final, scores.rescores, enrollments.total], [2, 2, 1, 1])
  assert.equal(enrollments.bands[first.body.band], 1)
  const { conversion, model } = (await get('analytics')).windows['24h']
  assert.deepEqual(conversion, { scores: 2, enrolled: 1, attested: 0, enrolledShare: 0.5, attestedShare: 0 })
  assert.equal(model.calls, 2) // the replay took the stored verdicts
  assert.ok(model.inputTokens > 0 && model.outputTokens > 0)
})

test('an enrollment counts in its score’s hour for conversion, else in its own', async (t) => {
  const world = await startWorld(t)
  const { app, get, score, clock } = await startAdmin(t, { world })
  const { body } = await score({ creatorAddress: ada.address })
  clock.move(3 * 24 * 3600 * 1000)
  await enroll(app, { scoreId: body.id, wallet: ada })
  const { windows } = await get('analytics')
  const counted = (name: string) => [windows[name].enrollments.total, windows[name].conversion.enrolled]
  assert.deepEqual(
    [counted('24h'), counted('7d'), counted('all')],
    [
      [1, 0],
      [1, 1],
      [1, 1],
    ],
  )
})

test('keys are counted by tier and listed without keys or hashes', async (t) => {
  const { app, deps, get, clock } = await startAdmin(t)
  const free = await issueKey(deps, 'free')
  clock.move(1000)
  const pro = await issueKey(deps, 'pro')
  clock.move(1000)
  await runCommand(deps, ['keys', 'revoke', free.prefix])
  await ask(app, { url: '/api/v1/launches', headers: { authorization: `Bearer ${pro.key}` } })
  const { keys } = await get('api-keys')
  assert.deepEqual(
    keys.map(({ prefix, tier, revokedAt }: Record<string, unknown>) => [prefix, tier, revokedAt !== null]),
    [
      [pro.prefix, 'pro', false],
      [free.prefix, 'free', true],
    ],
  )
  assert.deepEqual((await get('stats')).keys, {
    total: 2,
    active: 1,
    revoked: 1,
    tiers: { free: 0, pro: 1, enterprise: 0 },
  })
  const { keyTiers } = await get('analytics')
  assert.deepEqual([keyTiers.free.revoked, keyTiers.pro.active], [1, 1])
  const shown = JSON.stringify(keys)
  const hashes = await deps.db.selectFrom('api_keys').select('hash').execute()
  for (const secret of [free.key, pro.key, ...hashes.map(({ hash }) => hash)]) assert.ok(!shown.includes(secret))
})

test('a rotated key whose grace is over counts as revoked', async (t) => {
  const { deps, get, clock } = await startAdmin(t)
  const { prefix } = await issueKey(deps, 'pro')
  await runCommand(deps, ['keys', 'rotate', prefix])
  assert.deepEqual((await get('stats')).keys.active, 2)
  clock.move(49 * 3600 * 1000)
  const { active, revoked } = (await get('stats')).keys
  assert.deepEqual([active, revoked], [1, 1])
})

test('scores and enrollments are listed newest first, each once, despite new ones', async (t) => {
  const { deps, get, clock } = await startAdmin(t)
  const ids: string[] = []
  for (let n = 0; n < 7; n += 1) ids.unshift(await seedScore(deps, { creatorAddress, hasStubs: n % 2 === 0 }))
  await scheduleLaunches(
    deps,
    Array.from({ length: 5 }, () => ({ scheduledFor: '2026-12-02T12:00:00.000Z', enrolledAt: clock.now() })),
  )
  for (const [list, idName, wanted] of [
    ['scores', 'scoreId', 12],
    ['enrollments', 'enrollmentId', 5],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await get(`${list}?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page[list].map((row: Record<string, string>) => row[idName]))
      if (list === 'scores' && cursor === '') await seedScore(deps, { creatorAddress })
      cursor = page.nextCursor
    }
    assert.deepEqual([seen.length, new Set(seen).size], [wanted, wanted], list)
    // of one millisecond, the ids alone decide
    if (list === 'scores') assert.deepEqual(seen.slice(-7), ids.toSorted().toReversed())
  }
  const { scores } = await get('scores?limit=50')
  assert.deepEqual([scores.length, scores.filter((one: { hasStubs: boolean }) => one.hasStubs).length], [13, 4])
  assert.equal(scores.filter((one: { enrollmentId: unknown }) => one.enrollmentId !== null).length, 5)
})

test('an invalid limit or cursor is 400 and names it', async (t) => {
  const { app } = await startAdmin(t)
  for (const list of ['scores', 'enrollments'])
    for (const [field, value] of [
      ['limit', '0'],
      ['limit', '51'],
      ['limit', '1e1'],
      ['cursor', 'x'],
      ['cursor', 'f'.repeat(32)],
    ] as const) {
      const { status, body } = await ask(app, { url: `/v1/admin/${list}?${field}=${value}`, headers: adminBearer })
      assert.deepEqual([status, body.error.details[0].path], [400, field], `${list} ${field}=${value}`)
    }
})

test('status reports the database, breakers, queues, jobs, uptime and commit', async (t) => {
  const world = await startWorld(t)
  const { deps, get, clock } = await startAdmin(t, { world })
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T13:35:00.000Z' }])
  deps.metrics.jobSuccess.set({ job_name: 'roll-up-counts' }, Date.parse(start) / 1000)
  clock.move(15 * 60 * 1000)
  const status = await get('status')
  assert.deepEqual([status.status, status.database.state, status.uptimeSeconds], ['ok', 'ok', 900])
  assert.ok(status.database.milliseconds > 0)
  assert.deepEqual(status.breakers, { model: 'closed', creator: 'closed', risk: 'closed' })
  const { queues } = status
  const notifications = queues.find(({ name }: { name: string }) => name === 'notifications')
  assert.deepEqual(notifications, { name: 'notifications', due: 1, oldestDueSeconds: 600 })
  assert.deepEqual(status.jobs, [{ name: 'roll-up-counts', lastSuccessAt: start }])
  assert.match(status.commit ?? '0000000', /^[0-9a-f]{7,64}$/)
  assert.match(status.version, /^\d+\.\d+\.\d+/)
  assert.deepEqual([status.startedAt, status.asOf], [start, clock.now().toISOString()])
})

test('the webhook queue counts due deliveries of every subscription, no delivered ones', async (t) => {
  const { app, deps, clock, subscribe, runDispatch } = await startWebhooks(t)
  const webhooks = async () => {
    const { body } = await ask(app, { url: '/v1/admin/status', headers: adminBearer })
    return body.queues.find(({ name }: { name: string }) => name === 'webhooks')
  }
  await emit(deps)
  assert.deepEqual(await webhooks(), { name: 'webhooks', due: 0, oldestDueSeconds: 0 })
  await subscribe()
  await subscribe()
  await emit(deps)
  clock.move(30_000)
  await emit(deps)
  clock.move(10_000)
  const { due, oldestDueSeconds } = await webhooks()
  assert.equal(due, 4)
  assert.ok(oldestDueSeconds >= 40) // due by the database's clock, which is behind this one
  await runDispatch()
  assert.equal((await webhooks()).due, 0)
})

test('status answers while the database is gone, and says so', async (t) => {
  const database = await openTestDb()
  const { app } = await startReplica(t, database, { environment: { ADMIN_TOKEN: adminToken } })
  await database.close()
  const { status, body } = await ask(app, { url: '/v1/admin/status', headers: adminBearer })
  assert.deepEqual([status, body.status, body.queues], [200, 'degraded', null])
  assert.deepEqual(body.database, { state: 'failed', fault: 'unreachable', kind: 'embedded', milliseconds: null })
})

test('an open breaker makes the status degraded', async (t) => {
  const world = await startWorld(t, { txlist: { findFault: () => 'bad key' } })
  const { get, score } = await startAdmin(t, { world })
  for (let n = 0; n < 5; n++) assert.equal((await score()).status, 502)
  const { status, breakers } = await get('status')
  assert.deepEqual([status, breakers.creator], ['degraded', 'open'])
})

const paths = ['stats', 'scores', 'enrollments', 'api-keys', 'analytics', 'status'].map((name) => `/v1/admin/${name}`)

test('nobody but the operator sees any of it, and an API key is no admin bearer', async (t) => {
  const { app, deps, logged } = await startAdmin(t)
  const { key } = await issueKey(deps, 'enterprise')
  for (const url of paths)
    for (const headers of [{}, { authorization: `Bearer ${key}` }, { authorization: adminToken }]) {
      const response = await ask(app, { url, headers })
      assert.deepEqual([response.status, response.body.error.code], [401, 'unauthorized'], url)
      assert.equal(response.headers['cache-control'], 'no-store')
    }
  assert.ok(!logged().includes(adminToken) && !logged().includes(key))
})

test('without ADMIN_TOKEN all of it is 503', async (t) => {
  const { app } = await startApp(t)
  for (const url of paths) {
    const { status, body } = await ask(app, { url, headers: adminBearer })
    assert.deepEqual([status, body.error.code], [503, 'not_configured'], url)
  }
})
