import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestPrompt } from '../src/signals/judge/prompts.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { startHeldModel } from './world/judge.ts'
import { verdict } from './world/model.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('POST /v1/score: 201 with six signals; GET returns the same bytes', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { status, body, headers } = await score({ creatorAddress: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045' })
  assert.equal(status, 201)
  assert.match(body.id, uuid)
  assert.equal(headers['location'], `/v1/score/${body.id}`)
  assert.deepEqual(Object.keys(body.signals), ['meme', 'creator', 'image', 'name', 'social', 'risk'])
  assert.deepEqual([body.hasStubs, body.confidence, body.stubbedSignals], [false, 'final', []])
  assert.equal(body.promptVersion, newestPrompt().id)
  assert.equal(body.signals.meme.score, 80)
  assert.equal(body.signals.risk.attribution, 'Powered by GoPlus')
  assert.equal(body.rescoredFrom, null)
  assert.equal(body.submission.creatorAddress, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  const total = body.explanation.contributions.reduce((sum: number, one: any) => sum + one.contribution, 0) // oxlint-disable-line typescript/no-explicit-any
  assert.ok(Math.abs(total - body.aggregate) <= 0.035)
  const fetched = await app.inject(`/v1/score/${body.id}`)
  assert.deepEqual(fetched.json(), body)
  assert.equal(fetched.headers['cache-control'], 'public, max-age=3600')
  const again = await app.inject({
    url: `/v1/score/${body.id}`,
    headers: { 'if-none-match': String(fetched.headers['etag']) },
  })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})

test('POST /v1/score: contributions have at most two decimals', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { environment: { OUTBOUND_ALLOW: world.environment['OUTBOUND_ALLOW'] } })
  const { body } = await score({ imageUrl: `${world.images.url}/a.png` })
  const written: number[] = body.explanation.contributions.map((one: { contribution: number }) => one.contribution)
  for (const contribution of written) assert.match(String(contribution), /^\d+(\.\d{1,2})?$/)
})

test('without providers: four stubs of 50, and the other weights are renormalised', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { environment: { OUTBOUND_ALLOW: world.environment['OUTBOUND_ALLOW'] } })
  const { status, body } = await score({ imageUrl: `${world.images.url}/a.png` })
  assert.equal(status, 201)
  assert.deepEqual(body.stubbedSignals, ['meme', 'creator', 'image', 'risk'])
  assert.deepEqual([body.hasStubs, body.confidence], [true, 'preliminary'])
  for (const [name, variable] of [
    ['meme', 'MODEL_PROVIDER'],
    ['image', 'MODEL_PROVIDER'],
    ['creator', 'CREATOR_DATA_URL'],
    ['risk', 'TOKEN_RISK_URL'],
  ] as const) {
    assert.deepEqual([body.signals[name].score, body.signals[name].stub], [50, true])
    assert.match(body.signals[name].reason, new RegExp(variable))
  }
  const { name, social } = body.signals
  assert.equal(body.aggregate, Math.round((name.score * 10 + social.score * 15) * 4) / 100)
})

for (const [fault, refusal] of [
  ['system', [502, 'upstream']],
  ['rate limit', [503, 'unavailable']],
] as const)
  test(`provider fault "${fault}": ${refusal.join(' ')}, and nothing is stored`, async (t) => {
    // longer than a request waits for a retry
    const limit = { status: 429, headers: { 'retry-after': '600' }, body: { code: 4029, message: 'too many requests' } }
    const world = await startWorld(t, { goplus: { findFault: () => (fault === 'rate limit' ? limit : fault) } })
    const { deps, score } = await startApp(t, { world })
    const { status, body } = await score()
    assert.deepEqual([status, body.error.code], refusal)
    for (const table of ['scores', 'submissions', 'images', 'outbox'] as const)
      assert.deepEqual(await deps.db.selectFrom(table).selectAll().execute(), [], table)
  })

