import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deps } from '../src/deps.ts'
import type { App } from '../src/platform/http/app.ts'
import { ada, bob, enroll, postEnrollment, signedEnrollment, walletNo } from './world/creators.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const clock = { now: () => now }
const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
const stranger = walletNo(77)
const adasScore = { creatorAddress: ada.address }

const messageUrl = (scoreId: string, address: string) =>
  `/v1/enroll/message?scoreRequestId=${scoreId}&creatorAddress=${address}`

/** The stored fields of a score's enrollment. */
async function readStored({ db }: Deps, scoreId: string) {
  const enrollments = await db.selectFrom('enrollments').selectAll().where('score_id', '=', scoreId).execute()
  const slots = await db
    .selectFrom('notification_slots')
    .innerJoin('enrollments', 'enrollments.id', 'enrollment_id')
    .select(['slot', 'send_at', 'state', 'notification_slots.schedule_version as version'])
    .where('score_id', '=', scoreId)
    .orderBy('send_at')
    .execute()
  const outbox = await db.selectFrom('outbox').select(['event', 'body']).where('body', 'like', `%${scoreId}%`).execute()
  const events = outbox.map(({ event, body }) => ({ event, data: (JSON.parse(body) as { data: object }).data }))
  const eventsNamed = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data)
  return { enrollments, slots, created: eventsNamed('enrollment.created'), scheduled: eventsNamed('launch.scheduled') }
}

/** Posts a wish that one wallet signed for itself, or in the name of another. */
async function post(app: App, id: string, { by, as = by }: { by: typeof ada; as?: typeof ada }) {
  const lines = ['Launchscore Enrollment', `Score: ${id}`, `Creator: ${as.address}`, 'Domain: localhost:8080']
  const signature = await by.signMessage({ message: lines.join('\n') })
  const { status, body } = await postEnrollment(app, { scoreRequestId: id, creatorAddress: as.address, signature })
  return [status, body.error?.code]
}

const wrongBodies: [path: string, over: object][] = [
  ['signature', { signature: undefined }],
  ['signature', { signature: '' }],
  ['signature', { signature: '0x' }],
  ['signature', { signature: '0x123' }],
  ['signature', { signature: `0x${'ab'.repeat(63)}` }],
  ['signature', { signature: 'signed, ada' }],
  ['signature', { signature: `0x${'ab'.repeat(8193)}` }],
  ['signature', { signature: 7 }],
  ['scoreRequestId', { scoreRequestId: undefined }],
  ['scoreRequestId', { scoreRequestId: 'first' }],
  ['scoreRequestId', { scoreRequestId: `urn:uuid:${unknownId}` }],
  ['creatorAddress', { creatorAddress: undefined }],
  ['creatorAddress', { creatorAddress: 'ada.eth' }],
  ['creatorAddress', { creatorAddress: ada.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) }],
  ['scheduledFor', { scheduledFor: 'soon' }],
  ['scheduledFor', { scheduledFor: '' }],
  ['scheduledFor', { scheduledFor: 1796148000 }],
  ['scheduledFor', { scheduledFor: '2026-12-01T18:00:00' }],
  ['scheduledFor', { scheduledFor: '2027-02-29T18:00:00Z' }],
  ['scheduledFor', { scheduledFor: '2026-11-21T12:00:00Z' }],
  ['scheduledFor', { scheduledFor: '2027-11-21T12:00:01Z' }],
  ['scheduledfor', { scheduledfor: null }],
]

