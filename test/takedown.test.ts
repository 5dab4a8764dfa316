import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { toDigest } from '../contract/verification/claim.ts'
import { runCommand } from '../src/main/commands.ts'
import type { ApiError } from '../src/platform/errors.ts'
import {
  ada,
  bob,
  enroll,
  postEnrollment,
  signedEnrollment,
  walletNo,
  editPage,
  patchPage,
  signedEdit,
} from './world/creators.ts'
import { imageForm } from './world/requests.ts'
import { type AppOptions, type TestApp, ask, imageBytes, startApp, startReplica, startWorld } from './world/app.ts'
import { draw, plain } from './fixtures/images.ts'
import { adminBearer, adminToken, scheduleLaunches, startNotifying } from './world/notifying.ts'
import { seedScore } from './world/seed.ts'
import { attester, hideAda, hideScore, must, unhideAda, unhideScore } from './world/operators.ts'
import { untilLocked, until } from './world/waiting.ts'
import { verdict } from './world/model.ts'

const token = '0x00000000000000000000000000000000000000aa'
const site = 'https://launchscore.example'

const run = async ({ deps }: Pick<TestApp, 'deps'>, ...args: string[]) => runCommand(deps, args)

/** A launch of ada's that was scored, scored again, enrolled, scheduled and given a page. */
async function startLaunch(t: TestContext, options: AppOptions = {}) {
  const world = await startWorld(t)
  const environment = { ...world.environment, ...attester, ADMIN_TOKEN: adminToken, PUBLIC_URL: site }
  const service = await startApp(t, { world, ...options, environment })
  const { app } = service
  const { body: score } = await service.score({ creatorAddress: ada.address, contractAddress: token })
  const { body: again } = await ask(app, { method: 'POST', url: `/v1/score/${score.id}/rescore` })
  const scheduledFor = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
  const { body: enrollment } = await enroll(app, { scoreId: score.id, wallet: ada, scheduledFor })
  const id = enrollment.enrollmentId
  const fields = { tagline: 'Half a pair' }
  await editPage(app, { id, wallet: ada, issuedAt: new Date().toISOString(), fields })
  return { ...service, submit: service.score, world, score, again, id }
}

const toNow = () => new Date().toISOString()

const listReads = ({ score, again, id }: { score: { id: string }; again: { id: string }; id: string }) => [
  ...[score.id, again.id].flatMap((one) => [
    `/v1/score/${one}`,
    `/v1/score/${one}/percentile`,
    `/score/${one}`,
    `/score/${one}/card.png`,
    `/score/${one}/card-3x2.png`,
    `/score/${one}/badge.svg`,
    `/oembed?url=${encodeURIComponent(`${site}/score/${one}`)}`,
    `/score/${one}/picture`,
    `/score/${one}/picture?size=64`,
    `/enroll/${one}`,
    `/v1/enroll/message?scoreRequestId=${one}&creatorAddress=${ada.address}`,
  ]),
  ...[score.id, id].flatMap((one) => [
    `/v1/launch/${one}`,
    `/v1/launch/${one}/page/history`,
    `/launch/${one}`,
    `/launch/${one}/leave`,
    `/launch/${one}/calendar.ics`,
    `/launch/${one}/card.png`,
  ]),
  `/v1/enrollment/${score.id}`,
  `/api/v1/score/${token}`,
]

