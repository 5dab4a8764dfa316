import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { hashMessage } from 'viem'
import { startRpc } from '../dev/stand-ins/rpc.ts'
import { ada, bob } from './enrolling.ts'
import { type AppOptions, ask, startApp, startReplica } from './harness.ts'
import { askPageMessage, editPage, patchPage, signedEdit } from './page-signing.ts'
import { seedLaunches } from './seed-launches.ts'

const environment = { SERVICE_NAME: 'Launchscore', ENROLLMENT_DOMAIN: 'launch.example' }
const unknownId = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

/** A service whose time stands still unless it is moved, and a launch of ada's. */
async function startEnrolled(t: TestContext, options: AppOptions = {}) {
  const time = { now: new Date('2026-11-21T09:05:30.250Z') }
  const clock = { now: () => time.now }
  const service = await startApp(t, { clock, environment: { ...environment, ...options.environment } })
  const [launch] = await seedLaunches(service.deps.db, [{ creatorAddress: ada.address }])
  assert.ok(launch)
  const id = launch.enrollmentId
  const issuedAt = (laterMs = 0) => new Date(time.now.getTime() + laterMs).toISOString()
  const edit = (fields: object, laterMs = 0) =>
    editPage(service.app, { id, wallet: ada, issuedAt: issuedAt(laterMs), fields })
  const sign = (fields: object, laterMs = 0) =>
    signedEdit(service.app, { id, wallet: ada, issuedAt: issuedAt(laterMs), fields })
  const history = async (query = '') => (await ask(service.app, { url: `/v1/launch/${id}/page/history${query}` })).body
  return { ...service, clock, time, launch, id, issuedAt, edit, sign, history }
}

const vector = {
  tagline: '  Cafe\u0301 cats, live  ',
  description: 'Line one.\nLine two: \ud83d\udc08',
  ctaUrl: null,
  scheduledFor: '2026-12-01T18:00:00.000Z',
}

test('the text to sign is the published one, over the fields as they will be kept', async (t) => {
  const { app, id, launch } = await startEnrolled(t)
  const payload = { ...vector, creatorAddress: ada.address.toLowerCase(), issuedAt: '2026-11-21T10:05:30.25+01:00' }
  for (const either of [id, id.toUpperCase(), launch.score.id]) {
    const { status, body } = await askPageMessage(app, either, payload)
    assert.equal(status, 200, JSON.stringify(body))
    const digest = '0x2cb0bd18ca0a674acc13a52ec1961316a2df916ae6a412430ea02010cf3ae2d7'
    const message = [
      'Launchscore Page Edit',
      `Score: ${launch.score.id}`,
      `Creator: ${ada.address}`,
      'Fields: tagline,description,ctaUrl,scheduledFor',
      `Digest: ${digest}`,
      'Issued: 2026-11-21T09:05:30.250Z',
      'Domain: launch.example',
    ].join('\n')
    assert.deepEqual(body, { message, digest, fields: { ...vector, tagline: 'Café cats, live' } })
  }
})

test('asking for the text to sign stores nothing', async (t) => {
  const { app, deps, id, issuedAt } = await startEnrolled(t)
  await askPageMessage(app, id, { tagline: 'x', creatorAddress: ada.address, issuedAt: issuedAt() })
  for (const table of ['launch_pages', 'page_edits', 'outbox'] as const)
    assert.deepEqual(await deps.db.selectFrom(table).selectAll().execute(), [])
})

test('a signed edit sets what it names, clears what it sends as null and leaves the rest', async (t) => {
  const { app, id, edit, time } = await startEnrolled(t)
  const first = await edit({ ...vector, ctaLabel: 'Join', ctaUrl: 'https://Example.org' })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(first.body, {
    tagline: 'Café cats, live',
    description: 'Line one.\nLine two: 🐈',
    ctaLabel: 'Join',
    ctaUrl: 'https://Example.org',
    scheduledFor: '2026-12-01T18:00:00.000Z',
    updatedAt: '2026-11-21T09:05:30.250Z',
  })
  time.now = new Date('2026-11-21T09:06:00.000Z')
  const second = await edit({ ctaUrl: null, ctaLabel: 'See' })
  const page = { ...first.body, ctaUrl: null, ctaLabel: 'See', updatedAt: '2026-11-21T09:06:00.000Z' }
  assert.deepEqual(second.body, page)
  assert.deepEqual((await ask(app, { url: `/v1/launch/${id}` })).body.page, page)
})

