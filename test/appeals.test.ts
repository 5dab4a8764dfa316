import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { startRpc } from '../dev/stand-ins/rpc.ts'
import { appeal, postAppeal, signedAppeal, ada, bob, enroll } from './world/creators.ts'
import { closeAfter } from './world/waiting.ts'
import { type AppOptions, type TestApp, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { runCommand } from '../src/main/commands.ts'
import { seedScore } from './world/seed.ts'
import { verdict } from './world/model.ts'

const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
const reason = 'The judge read “sock” as “sack”.'

/** A seeded score that ada has enrolled. */
async function startEnrolled(t: TestContext, options: AppOptions = {}) {
  const service = await startApp(t, { environment: { ADMIN_TOKEN: adminToken }, ...options })
  const scoreId = await seedScore(service.deps, { creatorAddress: ada.address })
  assert.equal((await enroll(service.app, { scoreId, wallet: ada })).status, 201)
  return { ...service, scoreId }
}

const getAppeal = (app: TestApp['app'], scoreId: string) => ask(app, { url: `/v1/score/${scoreId}/appeal` })
const listAppeals = (app: TestApp['app'], query = '') =>
  ask(app, { url: `/v1/admin/appeals${query}`, headers: adminBearer })
const answerAppeal = (app: TestApp['app'], id: string, payload: object) =>
  ask(app, { method: 'POST', url: `/v1/admin/appeals/${id}/answer`, headers: adminBearer, payload })

test('POST /v1/score/:id/appeal: the creator’s appeal is stored, and public', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  assert.equal((await getAppeal(app, scoreId)).status, 404)
  const { status, headers, body } = await appeal(app, { scoreId, wallet: ada, reason: `  ${reason}\r\nLook again. ` })
  assert.deepEqual([status, headers['location']], [201, `/v1/score/${scoreId}/appeal`])
  const { appealId, appealedAt, message, signature, ...rest } = body
  assert.deepEqual(rest, {
    scoreRequestId: scoreId,
    creatorAddress: ada.address,
    reason: `${reason}\nLook again.`,
    state: 'open',
    outcome: null,
    answer: null,
    answeredAt: null,
    rescoredAs: null,
  })
  assert.match(
    message,
    new RegExp(
      `^Launchscore Appeal\nScore: ${scoreId}\nCreator: ${ada.address}\nDigest: 0x[0-9a-f]{64}\nIssued: .*Z\nDomain: localhost:8080$`,
    ),
  )
  assert.deepEqual((await getAppeal(app, scoreId.toUpperCase())).body, body)
  assert.ok(appealId && appealedAt && signature)
})