test('take-down: reads of a hidden score are 451 with the reason until it is unhidden', async (t) => {
  const launch = await startLaunch(t)
  const { app, score, id } = launch
  const before = await Promise.all(listReads(launch).map(async (url) => (await ask(app, { url })).status))
  const taken = await hideScore(launch, score.id.toUpperCase())
  assert.deepEqual([taken.scoreId, taken.action, taken.isHidden, taken.sameImage], [score.id, 'hidden', true, []])
  for (const url of listReads(launch)) {
    const { status, body, headers } = await ask(app, { url })
    assert.equal(status, 451, url)
    assert.equal(headers['cache-control'], 'no-store', url)
    if (typeof body === 'string') assert.match(body, /Reason: Phishing\./, url)
    else
      assert.deepEqual(body.error, { code: 'hidden', message: 'The operator has taken this down. Reason: Phishing.' })
    assert.doesNotMatch(JSON.stringify(body), /Left Sock|Half a pair/, url)
  }
  const receipt = await ask(app, { url: `/v1/score/${score.id}/receipt` })
  assert.deepEqual([receipt.status, receipt.body.typedData.message.band], [200, score.band])
  const held = { 'if-none-match': `"${score.id}"` }
  assert.equal((await ask(app, { url: `/v1/score/${score.id}`, headers: held })).status, 451)

  await unhideScore(launch, score.id)
  const after = await Promise.all(listReads(launch).map(async (url) => (await ask(app, { url })).status))
  const expected = listReads(launch).map((url, n) => (/picture(\?|$)/.test(url) ? 404 : before[n]))
  assert.deepEqual(after, expected)
  assert.equal((await ask(app, { url: `/v1/launch/${id}` })).body.page.tagline, 'Half a pair')
})

test('take-down: the digest and the numbers stay in the receipt without an attester', async (t) => {
  const service = await startApp(t, { world: await startWorld(t) })
  const { app } = service
  const { body: score } = await service.score({ creatorAddress: ada.address })
  await hideScore(service, score.id)
  const { status, body } = await ask(app, { url: `/v1/score/${score.id}/receipt` })
  assert.deepEqual([status, body.digest, body.aggregate], [200, toDigest(score), score.aggregate])
})

test('take-down: writes to a hidden score are 451', async (t) => {
  const launch = await startLaunch(t)
  const { app, score, again, id } = launch
  const signed = await signedEnrollment(app, { scoreId: again.id, wallet: ada })
  const edit = await signedEdit(app, { id, wallet: ada, issuedAt: toNow(), fields: { tagline: 'x' } })
  await hideScore(launch, score.id)
  const key = { 'idempotency-key': 'again' }
  for (const [url, payload] of [
    [`/v1/score/${score.id}/rescore`, {}],
    [`/v1/score/${score.id}/publish`, {}],
    [`/v1/launch/${id}/page/message`, { tagline: 'x', creatorAddress: ada.address, issuedAt: toNow() }],
    [`/v1/launch/${id}/attendance`, { session: 'abc' }],
  ] as const) {
    const { status, body } = await ask(app, {
      method: 'POST',
      url,
      payload,
      headers: url.includes('rescore') ? key : {},
    })
    assert.deepEqual([status, body.error?.code], [451, 'hidden'], url)
  }
  assert.equal((await postEnrollment(app, signed)).status, 451)
  assert.equal((await patchPage(app, id, edit)).status, 451)
})