test('a contract wallet edits through the chain, whose word is kept; a node out of reach is 502, not a bad signature', async (t) => {
  const wallet = '0xc0ffee0000000000000000000000000000000001'
  let isDown = false
  const node = await startRpc({
    block: 23_000_001,
    wallets: { [wallet]: ({ hash, signature }) => signature === hash },
    faultOf: () => (isDown ? 'http 500' : undefined),
  })
  t.after(node.close)
  const { app, deps, issuedAt } = await startEnrolled(t, { environment: { CHAIN_RPC_URL: node.url } })
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: wallet }])
  const id = launch?.enrollmentId ?? ''
  const draft = { tagline: 'x', creatorAddress: wallet, issuedAt: issuedAt() }
  const { message } = (await askPageMessage(app, id, draft)).body
  const good = { ...draft, signature: hashMessage(message) }
  assert.equal((await patchPage(app, id, { ...good, signature: '0x5160' })).status, 401)
  isDown = true
  const { status, body } = await patchPage(app, id, good)
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  isDown = false
  assert.equal((await patchPage(app, id, good)).status, 200)
  const { edits } = (await ask(app, { url: `/v1/launch/${id}/page/history` })).body
  assert.deepEqual(edits[0].verified, { by: 'contract', chainId: 8453, block: 23_000_001 })
})

test('the window, the limits and the shape are judged before anything is looked up', async (t) => {
  const { app, sign } = await startEnrolled(t)
  const good = await sign({ tagline: 'x' })
  const wrong: [path: string, over: object][] = [
    ['tagline', { tagline: 'x'.repeat(141) }],
    ['tagline', { tagline: ' ' }],
    ['tagline', { tagline: 7 }],
    ['tagline', { tagline: '<b>x' }],
    ['tagline', { tagline: '\u202ex' }],
    ['tagline', { tagline: 'x\u{e0068}\u{e0069}' }],
    ['ctaLabel', { ctaLabel: '\u3164' }],
    ['description', { description: 'x'.repeat(5001) }],
    ['ctaLabel', { ctaLabel: 'x'.repeat(41) }],
    ['ctaUrl', { ctaUrl: `https://example.org/${'x'.repeat(2029)}` }],
    ['ctaUrl', { ctaUrl: 'javascript:alert(1)' }],
    ['ctaUrl', { ctaUrl: 'https://a:b@example.org' }],
    ['ctaUrl', { ctaUrl: 'https://192.168.0.1/reboot' }],
    ['ctaUrl', { ctaUrl: 'https://example.org,bad.example/' }],
    ['scheduledFor', { scheduledFor: '2026-11-21T09:05:30.249Z' }],
    ['scheduledFor', { scheduledFor: '2026-12-01 18:00:00Z' }],
    ['issuedAt', { issuedAt: '2026-11-21T09:00:30.249Z' }],
    ['issuedAt', { issuedAt: '2026-11-21T09:10:30.251Z' }],
    ['issuedAt', { issuedAt: '2026-11-21T09:05:30.250' }],
    ['issuedAt', { issuedAt: undefined }],
    ['creatorAddress', { creatorAddress: '0x12' }],
    ['creatorAddress', { creatorAddress: ada.address.toLowerCase().replace('a', 'A') }],
    ['signature', { signature: '0x123' }],
    ['signature', { signature: 'signed' }],
    ['signature', { signature: undefined }],
    ['', { tagline: undefined }],
    ['title', { title: 'x' }],
  ]
  for (const [path, over] of wrong) {
    const { status, body } = await patchPage(app, unknownId, { ...good, ...over })
    const what = `${JSON.stringify(over).slice(0, 80)} → ${JSON.stringify(body)}`
    assert.deepEqual([status, body.error.code], [400, 'bad_request'], what)
    assert.ok(
      body.error.details.some((detail: { path: string }) => detail.path === path),
      what,
    )
  }
})

test('the text to sign is refused for what the edit would be refused for', async (t) => {
  const { app, id, issuedAt } = await startEnrolled(t)
  const good = { tagline: 'x', creatorAddress: ada.address, issuedAt: issuedAt() }
  const wrong = [{ tagline: '<b>' }, { issuedAt: issuedAt(300_001) }, { creatorAddress: '0x1' }, { signature: '0x12' }]
  for (const over of wrong) assert.equal((await askPageMessage(app, id, { ...good, ...over })).status, 400)
  const gone = await askPageMessage(app, unknownId, good)
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'not_found'])
  assert.equal((await askPageMessage(app, 'not-an-id', good)).status, 400)
})

test('the edges of the five minutes are in time', async (t) => {
  const { edit } = await startEnrolled(t)
  assert.equal((await edit({ tagline: 'a' }, -300_000)).status, 200)
  assert.equal((await edit({ tagline: 'a' }, 300_000)).status, 200)
})

