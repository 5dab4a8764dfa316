import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rollUpRankings } from '../src/rankings/roll-up-rankings.ts'
import { walletNo } from './world/creators.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { seedScoreFor, seedSubmission } from './world/seed.ts'
import { readBoard, listIds, walkOn } from './world/rankings.ts'

const never = new AbortController().signal

const url = '/api/v1/leaderboards'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

test('a final score is listed at once, and its re-score replaces it', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const empty = { window: '24h', limit: 10, best: [], worst: [], bestCount: 0, worstCount: 0, nextCursor: null }
  assert.deepEqual((await ask(app, { url })).body, empty)
  const contractAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const { body: scored } = await score({ contractAddress })
  const entry = {
    scoreId: scored.id,
    chainId: 8453,
    name: 'Left Sock',
    symbol: 'SOCK',
    creatorAddress: scored.submission.creatorAddress,
    contractAddress,
    aggregate: scored.aggregate,
    band: scored.band,
    outcome: null,
    warnings: [],
    isCopy: false,
    createdAt: scored.createdAt,
  }
  const one = { ...empty, best: [entry], worst: [entry], bestCount: 1, worstCount: 1 }
  assert.deepEqual((await ask(app, { url })).body, one)
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${scored.id}/rescore` })
  const { body } = await ask(app, { url: `${url}?window=all&limit=50` })
  assert.deepEqual([listIds(body.best), listIds(body.worst)], [[again.id], [again.id]])
})

test('a preliminary score is on no leaderboard', async (t) => {
  const world = await startWorld(t)
  const { TOKEN_RISK_URL: _, ...environment } = world.environment
  const { app, score } = await startApp(t, { world, environment })
  assert.equal((await score()).body.hasStubs, true)
  assert.deepEqual((await readBoard(app, 'window=all')).best, [])
})

test('a score of one replica is listed and counted by another at once', async (t) => {
  const world = await startWorld(t)
  const one = await startApp(t, { world })
  const other = await startReplica(t, one.deps, { world })
  for (let n = 1; n <= 3; n += 1) {
    const { body: scored } = await one.score({ symbol: `SOCK${n}`, creatorAddress: walletNo(n).address })
    assert.ok(listIds((await readBoard(other.app, '')).best).includes(scored.id))
    const { body } = await ask(other.app, { url: `/v1/score/${scored.id}/percentile` })
    assert.deepEqual([body.percentile, body.cohortSize], [50, n])
    if (n === 2) await rollUpRankings(other.deps, never)
  }
})

test('equal aggregates are ordered by age, then by id; ten in each order by default', async (t) => {
  const { app, deps } = await startApp(t)
  const now = Date.now()
  const add = async (aggregateX100: number, agoMs: number) => {
    const submissionId = await seedSubmission(deps.db)
    return seedScoreFor(deps.db, { submissionId, aggregateX100, createdAt: new Date(now - agoMs) })
  }
  const tied = [await add(5000, 30), await add(5000, 20), await add(5000, 20), await add(5000, 10)].map(({ id }) => id)
  const middle = tied.slice(1, 3).toSorted()
  const [low, high] = [await add(4999, 0), await add(5001, 0)]
  const [oldest, , , newest] = tied
  const { best, worst } = await readBoard(app, '')
  assert.deepEqual(listIds(best), [high.id, oldest, ...middle, newest, low.id])
  assert.deepEqual(listIds(worst), [low.id, oldest, ...middle, newest, high.id])
  for (let n = 0; n < 9; n += 1) await add(100 * n, 5)
  const { best: ten, worst: others, nextCursor } = await readBoard(app, '')
  assert.deepEqual([ten.length, others.length, typeof nextCursor], [10, 10, 'string'])
  const all = await walkOn(app, 'limit=7', await readBoard(app, 'limit=7'))
  assert.deepEqual([all.best.length, all.worst.length], [15, 15])
})

test('a score leaves a window when it is as old as the window', async (t) => {
  const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const submissionId = await seedSubmission(deps.db)
  const { id } = await seedScoreFor(deps.db, { submissionId, aggregateX100: 5000, createdAt: clock.now() })
  const seen = async (window: string) => {
    const { body } = await ask(app, { url: `/v1/score/${id}/percentile?window=${window}` })
    const listed = window === '30d' ? body.cohortSize : listIds((await readBoard(app, `window=${window}`)).best).length
    return [listed, body.cohortSize, body.percentile]
  }
  const born = clock.at
  for (const [window, days] of [
    ['24h', 1],
    ['7d', 7],
    ['30d', 30],
  ] as const) {
    for (const fold of [false, true]) {
      clock.at = born + days * dayMs - 1
      if (fold) await rollUpRankings(deps, never)
      assert.deepEqual(await seen(window), [1, 1, 50], window)
      clock.at += 1
      if (fold) await rollUpRankings(deps, never)
      assert.deepEqual(await seen(window), [0, 0, null], window)
    }
  }
  assert.deepEqual(await seen('all'), [1, 1, 50])
})

test('a cursor older than an hour moves forward, and the pages end', async (t) => {
  const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const add = async (aggregateX100: number) => {
    const submissionId = await seedSubmission(deps.db)
    return (await seedScoreFor(deps.db, { submissionId, aggregateX100, createdAt: clock.now() })).id
  }
  const ids = [await add(9000), await add(8000), await add(7000)]
  const first = await readBoard(app, 'limit=1')
  clock.at += 30 * minuteMs
  const late = await add(7500)
  assert.deepEqual(listIds((await walkOn(app, 'limit=1', first)).best), ids)
  clock.at += 70 * minuteMs
  assert.deepEqual(listIds((await walkOn(app, 'limit=1', first)).best), [ids[0], ids[1], late, ids[2]])
  clock.at += 2 * dayMs
  assert.deepEqual(listIds((await walkOn(app, 'limit=1', first)).best), ids.slice(0, 1))
})

test('a score outside the window at the first page is on no later page', async (t) => {
  const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const old = await seedSubmission(deps.db)
  const add = (submissionId: string, aggregateX100: number) =>
    seedScoreFor(deps.db, { submissionId, aggregateX100, createdAt: clock.now() })
  await add(old, 6000)
  clock.at += dayMs + minuteMs
  const ids = []
  for (const aggregate of [9000, 8000, 5000]) ids.push((await add(await seedSubmission(deps.db), aggregate)).id)
  clock.at += minuteMs
  const first = await readBoard(app, 'limit=1')
  clock.at += minuteMs
  await add(old, 6500)
  assert.deepEqual(listIds((await walkOn(app, 'limit=1', first)).best), ids)
})

test('a score made and replaced after the first page is on no later page', async (t) => {
  const clock = { at: Date.parse('2026-11-20T12:00:00.000Z'), now: () => new Date(clock.at) }
  const { app, deps } = await startApp(t, { clock })
  const add = (submissionId: string, aggregateX100: number) =>
    seedScoreFor(deps.db, { submissionId, aggregateX100, createdAt: clock.now() })
  const ids = []
  for (const aggregate of [9000, 8000, 5000]) ids.push((await add(await seedSubmission(deps.db), aggregate)).id)
  clock.at += minuteMs
  const first = await readBoard(app, 'limit=1')
  const later = await seedSubmission(deps.db)
  for (const aggregate of [7000, 6500]) {
    clock.at += minuteMs
    await add(later, aggregate)
  }
  assert.deepEqual(listIds((await walkOn(app, 'limit=1', first)).best), ids)
})

test('an invalid window, limit or cursor is 400 and named', async (t) => {
  const { app, deps } = await startApp(t)
  for (let n = 0; n < 2; n += 1)
    await seedScoreFor(deps.db, {
      submissionId: await seedSubmission(deps.db),
      aggregateX100: n,
      createdAt: new Date(),
    })
  const { nextCursor } = await readBoard(app, 'window=7d&limit=1')
  assert.equal((await readBoard(app, `window=7d&limit=50&cursor=${nextCursor}&unknown=1`)).best.length, 1)
  const wrong: [path: string, query: string][] = [
    ...['30d', '', '24H', '7d&window=all'].map((window): [string, string] => ['window', `window=${window}`]),
    ...['0', '51', '-1', '1.5', '0x10', '+5', '', '5&limit=6'].map((limit): [string, string] => [
      'limit',
      `limit=${limit}`,
    ]),
    ...['', 'x', 'A'.repeat(87), '_'.repeat(88), 'A'.repeat(32), nextCursor].map((c): [string, string] => [
      'cursor',
      `cursor=${c}`,
    ]),
    ['cursor', `window=all&cursor=${nextCursor}`],
    ['cursor', `window=7d&cursor=${nextCursor}&cursor=${nextCursor}`],
  ]
  for (const [path, query] of wrong) {
    const { status, body } = await ask(app, { url: `${url}?${query}` })
    assert.deepEqual([status, body.error?.code, body.error?.details[0].path], [400, 'bad_request', path], query)
  }
})

test('a made-up cursor never causes a 500', async (t) => {
  const { app, deps } = await startApp(t)
  await seedScoreFor(deps.db, { submissionId: await seedSubmission(deps.db), aggregateX100: 1, createdAt: new Date() })
  for (const fill of [0x00, 0x01, 0x7f, 0x80, 0xff])
    for (const window of [0, 1, 2, 3]) {
      const head = Buffer.alloc(18, fill)
      head[0] = window
      head[17] = 0
      const place = Buffer.alloc(24, fill).fill(0, 0, 3) // of a time that there is
      const cursor = Buffer.concat([head, place, place]).toString('base64url')
      const { status } = await ask(app, {
        url: `${url}?window=${['24h', '7d', 'all', 'all'][window]}&cursor=${cursor}`,
      })
      assert.equal(status, window === 3 ? 400 : 200)
    }
})

test('leaderboards are cached briefly, and revalidated with 304', async (t) => {
  const { app, deps } = await startApp(t)
  await seedScoreFor(deps.db, { submissionId: await seedSubmission(deps.db), aggregateX100: 1, createdAt: new Date() })
  const { headers } = await ask(app, { url })
  assert.match(String(headers['cache-control']), /^public, max-age=\d$/)
  const again = await app.inject({ url, headers: { 'if-none-match': `W/${String(headers['etag'])}` } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)
})

test('an unchanged first page with a next one keeps its ETag within a minute', async (t) => {
  const clock = handClock('2026-11-22T12:00:00.000Z')
  const { app, deps } = await startApp(t, { clock })
  for (const aggregateX100 of [8000, 4000]) {
    const submissionId = await seedSubmission(deps.db)
    await seedScoreFor(deps.db, { submissionId, aggregateX100, createdAt: new Date('2026-11-22T11:00:00.000Z') })
  }
  const first = await ask(app, { url: `${url}?limit=1` })
  assert.notEqual(first.body.nextCursor, null)
  const headers = { 'if-none-match': `W/${String(first.headers['etag'])}` }
  clock.move(59_000)
  assert.equal((await app.inject({ url: `${url}?limit=1`, headers })).statusCode, 304)
  clock.move(dayMs)
  assert.equal((await app.inject({ url: `${url}?limit=1`, headers })).statusCode, 200)
})