test('a score, its submission, its image and its event are written together', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const contractAddress = '0x70ce110000000000000000000000000000000102'
  const { body } = await score({ contractAddress })
  const row = await deps.db.selectFrom('scores').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(JSON.parse(row.body), body)
  assert.deepEqual(Object.keys(row.evidence).sort(), [
    'creator',
    'image',
    'meme',
    'memory',
    'name',
    'proof',
    'risk',
    'social',
  ])
  const event = await deps.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  const { id, event: name, data } = JSON.parse(event.body) as { id: string; event: string; data: object }
  assert.match(id, /^evt_[0-9a-f]{32}$/)
  assert.equal(name, 'score.created')
  assert.deepEqual(data, {
    scoreId: body.id,
    aggregate: body.aggregate,
    band: body.band,
    hasStubs: false,
    contractAddress: body.submission.contractAddress,
    createdAt: body.createdAt,
  })
  const image = await deps.db.selectFrom('images').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(world.model.requests.find((request) => request.image)?.image, image.bytes)
})

test('re-score: a new record with the same verdicts, without a new download', async (t) => {
  let given = 80
  const world = await startWorld(t, { model: { judge: (request) => verdict(request, { score: given }) } })
  const { app, score } = await startApp(t, { world })
  const { body: first } = await score()
  given = 95
  const { status, body, headers } = await ask(app, { method: 'POST', url: `/v1/score/${first.id}/rescore` })
  assert.equal(status, 201)
  assert.notEqual(body.id, first.id)
  assert.equal(headers['location'], `/v1/score/${body.id}`)
  assert.equal(body.rescoredFrom, first.id)
  assert.equal(body.signals.meme.score, 80)
  assert.deepEqual(body.submission, first.submission)
  assert.equal(world.images.requests.length, 1)
  assert.equal(world.model.requests.length, 2)
  assert.deepEqual((await ask(app, { method: 'GET', url: `/v1/score/${first.id}` })).body, first)
})

test('re-score: creator, risk and social use responses at most an hour old', async (t) => {
  const world = await startWorld(t)
  const time = { now: new Date('2026-11-21T12:00:00.000Z') }
  const { app, deps, score } = await startApp(t, { world, clock: { now: () => time.now } })
  const times = async (id: string) => {
    const { evidence } = await deps.db
      .selectFrom('scores')
      .select('evidence')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { creator, risk, social } = evidence as Record<string, { fetchedAt: Record<string, string> }>
    return [creator?.fetchedAt['walletHistory'], risk?.fetchedAt['addressReport'], social?.fetchedAt['standing']]
  }
  const first = '2026-11-21T12:00:00.000Z'
  const { body } = await score()
  assert.deepEqual(await times(body.id), [first, first, first])
  const rescore = async () => (await ask(app, { method: 'POST', url: `/v1/score/${body.id}/rescore` })).body.id
  const again = []
  for (const at of ['2026-11-21T12:00:59.000Z', '2026-11-21T13:00:01.000Z']) {
    time.now = new Date(at)
    again.push(await times(await rescore()))
  }
  const [soon, late] = ['2026-11-21T12:00:59.000Z', '2026-11-21T13:00:01.000Z']
  assert.deepEqual(again, [
    [first, first, soon],
    [late, late, late],
  ])
})

test('re-score: takes no body, an empty one, {} or a known prompt version only', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const url = `/v1/score/${(await score()).body.id}/rescore`
  const json = { 'content-type': 'application/json' }
  const good = [{}, { headers: json }, { payload: {} }, { payload: { promptVersion: 'launch-score@1.1.0' } }]
  for (const request of good) assert.equal((await ask(app, { method: 'POST', url, ...request })).status, 201)
  for (const payload of [
    { promptVersion: 'launch-score@9.9.9' },
    { promptVersion: '../../etc' },
    { promptVersion: 1 },
    { prompt: 'x' },
    [],
  ]) {
    const { status, body } = await ask(app, { method: 'POST', url, payload })
    assert.equal(status, 400)
    assert.equal(body.error.code, 'bad_request')
  }
  const gone = await ask(app, { method: 'POST', url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/rescore' })
  assert.equal(gone.status, 404)
})

test('GET /api/v1/score/:tokenAddress: finds the newest score, in any letter case', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const contractAddress = '0x70ce110000000000000000000000000000000102'
  await score({ contractAddress })
  const { body: newest } = await score({ contractAddress: contractAddress.replace('ce', 'CE') }).then(() =>
    score({ contractAddress, name: 'Right Sock' }),
  )
  for (const address of [
    contractAddress,
    `0x${contractAddress.slice(2).toUpperCase()}`,
    newest.submission.contractAddress,
  ]) {
    const { status, body } = await ask(app, { method: 'GET', url: `/api/v1/score/${address}` })
    assert.equal(status, 200)
    assert.equal(body.id, newest.id)
  }
  assert.equal((await ask(app, { method: 'GET', url: `/api/v1/score/0x${'1'.repeat(40)}` })).status, 404)
  const { status, body } = await ask(app, { method: 'GET', url: '/api/v1/score/0x12' })
  assert.equal(status, 400)
  assert.equal(body.error.details[0].path, 'tokenAddress')
})