test('take-down: lists, leaderboards, percentiles and feeds leave a hidden launch out', async (t) => {
  const service = await startApp(t, { environment: { ADMIN_TOKEN: adminToken } })
  const { app, deps } = service
  const hidden = await seedScore(deps, { creatorAddress: ada.address, points: 90 })
  const twin = await seedScore(deps, { creatorAddress: bob.address, points: 60 }) // the same launch by another
  const carl = walletNo(0xca71)
  const other = await seedScore(deps, { creatorAddress: carl.address, name: 'Right Sock', points: 70 })
  for (const [scoreId, wallet] of [
    [twin, bob],
    [hidden, ada],
    [other, carl],
  ] as const)
    assert.equal((await enroll(app, { scoreId, wallet })).status, 201)
  const read = async (url: string) => (await ask(app, { url })).body
  const best = async (query: string) =>
    (await read(`/api/v1/leaderboards?window=all${query}`)).best.map(({ scoreId }: { scoreId: string }) => scoreId)
  const launches = async () =>
    (await read('/api/v1/launches')).launches.map(({ scoreRequestId }: { scoreRequestId: string }) => scoreRequestId)
  const { nextCursor } = await read('/api/v1/leaderboards?window=all&limit=1')
  assert.deepEqual(new Set(await launches()), new Set([hidden, twin, other]))
  const standing = await best('')
  assert.deepEqual(standing, [hidden, other, twin])
  const [first, second] = [twin, hidden]
  const isCopy = async () => {
    const board = await read('/api/v1/leaderboards?window=all')
    return board.best.find(({ scoreId }: { scoreId: string }) => scoreId === second).isCopy
  }
  assert.equal(await isCopy(), true)

  await hideScore(service, first)
  assert.deepEqual(await best(''), [hidden, other])
  assert.equal(await isCopy(), false, 'the next creator who enrolled it is the original')
  assert.deepEqual(new Set(await best('&signed=true')), new Set([other, second]))
  assert.deepEqual(new Set(await launches()), new Set([other, second]))
  const { cohortSize } = await read(`/v1/score/${other}/percentile?window=all`)
  assert.equal(cohortSize, 2)
  const page = await read(`/api/v1/leaderboards?window=all&limit=1&cursor=${nextCursor}`)
  assert.ok(![...page.best, ...page.worst].some(({ scoreId }: { scoreId: string }) => scoreId === first))
  await hideScore(service, second)
  assert.deepEqual(await best(''), [other])
  assert.equal((await read(`/v1/score/${other}/percentile?window=all`)).cohortSize, 1)
  assert.doesNotMatch(await read('/feeds/launches.xml'), /Left Sock/)
  for (const path of ['/launches', '/launches?when=all', '/leaderboards?tab=new&signed=true'])
    assert.doesNotMatch(await read(path), /Left Sock/)
  const profile = await read(`/api/v1/creator/${ada.address}`)
  assert.deepEqual([profile.totalEnrolled, profile.launches], [0, []])
  const admin = await ask(app, { url: '/v1/admin/scores', headers: adminBearer })
  const reasons = admin.body.scores.map((row: { hiddenReason: string | null }) => row.hiddenReason)
  assert.deepEqual(new Set(reasons), new Set(['Phishing.', null]))

  await unhideScore(service, first)
  await unhideScore(service, second)
  assert.deepEqual(await best(''), standing)
  await deps.db.selectNoFrom((eb) => eb.fn<null>('rebuild_rankings', []).as('done')).execute()
  assert.deepEqual(await best(''), standing)
})

test('take-down: an image that no shown launch has is deleted, and refused if sent', async (t) => {
  const world = await startWorld(t)
  const service = await startApp(t, { world })
  const { app, deps, score } = service
  const [first, second] = [(await score()).body, (await score({ name: 'Right Sock' })).body]
  const picture = async (id: string) => (await ask(app, { url: `/score/${id}/picture` })).status
  const stored = async () =>
    (await deps.db.selectFrom('images').select('bytes').execute()).map(({ bytes }) => bytes !== null)
  assert.deepEqual((await hideScore(service, first.id)).sameImage, [second.id])
  assert.deepEqual([await picture(first.id), await picture(second.id), await stored()], [451, 200, [true]])
  assert.deepEqual((await hideScore(service, second.id)).sameImage, [])
  assert.deepEqual(await stored(), [false])
  const calls = world.model.requests.filter(({ image }) => image).length
  const again = await score({ name: 'Third Sock' })
  assert.deepEqual([again.status, again.body.error.code], [451, 'hidden'])
  assert.equal(world.model.requests.filter(({ image }) => image).length, calls, 'the image is not judged')

  await unhideScore(service, first.id)
  await unhideScore(service, second.id)
  const rescored = await ask(app, { method: 'POST', url: `/v1/score/${first.id}/rescore` })
  assert.deepEqual([rescored.status, rescored.body.error.code], [409, 'conflict'])
  assert.equal((await score({ name: 'Third Sock' })).status, 201)
  assert.deepEqual([await picture(first.id), await stored()], [200, [true]])
})

/** A launch of ada's with a stored image, and a service whose model holds the scorings that come after it. */
async function startHeldScoring(t: TestContext) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  const world = await startWorld(t, {
    model: { judge: async (request) => held?.then(() => verdict(request)) ?? verdict(request) },
  })
  const service = await startApp(t, { world })
  const { body: shown } = await service.score({ creatorAddress: ada.address })
  held = released
  t.after(() => release())
  const { requests } = world.model
  const count = requests.length
  const untilJudged = () => until(() => requests.length === count + 2) // one of them with the image, which is checked before
  return { ...service, shown, untilJudged, release }
}

const takeDowns = [
  ['score hide', hideScore, unhideScore, /Phishing/],
  ['creator hide', hideAda, unhideAda, /Impostor/],
] as const