test('POST /v1/score/:id/appeal: of two at once, and of any later one, one is accepted', async (t) => {
  const { app, deps, scoreId } = await startEnrolled(t)
  const other = await startReplica(t, deps, { environment: { ADMIN_TOKEN: adminToken } })
  const bodies = await Promise.all(
    ['first', 'second', 'third', 'fourth'].map((one) => signedAppeal(app, { scoreId, wallet: ada, reason: one })),
  )
  const answers = await Promise.all(bodies.map((body, n) => postAppeal(n % 2 ? app : other.app, scoreId, body)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  )
  const accepted = answers.find(({ status }) => status === 201)
  assert.equal((await getAppeal(app, scoreId)).body.reason, accepted?.body.reason)
  for (const body of bodies) assert.equal((await postAppeal(app, scoreId, body)).body.error.code, 'conflict')
  assert.equal((await listAppeals(app)).body.appeals.length, 1)
})

test('POST /v1/score/:id/appeal: only the creator who enrolled the score can appeal', async (t) => {
  const { app, deps, scoreId } = await startEnrolled(t)
  const draft = { reason, creatorAddress: bob.address, issuedAt: new Date().toISOString() }
  const lines = (await signedAppeal(app, { scoreId, wallet: ada, reason })).signature
  const strangers = await postAppeal(app, scoreId, { ...draft, signature: lines })
  assert.deepEqual([strangers.status, strangers.body.error.code], [409, 'conflict'])
  const notEnrolled = await seedScore(deps, { creatorAddress: bob.address, name: 'Other' })
  const early = await postAppeal(app, notEnrolled, { ...draft, signature: lines })
  assert.deepEqual([early.status, early.body.error.code], [409, 'conflict'])
  assert.match(early.body.error.message, /not enrolled/)
  assert.equal((await postAppeal(app, unknownId, { ...draft, signature: lines })).status, 404)
  assert.equal((await getAppeal(app, scoreId)).status, 404)
})

const otherDigest = createHash('sha256').update('another reason').digest('hex')
const faults: [name: string, change: (message: string) => string][] = [
  ['another title', (message) => message.replace('Appeal', 'Enrollment')],
  ['another score', (message) => message.replace(/Score: .*/, `Score: ${unknownId}`)],
  ['another creator', (message) => message.replace(ada.address, bob.address)],
  ['an address in lower case', (message) => message.replace(ada.address, ada.address.toLowerCase())],
  ['another reason', (message) => message.replace(/Digest: .*/, `Digest: 0x${otherDigest}`)],
  ['another time', (message) => message.replace(/Issued: \d/, 'Issued: 1')],
  ['another domain', (message) => message.replace('localhost', 'evil.example')],
  ['a line break more', (message) => `${message}\n`],
  ['other line breaks', (message) => message.replaceAll('\n', '\r\n')],
]
for (const [name, change] of faults)
  test(`POST /v1/score/:id/appeal: 401 for a signature over ${name}`, async (t) => {
    const { app, scoreId } = await startEnrolled(t)
    const { signature: _, ...draft } = await signedAppeal(app, { scoreId, wallet: ada, reason })
    const { body } = await ask(app, { method: 'POST', url: `/v1/score/${scoreId}/appeal/message`, payload: draft })
    const changed = change(body.message)
    assert.notEqual(changed, body.message)
    const refused = await postAppeal(app, scoreId, { ...draft, signature: await ada.signMessage({ message: changed }) })
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'])
    assert.equal((await getAppeal(app, scoreId)).status, 404)
  })

test('POST /v1/score/:id/appeal: 401 for another wallet’s signature', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  const good = await signedAppeal(app, { scoreId, wallet: ada, reason })
  const { body } = await ask(app, {
    method: 'POST',
    url: `/v1/score/${scoreId}/appeal/message`,
    payload: { reason, creatorAddress: ada.address, issuedAt: good.issuedAt },
  })
  const signature = await bob.signMessage({ message: body.message })
  assert.equal((await postAppeal(app, scoreId, { ...good, signature })).status, 401)
})

// The list is made when the file loads, and its tests may run minutes later.
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const wrongBodies: [path: string, over: object][] = [
  ['reason', { reason: undefined }],
  ['reason', { reason: '' }],
  ['reason', { reason: ' \u200b\n' }],
  ['reason', { reason: 'x'.repeat(1001) }],
  ['reason', { reason: 'a\u0000b' }],
  ['reason', { reason: 'a\u202eb' }],
  ['reason', { reason: '\ud800' }],
  ['issuedAt', { issuedAt: undefined }],
  ['issuedAt', { issuedAt: 'now' }],
  ['issuedAt', { issuedAt: minutes(60) }],
  ['issuedAt', { issuedAt: minutes(-6) }],
  ['creatorAddress', { creatorAddress: 'ada.base.eth' }],
  ['creatorAddress', { creatorAddress: ada.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) }],
  ['signature', { signature: undefined }],
  ['signature', { signature: '0x1' }],
  ['fresh', { fresh: true }],
]
for (const [path, over] of wrongBodies)
  test(`POST /v1/score/:id/appeal: 400 for ${JSON.stringify(over).slice(0, 40)}`, async (t) => {
    const { app, scoreId } = await startEnrolled(t)
    const good = await signedAppeal(app, { scoreId, wallet: ada, reason })
    const { status, body } = await postAppeal(app, scoreId, { ...good, ...over })
    assert.deepEqual([status, body.error.details?.[0]?.path], [400, path])
  })

test('POST /v1/score/:id/appeal: 1,000 characters outside the basic plane are accepted', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  assert.equal((await appeal(app, { scoreId, wallet: ada, reason: '🧦'.repeat(1000) })).status, 201)
})

test('POST /v1/score/:id/appeal: 502 while the node for the signature is down', async (t) => {
  const node = await startRpc({ findFault: () => 'http 500' })
  closeAfter(t, node.close)
  const { app, scoreId } = await startEnrolled(t, { environment: { CHAIN_RPC_URL: node.url } })
  const good = await signedAppeal(app, { scoreId, wallet: ada, reason })
  assert.equal((await postAppeal(app, scoreId, { ...good, signature: '0x1234' })).status, 502)
  assert.equal((await postAppeal(app, scoreId, good)).status, 201)
})