test('a launch that is not there is 404 before the signature is looked at', async (t) => {
  const { app, sign } = await startEnrolled(t)
  const { status, body } = await patchPage(app, unknownId, { ...(await sign({ tagline: 'x' })), signature: '0x12' })
  assert.deepEqual([status, body.error.code], [404, 'not_found'])
})

test('a signature over anything else is 401 and changes nothing', async (t) => {
  const { app, deps, id, sign, issuedAt } = await startEnrolled(t)
  const good = await sign(vector)
  const changes: object[] = [
    { tagline: 'Cafe cats, live' },
    { tagline: null },
    { ctaUrl: undefined },
    { ctaLabel: null },
    { scheduledFor: '2026-12-01T18:00:00Z' },
    { issuedAt: issuedAt(1) },
    { creatorAddress: bob.address },
    { signature: `${good.signature.slice(0, -4)}0000` },
  ]
  for (const change of changes) {
    const { status, body } = await patchPage(app, id, { ...good, ...change })
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'], JSON.stringify(change))
  }
  assert.deepEqual(await deps.db.selectFrom('page_edits').selectAll().execute(), [])
})

test('an edit for one launch or deployment is none for another', async (t) => {
  const { app, deps, clock, id, sign } = await startEnrolled(t)
  const good = await sign({ tagline: 'x' })
  const [other] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  assert.equal((await patchPage(app, other?.enrollmentId ?? '', good)).status, 401)
  const elsewhere = await startReplica(t, deps, { clock, environment: { ENROLLMENT_DOMAIN: 'other.example' } })
  assert.equal((await patchPage(elsewhere.app, id, good)).status, 401)
})

test('a good signature of somebody else is 409', async (t) => {
  const { app, deps, id, issuedAt } = await startEnrolled(t)
  const { status, body } = await editPage(app, { id, wallet: bob, issuedAt: issuedAt(), fields: { tagline: 'mine' } })
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.deepEqual(await deps.db.selectFrom('launch_pages').selectAll().execute(), [])
})

test('of twenty posts of one signed edit at once, on two replicas, exactly one passes', async (t) => {
  const { app, deps, clock, id, sign, history } = await startEnrolled(t)
  const replica = await startReplica(t, deps, { clock, environment })
  for (const round of [0, 1]) {
    const signed = await sign({ tagline: `round ${round}`, scheduledFor: `2026-12-0${1 + round}T18:00:00Z` }, round)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patchPage(n % 2 ? app : replica.app, id, signed)),
    )
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)])
    assert.equal((await history()).edits.length, round + 1)
  }
  const events = await deps.db.selectFrom('outbox').select('event').execute()
  assert.deepEqual(events, [{ event: 'launch.scheduled' }, { event: 'launch.scheduled' }])
})

test('an edit issued before the last accepted one, or in the same millisecond, is 409', async (t) => {
  const { edit } = await startEnrolled(t)
  assert.equal((await edit({ tagline: 'new' }, 1000)).status, 200)
  for (const laterMs of [999, 1000]) {
    const { status, body } = await edit({ tagline: 'old' }, laterMs)
    assert.deepEqual([status, body.error.code], [409, 'conflict'])
  }
  assert.equal((await edit({ ctaLabel: 'newer' }, 1001)).body.tagline, 'new')
})

