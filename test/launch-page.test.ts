import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { hashMessage } from 'viem'
import { startRpc } from '../dev/stand-ins/rpc.ts'
import { ada, bob, askPageMessage, editPage, patchPage, signedEdit } from './world/creators.ts'
import { type AppOptions, ask, startApp, startReplica } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'

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

test('POST page/message: the message covers the normalised fields', async (t) => {
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

test('PATCH page: any text of D7 is accepted, and shown as text', async (t) => {
  const { app, id, edit } = await startEnrolled(t)
  const tagline = '<b>see</b> http://launch.example &amp; [x](y)\u200f, \u2067مرحبا\u2069'
  const { status, body } = await edit({ tagline, description: 'one\ttwo' })
  assert.deepEqual([status, body.tagline, body.description], [200, tagline, 'one two'])
  const page = (await ask(app, { url: `/launch/${id}` })).body
  assert.match(page, /&lt;b>see&lt;\/b> http:\/\/launch.example &amp;amp; \[x]/)
  assert.doesNotMatch(page, /<a[^>]*href="http:\/\/launch.example/)
})

test('PATCH page: `ctaUrl` is signed as written, and shown in ASCII and Unicode', async (t) => {
  const { app, id, edit, history, time } = await startEnrolled(t)
  const { status, body } = await edit({ ctaUrl: 'https://bücher.example/straße?a=ä' })
  const ascii = 'https://xn--bcher-kva.example/stra%C3%9Fe?a=%C3%A4'
  assert.deepEqual([status, body.ctaUrl, body.ctaUrlUnicode], [200, ascii, 'https://bücher.example/straße?a=ä'])
  assert.equal((await history()).edits[0].fields.ctaUrl, 'https://bücher.example/straße?a=ä')
  const [launch, leave] = await Promise.all(
    [`/launch/${id}`, `/launch/${id}/leave`].map(async (url) => (await ask(app, { url })).body),
  )
  for (const host of ['xn--bcher-kva.example', 'bücher.example'])
    for (const page of [launch, leave]) assert.ok(page.includes(host))
  time.now = new Date(time.now.getTime() + 1000)
  const lookalike = await edit({ ctaUrl: 'https://pаypal.example/' }) // a Cyrillic а
  assert.deepEqual([lookalike.body.ctaUrl, lookalike.body.ctaUrlUnicode], ['https://xn--pypal-4ve.example/', null])
  assert.doesNotMatch((await ask(app, { url: `/launch/${id}/leave` })).body, /pаypal/)
})

test('PATCH page: an unchanged `scheduledFor` is accepted after it has passed', async (t) => {
  const { app, id, edit, time, issuedAt } = await startEnrolled(t)
  const scheduledFor = '2026-11-21T09:30:00.000Z'
  assert.equal((await edit({ scheduledFor })).status, 200)
  time.now = new Date('2026-11-21T10:00:00.000Z')
  const { status, body } = await edit({ tagline: 'we are live', scheduledFor: '2026-11-21T10:30:00+01:00' })
  assert.deepEqual([status, body.scheduledFor, body.tagline], [200, scheduledFor, 'we are live'])
  time.now = new Date('2026-11-21T10:01:00.000Z')
  const draft = { scheduledFor: '2026-11-21T09:31:00.000Z', creatorAddress: ada.address, issuedAt: issuedAt() }
  assert.deepEqual((await askPageMessage(app, id, draft)).body.error.details, [
    { path: 'scheduledFor', message: 'must be in the future' },
  ])
})

test('PATCH page: a passed time that a concurrent edit replaced doesn’t come back', async (t) => {
  const { app, id, edit, sign, time } = await startEnrolled(t)
  const passed = '2026-11-21T09:30:00.000Z'
  const next = '2026-11-22T09:30:00.000Z'
  assert.equal((await edit({ scheduledFor: passed })).status, 200)
  time.now = new Date('2026-11-21T10:00:00.000Z')
  const moves = await sign({ scheduledFor: next }, 1)
  const repeats = await sign({ scheduledFor: passed }, 2)
  const responses = await Promise.all([patchPage(app, id, moves), patchPage(app, id, repeats)])
  const { scheduledFor } = (await edit({ tagline: 'Later' }, 3)).body
  const statuses = responses.map(({ status }) => status).join()
  // either the move came first, or it was superseded
  assert.ok(['200,400', '409,200'].includes(statuses), statuses)
  assert.equal(scheduledFor, statuses === '200,400' ? next : passed)
})

test('POST page/message: stores nothing', async (t) => {
  const { app, deps, id, issuedAt } = await startEnrolled(t)
  await askPageMessage(app, id, { tagline: 'x', creatorAddress: ada.address, issuedAt: issuedAt() })
  for (const table of ['launch_pages', 'page_edits', 'outbox'] as const)
    assert.deepEqual(await deps.db.selectFrom(table).selectAll().execute(), [])
})

test('PATCH page: sets given fields, clears null fields, keeps absent ones', async (t) => {
  const { app, id, edit, time } = await startEnrolled(t)
  const first = await edit({ ...vector, ctaLabel: 'Join', ctaUrl: 'https://Example.org' })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(first.body, {
    tagline: 'Café cats, live',
    description: 'Line one.\nLine two: 🐈',
    ctaLabel: 'Join',
    ctaUrl: 'https://Example.org',
    ctaUrlUnicode: null,
    scheduledFor: '2026-12-01T18:00:00.000Z',
    updatedAt: '2026-11-21T09:05:30.250Z',
  })
  time.now = new Date('2026-11-21T09:06:00.000Z')
  const second = await edit({ ctaUrl: null, ctaLabel: 'See' })
  const page = { ...first.body, ctaUrl: null, ctaLabel: 'See', updatedAt: '2026-11-21T09:06:00.000Z' }
  assert.deepEqual(second.body, page)
  assert.deepEqual((await ask(app, { url: `/v1/launch/${id}` })).body.page, page)
})

test('PATCH page: verifies a contract wallet on the chain; 502 if the node is down', async (t) => {
  const wallet = '0xc0ffee0000000000000000000000000000000001'
  let isDown = false
  const node = await startRpc({
    block: 23_000_001,
    wallets: { [wallet]: ({ hash, signature }) => signature === hash },
    findFault: () => (isDown ? 'http 500' : undefined),
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

test('PATCH page: 400 for window, limits and shape before 404', async (t) => {
  const { app, sign } = await startEnrolled(t)
  const good = await sign({ tagline: 'x' })
  const wrong: [path: string, over: object][] = [
    ['tagline', { tagline: 'x'.repeat(141) }],
    ['tagline', { tagline: ' ' }],
    ['tagline', { tagline: 7 }],
    ['tagline', { tagline: '\u202ex' }],
    ['tagline', { tagline: '\u2067x' }],
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

test('POST page/message: rejects every edit that PATCH page rejects', async (t) => {
  const { app, id, issuedAt } = await startEnrolled(t)
  const good = { tagline: 'x', creatorAddress: ada.address, issuedAt: issuedAt() }
  const wrong = [
    { tagline: '\u202e' },
    { issuedAt: issuedAt(300_001) },
    { creatorAddress: '0x1' },
    { signature: '0x12' },
  ]
  for (const over of wrong) assert.equal((await askPageMessage(app, id, { ...good, ...over })).status, 400)
  const gone = await askPageMessage(app, unknownId, good)
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'not_found'])
  assert.equal((await askPageMessage(app, 'not-an-id', good)).status, 400)
})

test('PATCH page: `issuedAt` may be exactly five minutes off', async (t) => {
  const { edit } = await startEnrolled(t)
  assert.equal((await edit({ tagline: 'a' }, -300_000)).status, 200)
  assert.equal((await edit({ tagline: 'a' }, 300_000)).status, 200)
})

test('PATCH page: 404 for an unknown launch before the signature is verified', async (t) => {
  const { app, sign } = await startEnrolled(t)
  const { status, body } = await patchPage(app, unknownId, { ...(await sign({ tagline: 'x' })), signature: '0x12' })
  assert.deepEqual([status, body.error.code], [404, 'not_found'])
})

test('PATCH page: 401 for a signature over another message', async (t) => {
  const { app, deps, id, sign, issuedAt } = await startEnrolled(t)
  const good = await sign(vector)
  const changes: object[] = [
    { tagline: 'Cafe cats, live' },
    { tagline: null },
    { ctaUrl: undefined },
    { ctaLabel: null },
    { scheduledFor: '2026-12-01T18:00:00Z' },
    { issuedAt: issuedAt(1) },
    { signature: good.signature.replace(/^0x./, (start) => (start === '0x1' ? '0x2' : '0x1')) },
  ]
  for (const change of changes) {
    const { status, body } = await patchPage(app, id, { ...good, ...change })
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'], JSON.stringify(change))
  }
  assert.deepEqual(await deps.db.selectFrom('page_edits').selectAll().execute(), [])
})

test('PATCH page: a signature counts for one launch and deployment only', async (t) => {
  const { app, deps, clock, id, sign } = await startEnrolled(t)
  const good = await sign({ tagline: 'x' })
  const [other] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  assert.equal((await patchPage(app, other?.enrollmentId ?? '', good)).status, 401)
  const elsewhere = await startReplica(t, deps, { clock, environment: { ENROLLMENT_DOMAIN: 'other.example' } })
  assert.equal((await patchPage(elsewhere.app, id, good)).status, 401)
})

test('PATCH page: 409 for a valid signature of another wallet', async (t) => {
  const { app, deps, id, issuedAt } = await startEnrolled(t)
  const { status, body } = await editPage(app, { id, wallet: bob, issuedAt: issuedAt(), fields: { tagline: 'mine' } })
  assert.deepEqual([status, body.error.code], [409, 'conflict'])
  assert.deepEqual(await deps.db.selectFrom('launch_pages').selectAll().execute(), [])
})

test('PATCH page: 409 for another wallet without a request to the node', async (t) => {
  const node = await startRpc({})
  t.after(node.close)
  const { app, id, sign } = await startEnrolled(t, { environment: { CHAIN_RPC_URL: node.url } })
  const foreign = { ...(await sign({ tagline: 'x' })), creatorAddress: '0xc0ffee0000000000000000000000000000000001' }
  const { status, body } = await patchPage(app, id, foreign)
  assert.deepEqual([status, body.error.code, node.methods()], [409, 'conflict', []])
})

test('PATCH page: of twenty concurrent equal edits on two replicas one passes', async (t) => {
  const { app, deps, clock, id, sign, history } = await startEnrolled(t)
  const replica = await startReplica(t, deps, { clock, environment })
  for (const round of [0, 1]) {
    const signed = await sign({ tagline: `round ${round}`, scheduledFor: `2026-12-0${1 + round}T18:00:00Z` }, round)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patchPage(n % 2 ? app : replica.app, id, signed)),
    )
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b)
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)])
    assert.equal((await history()).edits.length, round + 1)
  }
  const events = await deps.db.selectFrom('outbox').select('event').execute()
  assert.deepEqual(events, [{ event: 'launch.scheduled' }, { event: 'launch.scheduled' }])
})

test('PATCH page: 409 for an edit not issued after the last accepted one', async (t) => {
  const { edit } = await startEnrolled(t)
  assert.equal((await edit({ tagline: 'new' }, 1000)).status, 200)
  for (const laterMs of [999, 1000]) {
    const { status, body } = await edit({ tagline: 'old' }, laterMs)
    assert.deepEqual([status, body.error.code], [409, 'conflict'])
  }
  assert.equal((await edit({ ctaLabel: 'newer' }, 1001)).body.tagline, 'new')
})

test('PATCH page: 409 for the malleated twin of an accepted signature', async (t) => {
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

test('PATCH page: a new time replaces the slots and emits one event; text does not', async (t) => {
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
  assert.equal((await ask(app, { url: `/v1/launch/${id}` })).body.movedFrom, '2026-12-01T18:00:00.000Z')
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

test('GET page/history: newest first, with verifiable messages and signatures', async (t) => {
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

test('GET page/history: holds no edit of another launch', async (t) => {
  const { app, deps, edit, history, issuedAt } = await startEnrolled(t)
  const [other] = await seedLaunches(deps.db, [{ creatorAddress: ada.address, name: 'Right Sock' }])
  assert.ok(other)
  await edit({ tagline: 'left' })
  await editPage(app, {
    id: other.enrollmentId,
    wallet: ada,
    issuedAt: issuedAt(1),
    fields: { tagline: 'right' },
  })
  assert.deepEqual(listTaglines(await history()), ['left'])
  const { body } = await ask(app, { url: `/v1/launch/${other.enrollmentId}/page/history` })
  assert.deepEqual(listTaglines(body), ['right'])
})

const listTaglines = ({ edits }: { edits: { fields: { tagline: string } }[] }) =>
  edits.map(({ fields }) => fields.tagline)

test('GET page/history: pages by cursor; 400 for invalid limits and cursors', async (t) => {
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

test('PATCH page: accepted text comes back as signed, without overrides', async (t) => {
  const { app, id, issuedAt } = await startEnrolled(t)
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
  let [laterMs, accepted] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('tagline', 'description', 'ctaUrl'), text, async (name, parts) => {
      const value = parts.join('')
      const draft = { [name]: value, creatorAddress: ada.address, issuedAt: issuedAt((laterMs += 1)) }
      const { status, body } = await askPageMessage(app, id, draft)
      if (status === 400) return
      const signature = await ada.signMessage({ message: body.message })
      assert.equal((await patchPage(app, id, { ...draft, signature })).status, 200, 'what may be signed is accepted')
      accepted++
      const kept: string = (await ask(app, { url: `/v1/launch/${id}` })).body.page[name]
      const signed = value.replaceAll('\r\n', '\n').trim().normalize('NFC')
      if (name === 'ctaUrl') assert.equal(new URL(kept).href, new URL(signed).href)
      else assert.equal(kept, signed)
      assert.doesNotMatch(kept, /[\u202a-\u202e]|(?!\n)\p{Cc}/u)
      if (name === 'ctaUrl') assert.match(kept, /^https:\/\/[\u0021-\u007e]+$/)
    }),
    { numRuns: 60 },
  )
  assert.ok(accepted > 0, 'some edits are good')
})

test('PATCH page: rate-limit headers show the strictest of the limits', async (t) => {
  const { app, id, sign } = await startEnrolled(t)
  const remoteAddress = '203.0.113.7'
  const patch = (payload: object) => ask(app, { method: 'PATCH', url: `/v1/launch/${id}/page`, payload, remoteAddress })
  assert.match(String((await patch(await sign({ tagline: 'x' }, 1))).headers['ratelimit']), /^"page-edit";r=59;/)
  for (let n = 0; n < 285; n++) await patch({}) // the limit refills while this runs
  assert.match(String((await patch(await sign({ tagline: 'y' }, 2))).headers['ratelimit']), /^"route";r=\d{2};/)
})