test('POST /v1/score/:id/appeal: 429 after 20 a minute', async (t) => {
  const { app, scoreId } = await startEnrolled(t, { elapsedMs: () => 0 })
  const post = () =>
    ask(app, { method: 'POST', url: `/v1/score/${scoreId}/appeal`, payload: {}, remoteAddress: '192.0.2.9' })
  for (let n = 0; n < 20; n++) assert.equal((await post()).status, 400)
  assert.equal((await post()).status, 429)
})

test('POST /v1/admin/appeals/:id/answer: an answer is public, and the only one', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  const before = await ask(app, { url: `/v1/score/${scoreId}` })
  const { body: open } = await appeal(app, { scoreId, wallet: ada, reason })
  const answers = await Promise.all([
    answerAppeal(app, open.appealId, { outcome: 'declined', answer: 'The judge was right.' }),
    answerAppeal(app, open.appealId, { outcome: 'upheld', answer: 'The judge was wrong.' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const won = answers.find(({ status }) => status === 200)?.body
  const { body } = await getAppeal(app, scoreId)
  assert.deepEqual(
    [body.state, body.outcome, body.answer, body.rescoredAs],
    ['answered', won.outcome, won.answer, null],
  )
  assert.equal(body.answeredBy, undefined)
  assert.equal(won.answeredBy, 'admin')
  assert.equal((await ask(app, { url: `/v1/score/${scoreId}` })).headers['etag'], before.headers['etag'])
})

test('POST /v1/admin/appeals/:id/answer: 400, 401 and 404', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  const { body: open } = await appeal(app, { scoreId, wallet: ada, reason })
  const good = { outcome: 'upheld', answer: 'Yes.' }
  for (const over of [
    { outcome: 'maybe' },
    { answer: ' ' },
    { answer: 'x'.repeat(1001) },
    { rescore: 'yes' },
    { by: 1 },
  ])
    assert.equal((await answerAppeal(app, open.appealId, { ...good, ...over })).status, 400)
  assert.equal((await answerAppeal(app, unknownId, good)).status, 404)
  const url = `/v1/admin/appeals/${open.appealId}/answer`
  assert.equal((await ask(app, { method: 'POST', url, payload: good })).status, 401)
  assert.equal((await ask(app, { url: '/v1/admin/appeals' })).status, 401)
  assert.equal((await getAppeal(app, scoreId)).body.state, 'open')
})

test('GET /v1/admin/appeals: pages, newest first, by state', async (t) => {
  const service = await startEnrolled(t)
  const { app, deps } = service
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    const scoreId = await seedScore(deps, { creatorAddress: ada.address, name })
    await enroll(app, { scoreId, wallet: ada })
    ids.unshift((await appeal(app, { scoreId, wallet: ada, reason: name })).body.appealId)
  }
  const first = (await listAppeals(app, '?limit=2')).body
  const second = (await listAppeals(app, `?limit=2&cursor=${first.nextCursor}`)).body
  const listed = [...first.appeals, ...second.appeals]
  assert.deepEqual(
    listed.map(({ appealId }) => appealId),
    ids,
  )
  assert.deepEqual([listed[0].name, second.nextCursor], ['Three', null])
  await answerAppeal(app, ids[1] ?? '', { outcome: 'declined', answer: 'No.' })
  const toIds = async (state: string) =>
    (await listAppeals(app, `?state=${state}`)).body.appeals.map(({ appealId }: { appealId: string }) => appealId)
  assert.deepEqual([await toIds('open'), await toIds('answered')], [[ids[0], ids[2]], [ids[1]]])
  assert.equal((await listAppeals(app, '?state=odd')).status, 400)
})

/** A real score of ada's, by a judge whose verdict rises with every call. */
async function startJudged(t: TestContext) {
  let points = 40
  let isDown = false
  const world = await startWorld(t, {
    model: {
      judge: (request) => verdict(request, { score: (points += 5) }),
      findFault: () => (isDown ? 'server error' : undefined),
    },
  })
  const environment = { ...world.environment, ADMIN_TOKEN: adminToken }
  const service = await startApp(t, { world, environment })
  const { body: score } = await service.score({ creatorAddress: ada.address })
  await enroll(service.app, { scoreId: score.id, wallet: ada })
  const rescore = async (id: string = score.id) =>
    (await ask(service.app, { method: 'POST', url: `/v1/score/${id}/rescore` })).body
  return { ...service, submit: service.score, world, score, rescore, setDown: (down: boolean) => (isDown = down) }
}

const judged = ({ signals }: { signals: Record<'meme' | 'image', { score: number }> }) => [
  signals.meme.score,
  signals.image.score,
]

test('an answer with a re-score takes fresh samples once, which later re-scores reuse', async (t) => {
  const { app, deps, world, score, rescore, submit } = await startJudged(t)
  assert.deepEqual(judged(await rescore()), judged(score))
  const { body: open } = await appeal(app, { scoreId: score.id, wallet: ada, reason })
  const calls = world.model.requests.length
  const { body: answered } = await answerAppeal(app, open.appealId, {
    outcome: 'upheld',
    answer: 'Yes.',
    rescore: true,
  })
  assert.equal(world.model.requests.length, calls + 2)
  const fresh = (await ask(app, { url: `/v1/score/${answered.rescoredAs}` })).body
  assert.equal(fresh.rescoredFrom, score.id)
  assert.notDeepEqual(judged(fresh), judged(score))
  assert.deepEqual((await ask(app, { url: `/v1/score/${score.id}` })).body, score)
  for (const id of [score.id, fresh.id]) assert.deepEqual(judged(await rescore(id)), judged(fresh))
  assert.deepEqual(judged((await submit({ creatorAddress: bob.address })).body), judged(score))
  assert.equal(world.model.requests.length, calls + 2)
  const { count } = await deps.db
    .selectFrom('judge_samples')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 4)
})