test('the malleated twin of an accepted signature passes no second time', async (t) => {
  const { app, id, sign } = await startEnrolled(t)
  const signed = await sign({ tagline: 'x' })
  assert.equal((await patchPage(app, id, signed)).status, 200)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${signed.signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  const v = signed.signature.endsWith('1b') ? '1c' : '1b'
  assert.notEqual(
    (await patchPage(app, id, { ...signed, signature: signed.signature.slice(0, 66) + s + v })).status,
    200,
  )
})

const pendingSlot = (slot: string, sendAt: string) => ({
  slot,
  sendAt,
  transport: 'logging',
  state: 'pending',
  sentAt: null,
})

test('a changed time seeds new slots, says so once, and moves with later edits; text alone does neither', async (t) => {
  const { app, deps, id, launch, edit } = await startEnrolled(t)
  const slots = async () => (await ask(app, { url: `/v1/launch/${id}` })).body.notifications
  const events = async () =>
    (await deps.db.selectFrom('outbox').select('body').orderBy('id').execute()).map((row) => JSON.parse(row.body).data)
  await edit({ tagline: 'x' }, 1)
  assert.deepEqual([await slots(), await events()], [[], []])
  await edit({ scheduledFor: '2026-12-01T19:00:00+01:00' }, 2)
  assert.deepEqual(await slots(), [
    pendingSlot('T-60min', '2026-12-01T17:00:00.000Z'),
    pendingSlot('T-10min', '2026-12-01T17:50:00.000Z'),
    pendingSlot('T+0', '2026-12-01T18:00:00.000Z'),
  ])
  await edit({ scheduledFor: '2026-12-01T18:00:00.000Z', tagline: 'y' }, 3)
  assert.equal((await events()).length, 1)
  const cleared = await edit({ scheduledFor: null }, 4)
  assert.equal(cleared.body.scheduledFor, null)
  assert.deepEqual(
    (await slots()).map(({ slot, state }: { slot: string; state: string }) => `${slot} ${state}`),
    ['T-60min cancelled', 'T-10min cancelled', 'T+0 cancelled'],
  )
  assert.deepEqual(
    (await events()).map((data) => [data.scoreRequestId, data.scheduledFor]),
    [
      [launch.score.id, '2026-12-01T18:00:00.000Z'],
      [launch.score.id, null],
    ],
  )
})

test('the history tells anyone who said what: newest first, with messages whose signatures they can check', async (t) => {
  const { id, app, edit, history, launch } = await startEnrolled(t)
  await edit(vector, 0)
  await edit({ tagline: null, ctaLabel: 'Join' }, 1000)
  const { edits, ...rest } = await history()
  assert.deepEqual(rest, { limit: 25, nextCursor: null })
  assert.deepEqual(
    edits.map(({ fields }: { fields: object }) => fields),
    [
      { tagline: null, ctaLabel: 'Join' },
      { ...vector, tagline: 'Café cats, live' },
    ],
  )
  const [newest] = edits
  assert.equal(newest.issuedAt, '2026-11-21T09:05:31.250Z')
  assert.equal(newest.editedAt, '2026-11-21T09:05:30.250Z')
  assert.equal(newest.creatorAddress, ada.address)
  assert.deepEqual(newest.verified, { by: 'key', chainId: null, block: null })
  for (const { message, signature } of edits) assert.equal(await ada.signMessage({ message }), signature)
  assert.match(newest.message, new RegExp(`\nScore: ${launch.score.id}\n`))
  const byScore = await ask(app, { url: `/v1/launch/${launch.score.id}/page/history` })
  assert.equal(byScore.body.edits.length, 2)
  assert.deepEqual(
    (await ask(app, { url: `/v1/launch/${id}/page/history`, headers: { 'if-none-match': '*' } })).status,
    304,
  )
})

test('the history goes on behind its cursor, and refuses limits and cursors that are none', async (t) => {
  const { app, id, edit, history } = await startEnrolled(t)
  for (let n = 0; n < 5; n += 1) await edit({ tagline: `edit ${n}` }, n)
  const seen: string[] = []
  for (let query = '?limit=2'; query;) {
    const { edits, nextCursor } = await history(query)
    seen.push(...edits.map(({ fields }: { fields: { tagline: string } }) => fields.tagline))
    query = nextCursor && `?limit=2&cursor=${nextCursor}`
  }
  assert.deepEqual(seen, ['edit 4', 'edit 3', 'edit 2', 'edit 1', 'edit 0'])
  for (const query of ['limit=0', 'limit=51', 'limit=x', 'limit=0x10', 'cursor=x', `cursor=${'_'.repeat(32)}`]) {
    const { status, body } = await ask(app, { url: `/v1/launch/${id}/page/history?${query}` })
    assert.deepEqual([status, body.error.details[0].path], [400, query.split('=')[0]], query)
  }
  assert.equal((await ask(app, { url: `/v1/launch/${unknownId}/page/history` })).status, 404)
})

test('whatever is accepted comes out as it was signed, without markup, controls, changes of direction or other links', async (t) => {
  const { app, id, edit } = await startEnrolled(t)
  const pieces = [
    '<',
    '&lt;',
    '\u202e',
    '\u0007',
    'https://a.example',
    'http://a.example',
    'e\u0301',
    '🐈',
    '\n',
    ' x ',
    'javascript:',
  ]
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 })), {
    maxLength: 5,
  })
  let laterMs = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('tagline', 'description', 'ctaUrl'), text, async (name, parts) => {
      const value = parts.join('')
      const answer = await edit({ [name]: value }, (laterMs += 1)).catch(() => undefined)
      if (answer?.status !== 200) return
      const kept: string = (await ask(app, { url: `/v1/launch/${id}` })).body.page[name]
      assert.equal(kept, value.replaceAll('\r\n', '\n').trim().normalize('NFC'))
      assert.doesNotMatch(kept, /<[a-z/!?]|&lt|\p{Bidi_Control}|(?!\n)\p{Cc}|http:\/\/|(?<![a-z])javascript:\S/iu)
    }),
    { numRuns: 60 },
  )
})
