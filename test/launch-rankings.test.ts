import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markSigned } from '../src/scoring/store.ts'
import { rollUpRankings } from '../src/rankings/roll-up-rankings.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { type TestApp, ask, startApp, startWorld } from './world/app.ts'
import { seedScoreFor, seedSubmission } from './world/seed.ts'
import { readBoard, listIds } from './world/rankings.ts'

const never = new AbortController().signal

const listNames = (rows: object[]) => rows.map((row) => ('name' in row ? row.name : undefined))

async function toPercentile(app: TestApp['app'], id: string) {
  const { body } = await ask(app, { url: `/v1/score/${id}/percentile` })
  return [body.percentile, body.cohortSize]
}

test('repeated submissions take one row and change no other percentile', async (t) => {
  const world = await startWorld(t)
  const { app, deps, score } = await startApp(t, { world })
  const { body: other } = await score({ name: 'Right Sock', symbol: 'RIGHT', creatorAddress: walletNo(7).address })
  await score()
  const before = await toPercentile(app, other.id)
  for (let n = 0; n < 15; n += 1) assert.equal((await score()).status, 201)
  const spellings = ['LEFT SOCK', 'Lеft Sосk', 'ＬｅｆｔSock', 'Left\u00a0Sock!', 'Léft Sóck', 'Ieft Sock']
  for (const [n, name] of spellings.entries())
    assert.equal((await score({ name, symbol: n % 2 ? 'SOCK' : 'SОCK', creatorAddress: bob.address })).status, 201)
  const check = async () => {
    const { best, worst } = await readBoard(app, 'window=all&limit=50')
    assert.deepEqual([best.length, worst.length], [2, 2])
    assert.equal(listNames(best).filter((name) => name === 'Right Sock').length, 1)
    assert.deepEqual((await toPercentile(app, other.id))[1], before[1])
  }
  await check()
  await rollUpRankings(deps, never)
  await check()
})