test('of two answers with a re-score at once, one makes a record', async (t) => {
  const { app, deps, score } = await startJudged(t)
  const { body: open } = await appeal(app, { scoreId: score.id, wallet: ada, reason })
  const answer = { outcome: 'upheld', answer: 'Yes.', rescore: true }
  const answers = await Promise.all([1, 2].map(() => answerAppeal(app, open.appealId, answer)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const records = await deps.db.selectFrom('scores').select('id').where('rescored_from', '=', score.id).execute()
  assert.deepEqual(
    records.map(({ id }) => id),
    [answers.find(({ status }) => status === 200)?.body.rescoredAs],
  )
})

test('a re-score whose judge fails leaves the appeal open', async (t) => {
  const { app, deps, score, setDown } = await startJudged(t)
  const { body: open } = await appeal(app, { scoreId: score.id, wallet: ada, reason })
  setDown(true)
  const answer = { outcome: 'upheld', answer: 'Yes.', rescore: true }
  assert.equal((await answerAppeal(app, open.appealId, answer)).status, 502)
  assert.equal((await getAppeal(app, score.id)).body.state, 'open')
  const { measurement } = await deps.db.selectFrom('submissions').select('measurement').executeTakeFirstOrThrow()
  assert.equal(measurement, null)
})

test('a score that is taken down hides its appeal, and takes none', async (t) => {
  const { app, deps, scoreId } = await startEnrolled(t)
  const { body: open } = await appeal(app, { scoreId, wallet: ada, reason })
  const other = await seedScore(deps, { creatorAddress: ada.address, name: 'Other' })
  await enroll(app, { scoreId: other, wallet: ada })
  const unsent = await signedAppeal(app, { scoreId: other, wallet: ada, reason })
  await runCommand(deps, ['creator', 'hide', ada.address, '--reason', 'Phishing.'])
  for (const response of [await getAppeal(app, scoreId), await postAppeal(app, other, unsent)])
    assert.deepEqual([response.status, response.body.error.code], [451, 'hidden'])
  assert.equal((await ask(app, { url: `/score/${scoreId}` })).status, 451)
  const answer = { outcome: 'upheld', answer: 'Yes.', rescore: true }
  assert.equal((await answerAppeal(app, open.appealId, answer)).status, 451)
  assert.equal((await listAppeals(app)).body.appeals.length, 1)
})

test('the page of a score shows its appeal and the answer, as text', async (t) => {
  const { app, scoreId } = await startEnrolled(t)
  const hostile = '<script>alert(1)</script> "><img src=x>\nשלום'
  const { body: open } = await appeal(app, { scoreId, wallet: ada, reason: hostile })
  const before = (await ask(app, { url: `/score/${scoreId}` })).body as string
  assert.match(before, /Waiting for an answer/)
  assert.ok(before.includes('&lt;script>alert(1)&lt;/script>'))
  assert.ok(!before.includes('<script>alert') && !before.includes('<img src=x'))
  await answerAppeal(app, open.appealId, { outcome: 'declined', answer: 'The judge was <b>right</b>.' })
  const after = (await ask(app, { url: `/score/${scoreId}` })).body as string
  assert.match(after, /Declined/)
  assert.ok(after.includes('The judge was &lt;b>right&lt;/b>.'))
})