for (const [command, hide, unhide, reason] of takeDowns)
  for (const [whose, creatorAddress] of [
    ['its creator', ada.address],
    ['another creator', bob.address],
  ] as const)
    test(`${command}: a scoring in flight with the image, of ${whose}, is 451`, async (t) => {
      const launch = await startHeldScoring(t)
      const { app, deps, score, shown } = launch
      const submit = () => score({ creatorAddress, name: 'Right Sock' })
      const scoring = submit()
      await launch.untilJudged()
      await hide(launch, shown.id)
      launch.release()
      const { status, body } = await scoring
      assert.deepEqual([status, body.error?.code], [451, 'hidden'])
      assert.match(body.error.message, reason)
      assert.deepEqual(await deps.db.selectFrom('images').select('bytes').execute(), [{ bytes: null }])
      assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [{ id: shown.id }])
      assert.equal((await deps.db.selectFrom('submissions').select('id').execute()).length, 1)
      assert.equal((await submit()).status, 451)

      await unhide(launch, shown.id)
      assert.equal((await submit()).status, 201)
      assert.equal((await ask(app, { url: `/score/${shown.id}/picture` })).status, 200)
    })

for (const [command, hide, , reason] of takeDowns)
  for (const what of ['a scoring', 'an upload'] as const)
    test(`${command}: ${what} of the image that waits for its transaction is 451`, async (t) => {
      if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing waits')
      const service = await startApp(t, { world: await startWorld(t) })
      const { app, deps, score } = service
      const { body: shown } = await score({ creatorAddress: ada.address })
      const store = () =>
        what === 'an upload'
          ? ask(app, { method: 'POST', url: '/v1/images', ...imageForm(imageBytes) })
          : score({ creatorAddress: bob.address, name: 'Right Sock' })
      const { hiding, storing } = await deps.db.transaction().execute(async (tx) => {
        await sql`lock table takedown_log in exclusive mode`.execute(tx) // the last table of a take-down
        const hiding = hide(service, shown.id)
        await untilLocked(deps.db)
        const storing = store()
        await untilLocked(deps.db, 2)
        return { hiding, storing }
      })
      await hiding
      const { status, body } = await storing
      assert.deepEqual([status, body.error?.code], [451, 'hidden'])
      assert.match(body.error.message, reason)
      assert.deepEqual(await deps.db.selectFrom('images').select('bytes').execute(), [{ bytes: null }])
      assert.deepEqual(await deps.db.selectFrom('uploads').select('image_hash').execute(), [])
      assert.equal((await deps.db.selectFrom('submissions').select('id').execute()).length, 1)
    })

test('take-down: a hidden creator’s launches are 451 and new ones are refused', async (t) => {
  const launch = await startLaunch(t)
  const { app, score } = launch
  await hideAda(launch)
  for (const url of [...listReads(launch), `/api/v1/creator/${ada.address}`, `/creator/${ada.address}`]) {
    const { status, body } = await ask(app, { url })
    assert.equal(status, 451, url)
    assert.match(JSON.stringify(body), /Impostor/)
  }
  const calls = launch.world.model.requests.length
  const fresh = await launch.submit({ creatorAddress: ada.address.toLowerCase(), name: 'New Sock' })
  assert.deepEqual([fresh.status, fresh.body.error.code], [451, 'hidden'])
  assert.equal(launch.world.model.requests.length, calls)
  const own = await hideScore(launch, score.id)
  assert.equal(own.reason, 'Phishing.')
  await must(launch, 'creator', 'unhide', ada.address, '--reason', 'x')
  assert.match((await ask(app, { url: `/v1/score/${score.id}` })).body.error.message, /Phishing/)
  await unhideScore(launch, score.id)
  assert.equal((await ask(app, { url: `/v1/score/${score.id}` })).status, 200)
})

test('take-down: a token’s next score is served, 451 when all are hidden', async (t) => {
  const service = await startApp(t)
  const { app, deps } = service
  const older = await seedScore(deps, { creatorAddress: bob.address, contractAddress: token, name: 'Other' })
  const newer = await seedScore(deps, { creatorAddress: ada.address, contractAddress: token })
  const read = () => ask(app, { url: `/api/v1/score/${token}` })
  assert.equal((await read()).body.id, newer)
  await hideScore(service, newer)
  assert.equal((await read()).body.id, older)
  await hideScore(service, older)
  assert.deepEqual([(await read()).status, (await read()).body.error.code], [451, 'hidden'])
})