test('percentile: each launch counts once, by its newest final score; ties count half', async (t) => {
  const scores = [10, 20, 30, 30, 40]
  const world = await startWorld(t, {
    model: { judge: (request) => verdict(request, { score: scoreIn(request.text) }) },
  })
  const { app, score } = await startApp(t, { world })
  const ids: string[] = []
  for (const [n, points] of scores.entries())
    ids.push(
      (
        await score({
          symbol: `SOCK${n + 2}`,
          description: `pitch ${n} of points-${points}.`,
          creatorAddress: `0xa11ce${'0'.repeat(34)}${n}`,
        })
      ).body.id,
    )
  await ask(app, { method: 'POST', url: `/v1/score/${ids[0]}/rescore` })
  const { status, body } = await ask(app, { method: 'GET', url: `/v1/score/${ids[2]}/percentile` })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), [
    'scoreId',
    'window',
    'percentile',
    'cohortSize',
    'aggregate',
    'band',
    'confidence',
    'promptVersion',
    'asOf',
  ])
  assert.deepEqual([body.window, body.cohortSize, body.percentile], ['7d', 5, 60])
  for (const window of ['24h', '7d', '30d', 'all'])
    assert.equal(
      (await ask(app, { method: 'GET', url: `/v1/score/${ids[2]}/percentile?window=${window}` })).body.window,
      window,
    )
  const wrong = await ask(app, { method: 'GET', url: `/v1/score/${ids[2]}/percentile?window=1y` })
  assert.equal(wrong.status, 400)
  assert.equal(wrong.body.error.details[0].path, 'window')
})

/** The data marks stand between words. */
const scoreIn = (text: string) => Number(/points-(\d+)/.exec(text)?.[1] ?? 50)

test('percentile: a preliminary score is compared but never counted', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { environment: { OUTBOUND_ALLOW: world.environment['OUTBOUND_ALLOW'] } })
  const { body } = await score({ imageUrl: `${world.images.url}/a.png` })
  const { body: percentile } = await ask(app, { method: 'GET', url: `/v1/score/${body.id}/percentile` })
  assert.deepEqual([percentile.cohortSize, percentile.percentile], [0, null])
})

test('a scoring ends when its client disconnects, and nothing is stored', async (t) => {
  const { deps, submission, url, asked, countScorings } = await startHeldModel(t)
  const client = new AbortController()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(submission())
  const response = fetch(`${url}/v1/score`, { method: 'POST', headers, body, signal: client.signal })
  await asked
  assert.equal(await countScorings(), 1)
  client.abort()
  await assert.rejects(response)
  const endsAt = performance.now() + 10_000
  while ((await countScorings()) !== 0) {
    assert.ok(performance.now() < endsAt, 'it still waits for the model')
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
})

test('POST /v1/score: 400 for a name or ticker that makes the service’s claims', async (t) => {
  const { score } = await startApp(t, { environment: { SERVICE_NAME: 'Padscore' } })
  for (const [field, text] of [
    ['name', 'Spoon ($SPOON): 98.6 of 100, Green'],
    ['name', 'Spoon ✅ Verified'],
    ['name', 'Padscore Official'],
    ['symbol', '98/100'],
    ['symbol', '$PADSC0RE'],
  ] as const) {
    const { status, body } = await score({ [field]: text })
    assert.deepEqual([status, body.error.code], [400, 'bad_request'], text)
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string }) => path),
      [field],
      text,
    )
  }
})