test('POST /v1/enroll', async (t) => {
  const { app, deps } = await startApp(t, { clock })

  await t.test('GET enroll/message: four lines, lower-case id, EIP-55 address', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const lines = ['Launchscore Enrollment', `Score: ${scoreId}`, `Creator: ${ada.address}`, 'Domain: localhost:8080']
    const forms = [ada.address, ada.address.toLowerCase(), `0x${ada.address.slice(2).toUpperCase()}`]
    for (const address of forms) {
      const { status, body } = await ask(app, { url: messageUrl(scoreId.toUpperCase(), address) })
      assert.deepEqual([status, body], [200, { message: lines.join('\n') }])
    }
  })

  await t.test('GET enroll/message: 404 for an unknown score, 400 for invalid parameters', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const gone = await ask(app, { url: messageUrl(unknownId, ada.address) })
    assert.deepEqual([gone.status, gone.body.error.code], [404, 'not_found'])
    const wrong: [path: string, url: string][] = [
      ['scoreRequestId', messageUrl('1', ada.address)],
      ['scoreRequestId', messageUrl(`urn:uuid:${unknownId}`, ada.address)],
      ['creatorAddress', messageUrl(scoreId, '0x12')],
      [
        'creatorAddress',
        messageUrl(
          scoreId,
          ada.address.replace(/[a-f]/, (letter) => letter.toUpperCase()),
        ),
      ],
      ['creatorAddress', `/v1/enroll/message?scoreRequestId=${scoreId}`],
      ['scoreRequestId', `/v1/enroll/message?creatorAddress=${ada.address}`],
    ]
    for (const [path, url] of wrong) {
      const { status, body } = await ask(app, { url })
      assert.deepEqual([status, body.error.details[0].path], [400, path], url)
    }
  })

  await t.test('201: writes enrollment, slots and events together', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const scheduledFor = '2026-11-21T20:00:00.000Z'
    const fields = await signedEnrollment(app, { scoreId, wallet: ada, scheduledFor: '2026-11-21T21:00:00+01:00' })
    const { status, body, headers } = await postEnrollment(app, fields)
    assert.equal(status, 201)
    assert.equal(headers['location'], `/v1/enrollment/${scoreId}`)
    const enrolledAt = now.toISOString()
    const { enrollmentId } = body
    assert.match(enrollmentId, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    const expected = { enrollmentId, scoreRequestId: scoreId, creatorAddress: ada.address, scheduledFor, enrolledAt }
    assert.deepEqual(body, expected)
    const { enrollments, slots, created, scheduled } = await readStored(deps, scoreId)
    assert.deepEqual(created, [body])
    assert.deepEqual(scheduled, [{ scoreRequestId: scoreId, scheduledFor, updatedAt: enrolledAt }])
    assert.deepEqual(slots, [
      { slot: 'T-60min', send_at: new Date('2026-11-21T19:00:00Z'), state: 'pending', version: 1 },
      { slot: 'T-10min', send_at: new Date('2026-11-21T19:50:00Z'), state: 'pending', version: 1 },
      { slot: 'T+0', send_at: new Date(scheduledFor), state: 'pending', version: 1 },
    ])
    const [row] = enrollments
    assert.equal(`0x${row?.signature.toString('hex')}`, fields.signature)
    assert.equal(await ada.signMessage({ message: row?.message ?? '' }), fields.signature)
    assert.deepEqual([row?.verified_by, row?.verified_chain_id, row?.verified_block], ['key', null, null])
  })

  await t.test('GET /v1/enrollment/:scoreId: 200 if enrolled, else 404', async () => {
    const scoreId = await seedScore(deps, adasScore)
    for (const id of [scoreId, unknownId]) {
      const { status, body } = await ask(app, { url: `/v1/enrollment/${id}` })
      assert.deepEqual([status, body.error.code], [404, 'not_found'])
    }
    const { body } = await enroll(app, { scoreId, wallet: ada })
    const read = await ask(app, { url: `/v1/enrollment/${scoreId.toUpperCase()}` })
    assert.deepEqual([read.status, read.body], [200, body])
    assert.match(String(read.headers['cache-control']), /max-age=5$/)
    for (const id of ['first', `urn:uuid:${scoreId}`])
      assert.equal((await ask(app, { url: `/v1/enrollment/${id}` })).status, 400)
  })

  await t.test('without `scheduledFor` nothing is scheduled', async () => {
    for (const time of [{}, { scheduledFor: null }]) {
      const scoreId = await seedScore(deps, adasScore)
      const { status, body } = await enroll(app, { scoreId, wallet: ada, ...time })
      assert.deepEqual([status, body.scheduledFor], [201, null])
      const { slots, scheduled } = await readStored(deps, scoreId)
      assert.deepEqual([slots, scheduled], [[], []])
    }
  })

  await t.test('a launch in 15 minutes has its first slot skipped', async () => {
    const scoreId = await seedScore(deps, adasScore)
    await enroll(app, { scoreId, wallet: ada, scheduledFor: '2026-11-21T12:15:00Z' })
    const states = (await readStored(deps, scoreId)).slots.map(({ state }) => state)
    assert.deepEqual(states, ['skipped', 'pending', 'pending'])
  })

  await t.test('200: a repeated request returns the enrollment and emits no event', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const scheduledFor = '2026-11-22T12:00:00.000Z'
    const first = await enroll(app, { scoreId, wallet: ada, scheduledFor })
    for (const other of [scheduledFor, '2026-11-22T13:00:00+01:00', null]) {
      const again = await enroll(app, { scoreId, wallet: ada, scheduledFor: other })
      assert.deepEqual([again.status, again.body], [200, first.body])
      assert.equal(again.headers['location'], first.headers['location'])
    }
    const { slots, created, scheduled } = await readStored(deps, scoreId)
    assert.deepEqual([slots.length, created.length, scheduled.length], [3, 1, 1])
  })

  await t.test('200: a repeated request with another time says that it was not changed', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const first = await enroll(app, { scoreId, wallet: ada, scheduledFor: '2026-11-22T12:00:00.000Z' })
    for (const other of ['2026-11-23T12:00:00Z', '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
      const { status, body } = await enroll(app, { scoreId, wallet: ada, scheduledFor: other })
      const { notice, ...enrollment } = body
      assert.deepEqual([status, enrollment], [200, first.body], other)
      assert.match(notice, /^The launch time was not changed/)
    }
    const stranger = {
      ...(await signedEnrollment(app, { scoreId, wallet: bob })),
      scheduledFor: '2020-01-01T00:00:00Z',
    }
    assert.equal((await postEnrollment(app, stranger)).status, 400)
  })

  await t.test('200: a repeated request counts after its time has passed', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const fields = await signedEnrollment(app, { scoreId, wallet: ada, scheduledFor: '2026-11-21T12:15:00Z' })
    const first = await postEnrollment(app, fields)
    const later = await startReplica(t, deps, { clock: { now: () => new Date('2026-11-21T13:00:00Z') } })
    const again = await postEnrollment(later.app, fields)
    assert.deepEqual([again.status, again.body], [200, first.body])
  })

  await t.test('accepts the address in the case of the request and an upper-case id', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const creatorAddress = ada.address.toLowerCase()
    const { body } = await ask(app, { url: messageUrl(scoreId, creatorAddress) })
    const signature = await ada.signMessage({ message: body.message.replace(ada.address, creatorAddress) })
    const mismatched = await postEnrollment(app, { scoreRequestId: scoreId, creatorAddress: ada.address, signature })
    assert.equal(mismatched.status, 401)
    const enrolled = await postEnrollment(app, { scoreRequestId: scoreId.toUpperCase(), creatorAddress, signature })
    assert.equal(enrolled.status, 201)
    assert.deepEqual([enrolled.body.scoreRequestId, enrolled.body.creatorAddress], [scoreId, ada.address])
  })

  await t.test('400 names the invalid field, even if the rest is invalid too', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const good = await signedEnrollment(app, { scoreId, wallet: ada })
    const nothing = { ...good, scoreRequestId: unknownId, signature: await stranger.signMessage({ message: 'x' }) }
    for (const [path, over] of wrongBodies)
      for (const base of [good, nothing]) {
        const { status, body } = await postEnrollment(app, { ...base, ...over })
        const what = JSON.stringify(over).slice(0, 80)
        assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', path], what)
      }
    assert.deepEqual((await readStored(deps, scoreId)).enrollments, [])
  })

  await t.test('signatures of 64 and of 8,192 bytes are verified', async () => {
    const scoreId = await seedScore(deps, adasScore)
    for (const signature of [`0x${'00'.repeat(64)}`, `0x${'aB'.repeat(64)}`, `0x${'ab'.repeat(8192)}`]) {
      const fields = { scoreRequestId: scoreId, creatorAddress: ada.address, signature }
      assert.equal((await postEnrollment(app, fields)).status, 401)
    }
  })

  await t.test('checks run in order: signature, score, stubs, creator', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const preliminary = await seedScore(deps, { ...adasScore, hasStubs: true })
    const bad = [401, 'unauthorized']
    assert.deepEqual(await post(app, unknownId, { by: stranger, as: ada }), bad)
    assert.deepEqual(await post(app, preliminary, { by: stranger, as: ada }), bad)
    assert.deepEqual(await post(app, scoreId, { by: stranger, as: ada }), bad)
    assert.deepEqual(await post(app, scoreId, { by: ada, as: stranger }), bad)
    assert.deepEqual(await post(app, unknownId, { by: stranger }), [404, 'not_found'])
    assert.deepEqual(await post(app, preliminary, { by: stranger }), [409, 'has_stubs'])
    assert.deepEqual(await post(app, preliminary, { by: ada }), [409, 'has_stubs'])
    assert.deepEqual(await post(app, scoreId, { by: stranger }), [409, 'conflict'])
    for (const id of [scoreId, preliminary]) {
      const { enrollments, created } = await readStored(deps, id)
      assert.deepEqual([enrollments, created], [[], []])
    }
    assert.deepEqual(await post(app, scoreId, { by: ada }), [201, undefined])
  })

  await t.test('401 for a signature for another deployment, service or score', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const { body } = await ask(app, { url: messageUrl(scoreId, ada.address) })
    const message = String(body.message)
    const changed = [
      message.replace('localhost:8080', 'launch.example'),
      message.replace('Launchscore', 'Launchscore2'),
      message.replace(scoreId, unknownId),
      message.replaceAll('\n', '\r\n'),
      `${message}\n`,
    ]
    for (const text of changed) {
      const signature = await ada.signMessage({ message: text })
      const fields = { scoreRequestId: scoreId, creatorAddress: ada.address, signature }
      const { status, body } = await postEnrollment(app, fields)
      assert.deepEqual([status, body.error.code], [401, 'unauthorized'], JSON.stringify(text))
    }
  })

  await t.test('of 50 concurrent creators only the score’s own enrolls; 49 get 409', async () => {
    const scoreId = await seedScore(deps, adasScore)
    const wallets = [...Array.from({ length: 49 }, (_, n) => walletNo(1000 + n)), ada]
    const wishes = await Promise.all(wallets.map((wallet) => signedEnrollment(app, { scoreId, wallet })))
    const responses = await Promise.all(wishes.map((fields) => postEnrollment(app, fields)))
    const enrolled = responses.filter(({ status }) => status === 201)
    const refused = responses.filter(({ status, body }) => status === 409 && body.error.code === 'conflict')
    assert.deepEqual([enrolled.length, refused.length], [1, 49])
    assert.ok(refused.every(({ body }) => /another creator/.test(body.error.message)))
    const owners = (await readStored(deps, scoreId)).enrollments.map((row) => row.creator_address)
    assert.deepEqual(owners, [ada.address.toLowerCase()])
  })

  await t.test('of 50 concurrent requests on two replicas one gets 201 and 49 get 200', async (t) => {
    const { app: second } = await startReplica(t, deps, { clock })
    const scoreId = await seedScore(deps, adasScore)
    const fields = await signedEnrollment(app, { scoreId, wallet: ada, scheduledFor: '2026-12-01T18:00:00Z' })
    const replicas = Array.from({ length: 50 }, (_, n) => (n % 2 ? second : app))
    const responses = await Promise.all(replicas.map((replica) => postEnrollment(replica, fields)))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(responses.filter(({ status }) => status === 200).length, 49)
    assert.equal(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1)
    const { enrollments, slots, created, scheduled } = await readStored(deps, scoreId)
    assert.deepEqual([enrollments.length, slots.length, created.length, scheduled.length], [1, 3, 1, 1])
  })

  await t.test('409 for a score that another creator has enrolled', async () => {
    const scoreId = await seedScore(deps, adasScore)
    await enroll(app, { scoreId, wallet: ada })
    const stolen = { creator_address: bob.address.toLowerCase() }
    await deps.db.updateTable('enrollments').set(stolen).where('score_id', '=', scoreId).execute()
    const { status, body } = await enroll(app, { scoreId, wallet: ada })
    assert.deepEqual([status, body.error.code], [409, 'conflict'])
    assert.match(body.error.message, /Another creator has already enrolled/)
  })
})