test('take-down: no stranger’s score replaces that of a token’s hidden deployer', async (t) => {
  const goplus = { tokens: { [token]: { kind: 'clean', creator: ada.address } as const } }
  const world = await startWorld(t, { goplus })
  const service = await startApp(t, { world })
  const { app, score } = service
  const own: string[] = []
  for (const name of ['First Sock', 'Second Sock']) {
    const { body } = await score({ name, contractAddress: token, creatorAddress: ada.address })
    await enroll(app, { scoreId: body.id, wallet: ada })
    own.push(body.id)
  }
  const { body: stranger } = await score({ contractAddress: token, creatorAddress: bob.address })
  await enroll(app, { scoreId: stranger.id, wallet: bob })
  const read = async () => (await ask(app, { url: `/api/v1/score/${token}` })).body
  const [older = '', newer = ''] = own
  assert.equal((await read()).id, newer)
  await hideScore(service, newer)
  assert.equal((await read()).id, older)
  await hideScore(service, older)
  assert.equal((await read()).error.code, 'hidden')
  assert.equal((await ask(app, { url: `/token/${token}` })).status, 451)
  const { body: found } = await ask(app, { url: `/api/v1/search?q=${token}` })
  assert.deepEqual(found.results, [])
  await unhideScore(service, newer)
  assert.equal((await read()).id, newer)
})

test('take-down: an Idempotency-Key does not return a hidden record', async (t) => {
  const world = await startWorld(t)
  const service = await startApp(t, { world })
  const headers = { 'idempotency-key': 'one' }
  const { body } = await service.score({}, headers, '192.0.2.7')
  await hideScore(service, body.id)
  const again = await service.score({}, headers, '192.0.2.7')
  assert.deepEqual([again.status, again.body.error.code], [451, 'hidden'])
})

test('take-down: concurrent take-downs, scores and re-scores rank nothing hidden', async (t) => {
  const service = await startApp(t)
  const { app, deps } = service
  const replica = await startReplica(t, deps, {})
  const scoreId = await seedScore(deps, { creatorAddress: ada.address })
  const seedSome = async () => {
    for (let n = 0; n < 15; n += 1) await seedScore(deps, { creatorAddress: ada.address, rescoredFrom: scoreId })
  }
  const seedNew = async () => {
    for (let n = 0; n < 15; n += 1) {
      const seeding = seedScore(replica.deps, { creatorAddress: ada.address, name: `Sock ${n}` })
      await seeding.catch((error: unknown) => assert.equal((error as ApiError).code, 'hidden')) // of the same image
    }
  }
  await seedScore(deps, { creatorAddress: ada.address, name: 'Right Sock' })
  await Promise.all([seedSome(), seedNew(), hideAda(service), hideScore(replica, scoreId)])
  const { best } = (await ask(app, { url: '/api/v1/leaderboards?window=all' })).body
  assert.deepEqual(best, [])
  const rows = await deps.db.selectFrom('submissions').select('hidden_reason').execute()
  assert.ok(rows.length > 1 && rows.every((row) => row.hidden_reason !== null))
})

test('take-down: notifications of a hidden launch are skipped', async (t) => {
  const { deps, discord, clock, dispatch, states } = await startNotifying(t)
  const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  const { score_id: scoreId } = await deps.db.selectFrom('enrollments').select('score_id').executeTakeFirstOrThrow()
  await hideScore({ deps }, scoreId)
  clock.moveTo('2026-12-01T17:00:00.000Z')
  assert.equal((await dispatch()).skipped, 1)
  // nothing of the hidden launch counts against its creator's announcements of the day
  assert.deepEqual(await deps.db.selectFrom('notification_sends').selectAll().execute(), [])
  assert.deepEqual(discord.messages, [])
  assert.match((await states(id))[0] ?? '', /^T-60min .*skipped$/)
  await unhideScore({ deps }, scoreId)
  clock.moveTo('2026-12-01T17:50:00.000Z')
  await dispatch()
  assert.equal(discord.messages.length, 1)
})