test('a signed launch keeps its row against copies, and its re-scores move it', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: honest } = await score({ creatorAddress: ada.address })
  const { body: stranger } = await score({ creatorAddress: bob.address, description: 'Another pitch of it.' })
  const row = async (query = 'window=24h') => listIds((await readBoard(app, query)).best)
  assert.deepEqual([await row(), await row('signed=true')], [[stranger.id], []])
  await enroll(app, { scoreId: honest.id, wallet: ada })
  assert.deepEqual(
    [await row(), await row('signed=true'), await row('signed=false')],
    [[honest.id], [honest.id], [honest.id]],
  )
  assert.deepEqual(await toPercentile(app, stranger.id).then(([, size]) => size), 1)
  await score({ creatorAddress: bob.address })
  await ask(app, { method: 'POST', url: `/v1/score/${stranger.id}/rescore` })
  assert.deepEqual([await row(), await row('signed=true')], [[honest.id], [honest.id]])
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${honest.id}/rescore` })
  assert.deepEqual([await row(), await row('signed=true')], [[again.id], [again.id]])
})

test('concurrent scores and signatures leave the newest row of each signed creator', async (t) => {
  const world = await startWorld(t)
  const { app, deps, score } = await startApp(t, { world })
  const wallets = [ada, bob]
  const scored = await Promise.all(wallets.map(({ address }) => score({ creatorAddress: address })))
  await Promise.all([
    ...wallets.map((wallet, n) => enroll(app, { scoreId: scored[n]?.body.id, wallet })),
    ...scored.map(({ body }) => ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })),
    ...Array.from({ length: 6 }, () => score()),
  ])
  const newest = await deps.db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'submission_id')
    .distinctOn('creator_address')
    .select(['scores.id', 'aggregate_x100'])
    .where('standing', '>', 0)
    .orderBy('creator_address')
    .orderBy('scores.created_at', 'desc')
    .orderBy('scores.id', 'desc')
    .execute()
  for (const query of ['', 'signed=true']) {
    const { best } = await readBoard(app, query)
    assert.deepEqual(listIds(best).toSorted(), newest.map(({ id }) => id).toSorted())
    assert.equal(best.filter((row) => 'isCopy' in row && row.isCopy).length, 1)
  }
  assert.deepEqual((await toPercentile(app, newest[0]?.id ?? ''))[1], 2)
})

test('a replay under an older version takes no row and counts nowhere', async (t) => {
  const { app, deps } = await startApp(t)
  const submissionId = await seedSubmission(deps.db)
  const at = Date.now() - 60_000
  const made = await seedScoreFor(deps.db, { submissionId, aggregateX100: 5000, createdAt: new Date(at) })
  const replay = { submissionId, aggregateX100: 9000, createdAt: new Date(at + 1000), isCurrent: false }
  const { id } = await seedScoreFor(deps.db, replay)
  assert.deepEqual(listIds((await readBoard(app, '')).best), [made.id])
  assert.deepEqual(await toPercentile(app, made.id), [50, 1])
  assert.deepEqual(await toPercentile(app, id), [100, 1])
})

test('a replay of a signed score under an older version changes no ranking', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const contractAddress = '0x70ce110000000000000000000000000000000102'
  const { body: honest } = await score({ creatorAddress: ada.address, contractAddress })
  await enroll(app, { scoreId: honest.id, wallet: ada })
  const payload = { promptVersion: 'launch-score@1.1.0' }
  const { status, body: replay } = await ask(app, { method: 'POST', url: `/v1/score/${honest.id}/rescore`, payload })
  assert.deepEqual([status, replay.promptVersion], [201, payload.promptVersion])
  assert.deepEqual(listIds((await readBoard(app, 'window=all')).best), [honest.id])
  assert.equal((await ask(app, { url: `/api/v1/score/${contractAddress}` })).body.id, honest.id)
  assert.deepEqual((await toPercentile(app, replay.id))[1], 1)
})

test('`signed` is true or false, in both lists and on their pages', async (t) => {
  const { app } = await startApp(t)
  for (const path of ['/api/v1/leaderboards', '/api/v1/launches']) {
    for (const good of ['true', 'false']) assert.equal((await ask(app, { url: `${path}?signed=${good}` })).status, 200)
    for (const bad of ['', '1', 'yes', 'TRUE', 'null', 'true&signed=false']) {
      const { status, body } = await ask(app, { url: `${path}?signed=${bad}` })
      assert.deepEqual([status, body.error?.code, body.error?.details[0].path], [400, 'bad_request', 'signed'], bad)
    }
  }
  for (const path of ['/leaderboards', '/launches'])
    assert.deepEqual((await ask(app, { url: `${path}?signed=true` })).status, 200)
})

test('the leaderboards page links to signed scores, also on later pages', async (t) => {
  const { app, deps } = await startApp(t)
  const pageAt = async (url: string) => String((await ask(app, { url })).body).replaceAll('&amp;', '&')
  const [signed, unsigned] = [await seedSubmission(deps.db), await seedSubmission(deps.db)]
  const createdAt = new Date()
  const one = await seedScoreFor(deps.db, { submissionId: signed, aggregateX100: 8000, createdAt })
  const other = await seedScoreFor(deps.db, { submissionId: unsigned, aggregateX100: 9000, createdAt })
  await deps.db.transaction().execute((tx) => markSigned(tx, { submissionId: signed, at: createdAt }))
  const whole = await pageAt('/leaderboards')
  assert.ok(whole.includes(one.id) && whole.includes(other.id))
  assert.ok(whole.includes('href="/leaderboards?signed=true"'))
  const filtered = await pageAt('/leaderboards?window=24h&signed=true')
  assert.ok(filtered.includes(one.id) && !filtered.includes(other.id))
  assert.ok(filtered.includes('href="/leaderboards?signed=true"'), 'another window')
  assert.ok(filtered.includes('href="/leaderboards?tab=lowest&window=24h&signed=true"'), 'another list')
})

test('a cursor of the signed leaderboard is refused by the whole one', async (t) => {
  const { app, deps } = await startApp(t)
  for (let n = 0; n < 2; n += 1)
    await seedScoreFor(deps.db, {
      submissionId: await seedSubmission(deps.db),
      aggregateX100: n,
      createdAt: new Date(),
    })
  const { nextCursor } = await readBoard(app, 'limit=1')
  const { status, body } = await ask(app, { url: `/api/v1/leaderboards?signed=true&cursor=${nextCursor}` })
  assert.deepEqual([status, body.error.details[0].path], [400, 'cursor'])
})
