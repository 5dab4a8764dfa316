import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { ask, startApp } from './world/app.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { hideScore } from './world/operators.ts'
import { seedScore } from './world/seed.ts'

const url = '/api/v1/scores'
const at = (minute: number) => new Date(Date.parse('2026-11-20T12:00:00.000Z') + minute * 60_000)

async function start(t: TestContext) {
  const service = await startApp(t)
  const list = async (query = '') => {
    const { status, body, headers } = await ask(service.app, { url: `${url}?${query}` })
    assert.equal(status, 200, JSON.stringify(body))
    const ids = body.scores.map(({ scoreId }: { scoreId: string }) => scoreId) as string[]
    return { ids, body, headers }
  }
  return { ...service, list }
}

test('GET /api/v1/scores: final scores, newest first, re-scores included', async (t) => {
  const service = await start(t)
  const { app, deps, list } = service
  assert.deepEqual((await list()).body, { scores: [], limit: 25, nextCursor: null })
  const first = await seedScore(deps, { creatorAddress: ada.address, createdAt: at(1) })
  const again = await seedScore(deps, { creatorAddress: ada.address, rescoredFrom: first, createdAt: at(5) })
  await seedScore(deps, { creatorAddress: bob.address, hasStubs: true, createdAt: at(2) })
  const tested = await seedScore(deps, { creatorAddress: bob.address, createdAt: at(3) })
  const replayed = await seedScore(deps, { creatorAddress: bob.address, createdAt: at(4) })
  await sql`update scores set is_test = true where id = ${tested}`.execute(deps.db)
  await sql`update scores set is_current = false where id = ${replayed}`.execute(deps.db)
  const hidden = await seedScore(deps, { creatorAddress: bob.address, name: 'Hidden', createdAt: at(6) })
  await hideScore(service, hidden)
  const { ids, body, headers } = await list()
  assert.deepEqual(ids, [again, first])
  const { body: found } = await ask(app, { method: 'POST', url: '/api/v1/lookup', payload: { scores: ids } })
  assert.deepEqual(body.scores, found.scores)
  assert.equal(headers['cache-control'], 'public, max-age=5')
  const unchanged = await ask(app, { url, headers: { 'if-none-match': String(headers['etag']) } })
  assert.equal(unchanged.status, 304)
})

test('GET /api/v1/scores: the filters, alone and together', async (t) => {
  const { app, deps, list } = await start(t)
  const seed = (points: number, minute: number, wallet: number) =>
    seedScore(deps, {
      creatorAddress: walletNo(wallet).address,
      points,
      createdAt: at(minute),
      name: `Launch ${minute}`,
    })
  const [green, red, signedRed, signedGreen] = [
    await seed(90, 1, 1),
    await seed(10, 2, 2),
    await seed(20, 3, 3),
    await seed(95, 4, 4),
  ]
  await enroll(app, { scoreId: signedRed, wallet: walletNo(3) })
  await enroll(app, { scoreId: signedGreen, wallet: walletNo(4) })
  assert.deepEqual((await list()).ids, [signedGreen, signedRed, red, green])
  assert.deepEqual((await list('band=red')).ids, [signedRed, red])
  assert.deepEqual((await list('signed=true')).ids, [signedGreen, signedRed])
  assert.deepEqual((await list('signed=false')).ids, [signedGreen, signedRed, red, green])
  assert.deepEqual((await list('signed=true&band=red')).ids, [signedRed])
  assert.deepEqual((await list(`since=${at(2).toISOString()}`)).ids, [signedGreen, signedRed, red])
  assert.deepEqual((await list('chainId=8453&limit=1')).ids, [signedGreen])
  assert.deepEqual((await list('band=amber')).ids, [])
})

test('GET /api/v1/scores: pages show every score once, also while scores are added', async (t) => {
  const { deps, list } = await start(t)
  for (let n = 0; n < 12; n += 1) {
    // Every band, and some at the same time.
    const seed = { creatorAddress: walletNo(n + 1).address, points: (n * 37) % 100, createdAt: at(Math.floor(n / 3)) }
    await seedScore(deps, { ...seed, name: `Launch ${n}` })
  }
  let minute = 100
  for (const filter of ['', '&band=red']) {
    const whole = (await list(`limit=50${filter}`)).ids
    const walked: string[] = []
    for (let query: string | null = `limit=2${filter}`; query !== null;) {
      const { ids, body } = await list(query)
      walked.push(...ids)
      query = body.nextCursor && `limit=2${filter}&cursor=${body.nextCursor}`
      await seedScore(deps, { creatorAddress: ada.address, points: 10, createdAt: at((minute += 1)) })
    }
    assert.ok(whole.length >= 4)
    assert.deepEqual(walked, whole)
  }
})

test('GET /api/v1/scores: 400 names the invalid parameter', async (t) => {
  const { app } = await start(t)
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['limit=1e1', 'limit'],
    ['cursor=x', 'cursor'],
    [`cursor=${'_'.repeat(32)}`, 'cursor'],
    ['band=blue', 'band'],
    ['signed=perhaps', 'signed'],
    ['chainId=1', 'chainId'],
    ['chainId=base', 'chainId'],
    ['since=yesterday', 'since'],
    ['since=2026-02-30T00:00:00Z', 'since'],
  ]) {
    const { status, body } = await ask(app, { url: `${url}?${query}` })
    assert.equal(status, 400, query)
    assert.equal(body.error.details[0].path, field, query)
  }
})