const toLine = (entry: Record<string, unknown>) => [
  entry['action'],
  entry['scoreId'],
  entry['creatorAddress'],
  entry['isHidden'],
]

test('POST /v1/admin/…/hide and unhide: do it and log it', async (t) => {
  const service = await startApp(t, { environment: { ADMIN_TOKEN: adminToken } })
  const { app, deps } = service
  const id = await seedScore(deps, { creatorAddress: ada.address })
  const post = (path: string, payload: object, headers: Record<string, string> = adminBearer) =>
    ask(app, { method: 'POST', url: `/v1/admin/${path}`, payload, headers })
  const reason = 'Court order 12/34.'
  assert.equal((await post(`scores/${id}/hide`, { reason }, {})).status, 401)
  assert.equal((await post('scores/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/hide', { reason })).status, 404)
  for (const [path, body] of [
    [`scores/${id}/hide`, {}],
    [`scores/${id}/hide`, { reason: ' ' }],
    [`scores/${id}/hide`, { reason: 'two\nlines' }],
    [`scores/${id}/hide`, { reason: 'x'.repeat(501) }],
    ['scores/7/hide', { reason }],
    ['creators/0x12/hide', { reason }],
  ] as const)
    assert.equal((await post(path, body)).status, 400, JSON.stringify(body).slice(0, 40))
  for (const path of [`scores/${id}/unhide`, `creators/${ada.address}/unhide`])
    assert.equal((await post(path, { reason })).status, 409)
  const hidden = await post(`scores/${id}/hide`, { reason })
  assert.deepEqual([hidden.status, hidden.body.actor, hidden.body.reason], [200, 'admin', reason])
  assert.equal((await ask(app, { url: `/v1/score/${id}` })).status, 451)
  assert.equal((await post(`scores/${id}/unhide`, { reason: 'Lifted.' })).status, 200)
  assert.equal((await post(`creators/${ada.address.toLowerCase()}/hide`, { reason })).body.creatorAddress, ada.address)
  const { body } = await ask(app, { url: '/v1/admin/takedowns?limit=2', headers: adminBearer })
  assert.deepEqual(body.takedowns.map(toLine), [
    ['hidden', null, ada.address, true],
    ['unhidden', id, null, false],
  ])
  const rest = await ask(app, { url: `/v1/admin/takedowns?cursor=${body.nextCursor}`, headers: adminBearer })
  assert.deepEqual(rest.body.takedowns.map(toLine), [['hidden', id, null, false]])
})

test('launchscore score hide, creator hide: refuse wrong calls', async (t) => {
  const service = await startApp(t)
  const id = await seedScore(service.deps, { creatorAddress: ada.address })
  for (const [status, ...args] of [
    [2, 'score', 'hide', id],
    [2, 'score', 'hide', '--reason', 'x'],
    [2, 'score', 'hide', id, '--reason', ' '],
    [2, 'score', 'hide', 'abc', '--reason', 'x'],
    [2, 'creator', 'hide', '0x12', '--reason', 'x'],
    [2, 'creator', 'unhide', ada.address],
    [1, 'score', 'unhide', id, '--reason', 'x'],
    [1, 'score', 'hide', '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d', '--reason', 'x'],
  ] as const)
    assert.equal((await run(service, ...args)).status, status, args.join(' '))
})

test('take-down: the same launch by its creator is 451 from then on, whatever its picture', async (t) => {
  const other = await plain(64, 64, [200, 30, 30]).png().toBuffer()
  const world = await startWorld(t, { images: { '/other.png': other } })
  const service = await startApp(t, { world })
  const byAda = { creatorAddress: ada.address }
  const first = await service.score({ ...byAda, description: 'One pitch.' })
  const second = await service.score({ ...byAda, description: 'Another pitch.' })
  await hideScore(service, first.body.id)
  assert.equal((await ask(service.app, { url: `/v1/score/${second.body.id}` })).status, 451, 'an earlier submission')
  const asked = world.model.requests.length
  const imageUrl = first.body.submission.imageUrl.replace('/a.png', '/other.png')
  for (const over of [{}, { name: 'LEFT  S0CK' }, { symbol: '$sock' }, { imageUrl }]) {
    const { status, body } = await service.score({ ...byAda, ...over })
    assert.deepEqual([status, body.error?.code], [451, 'hidden'], JSON.stringify(over))
    assert.match(body.error.message, /Reason: Phishing\.$/)
  }
  assert.equal(world.model.requests.length, asked, 'the judge is not asked')
  assert.equal((await service.score({ ...byAda, name: 'Right Sock', imageUrl })).status, 201, 'another launch')
  assert.equal((await service.score({ creatorAddress: bob.address, imageUrl })).status, 201, 'another creator')
  await unhideScore(service, second.body.id)
  assert.equal((await ask(service.app, { url: `/v1/score/${first.body.id}` })).status, 200)
  assert.equal((await service.score(byAda)).status, 201)
})