test('the message names SERVICE_NAME and the domain of the deployment', async (t) => {
  const environment = {
    SERVICE_NAME: 'Left Socks',
    PUBLIC_URL: 'https://socks.example',
    ENROLLMENT_DOMAIN: 'sign.example',
  }
  const { app, deps } = await startApp(t, { environment })
  const scoreId = await seedScore(deps, adasScore)
  const { body } = await ask(app, { url: messageUrl(scoreId, ada.address) })
  assert.match(body.message, /^Left Socks Enrollment\n(.+\n){2}Domain: sign\.example$/)
  assert.equal((await enroll(app, { scoreId, wallet: ada })).status, 201)
})

const old = { ageDays: 800, sent: 250 }

test('the social signal counts creators as verified from their enrollment on', async (t) => {
  const wallets = { [bob.address.toLowerCase()]: old, [ada.address.toLowerCase()]: old }
  const world = await startWorld(t, { txlist: { wallets } })
  let minutes = 0
  const { app, deps, score } = await startApp(t, {
    world,
    clock: { now: () => new Date(now.getTime() + 60_000 * minutes++) },
  })
  const getSocial = async (creatorAddress: string) => (await score({ creatorAddress })).body.signals.social.reason

  await t.test('a pitch counts as a mention once its creator has signed', async () => {
    const praise = {
      creatorAddress: bob.address,
      xHandle: '@bobsock',
      description: 'A friend of @LeftSock since 2024.',
    }
    const { body: pitch } = await score(praise)
    assert.match(await getSocial(ada.address), /\b0 other established creators mentioned it/)
    assert.equal((await enroll(app, { scoreId: pitch.id, wallet: bob })).status, 201)
    assert.match(await getSocial(ada.address), /\b1 other established creator mentioned it/)
  })

  await t.test('the creator who signs for a handle first claims it', async () => {
    const claimed = /Another established creator claimed this handle first/
    const bobs = await seedScore(deps, { creatorAddress: bob.address, xHandle: '@LeftSock' })
    const adas = await seedScore(deps, adasScore)
    for (const { address } of [ada, bob]) assert.doesNotMatch(await getSocial(address), claimed)
    await enroll(app, { scoreId: adas, wallet: ada })
    assert.match(await getSocial(bob.address), claimed)
    assert.doesNotMatch(await getSocial(ada.address), claimed)
    await enroll(app, { scoreId: bobs, wallet: bob })
    assert.match(await getSocial(bob.address), claimed)
    assert.doesNotMatch(await getSocial(ada.address), claimed)
  })

  await t.test('a second enrolled score keeps the time of the first signature', async () => {
    const { body: first } = await score({ creatorAddress: stranger.address })
    const { body: second } = await ask(app, { method: 'POST', url: `/v1/score/${first.id}/rescore` })
    await enroll(app, { scoreId: first.id, wallet: stranger })
    const signedAt = () =>
      deps.db
        .selectFrom('submissions')
        .select('signed_at')
        .where('creator_address', '=', stranger.address.toLowerCase())
        .executeTakeFirstOrThrow()
    const before = await signedAt()
    assert.notEqual(before.signed_at, null)
    assert.equal((await enroll(app, { scoreId: second.id, wallet: stranger })).status, 201)
    assert.deepEqual(await signedAt(), before)
  })
})