test('score hide --identity: everybody’s submissions of the launch, not of its namesakes', async (t) => {
  const other = await draw(64, 64, (x, y) => [4 * x, 4 * y, (x ^ y) & 32 ? 255 : 0])
    .png()
    .toBuffer()
  const brighter = await sharp(imageBytes).modulate({ brightness: 1.02 }).png().toBuffer()
  const world = await startWorld(t, { images: { '/other.png': other, '/brighter.png': brighter } })
  const service = await startApp(t, { world })
  const { body } = await service.score({ creatorAddress: ada.address })
  const { body: copy } = await service.score({ creatorAddress: bob.address })
  const taken = await must(service, 'score', 'hide', body.id, '--identity', '--reason', 'Phishing.')
  assert.deepEqual([taken.identity, taken.sameImage], [true, []])
  assert.equal((await ask(service.app, { url: `/v1/score/${copy.id}` })).status, 451)
  const named = (file: string) => body.submission.imageUrl.replace('/a.png', file)
  const byStranger = { creatorAddress: `0x${'5'.repeat(40)}` }
  assert.equal((await service.score(byStranger)).status, 451)
  assert.equal((await service.score({ ...byStranger, imageUrl: named('/brighter.png') })).status, 451)
  assert.equal((await service.score({ ...byStranger, imageUrl: named('/other.png') })).status, 201, 'a namesake')
  await unhideScore(service, copy.id)
  assert.equal((await ask(service.app, { url: `/v1/score/${body.id}` })).status, 200)
  assert.equal((await service.score(byStranger)).status, 201)
})

test('CONTACT_URL: every page has a Report link, and security.txt names the contact', async (t) => {
  const environment = { CONTACT_URL: 'mailto:abuse@launch.example', PUBLIC_URL: 'https://launch.example' }
  const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') }
  const service = await startApp(t, { environment, clock })
  const { app, deps } = service
  const id = await seedScore(deps, { creatorAddress: ada.address })
  await hideScore(service, await seedScore(deps, { creatorAddress: bob.address, name: 'Hidden' }))
  const [hidden] = await deps.db.selectFrom('scores').select('id').where('id', '<>', id).execute()
  const paths = ['/', '/leaderboards', '/launches', '/transparency', '/admin', `/score/${id}`, `/score/${hidden?.id}`]
  for (const path of [...paths, `/creator/${ada.address}`, `/enroll/${id}`, '/score/none']) {
    const { body } = await ask(app, { url: path, headers: { accept: 'text/html' } })
    const [, href = ''] = /<a href="(mailto:[^"]*)"[^>]*>\s*Report\s*</.exec(body) ?? []
    assert.ok(href.startsWith(`mailto:abuse@launch.example?subject=Report%3A%20https%3A%2F%2Flaunch.example%2F`), path)
  }
  const { status, body, headers } = await ask(app, { url: '/.well-known/security.txt' })
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.deepEqual(body.trim().split('\n'), [
    'Contact: mailto:abuse@launch.example',
    'Expires: 2027-02-19T12:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://launch.example/.well-known/security.txt',
  ])
})

test('CONTACT_URL: without it no page has a Report link, and security.txt is 404', async (t) => {
  const { app } = await startApp(t)
  assert.doesNotMatch((await ask(app, { url: '/' })).body, />\s*Report\s*</)
  assert.equal((await ask(app, { url: '/.well-known/security.txt' })).status, 404)
})
