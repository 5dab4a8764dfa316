import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { toChecksumAddress } from '../contract/address.ts'
import type { Ticket } from '../contract/schemas/lookup.ts'
import { issueKey } from '../src/keys/key-commands.ts'
import { type AppOptions, ask, startApp, startWorld, type TestApp } from './world/app.ts'
import { ada, bob, enroll, walletNo } from './world/creators.ts'
import { hideAda, hideScore, must, unhideAda } from './world/operators.ts'
import { seedScore } from './world/seed.ts'

const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const contract = contractAddress.toLowerCase()
const absent = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

async function start(t: TestContext, options: AppOptions = {}) {
  const service = await startApp(t, options)
  const lookup = (payload: unknown, more: object = {}) =>
    ask(service.app, { method: 'POST', url: '/api/v1/lookup', payload: payload as object, ...more })
  return { ...service, lookup }
}

test('POST /api/v1/lookup: tickets and counts in the order of the request, null for what is not found', async (t) => {
  const { app, deps, lookup } = await start(t)
  const id = await seedScore(deps, { creatorAddress: ada.address, contractAddress: contract, points: 82 })
  await enroll(app, { scoreId: id, wallet: ada })
  await sql`update submissions set outcome = 'rugged'`.execute(deps.db)
  await sql`insert into contract_readings (contract_address, score_id, warning_codes, read_at)
    values (${contract}, ${id}, '{honeypot,copycat}', '2026-11-25T10:00:00Z')`.execute(deps.db)
  const stub = await seedScore(deps, { creatorAddress: bob.address, name: 'Stub', hasStubs: true })
  const { body: record } = await ask(app, { url: `/v1/score/${id}` })
  const ticket: Ticket = {
    scoreId: id,
    chainId: 8453,
    name: 'Left Sock',
    symbol: 'SOCK',
    aggregate: record.aggregate,
    band: record.band,
    warnings: ['honeypot'],
    confidence: 'final',
    standing: 'signed',
    outcome: 'rugged',
    createdAt: record.createdAt,
  }
  const { status, body, headers } = await lookup({
    tokens: [{ address: `0x${'12'.repeat(20)}` }, { address: contractAddress, chainId: 8453 }, { address: contract }],
    scores: [absent, stub, id.toUpperCase(), id],
    creators: [bob.address, ada.address.toLowerCase()],
  })
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
  assert.deepEqual(body.tokens, [null, ticket, ticket])
  assert.deepEqual([body.scores[0], body.scores[2], body.scores[3]], [null, ticket, ticket])
  assert.deepEqual(
    [body.scores[1].name, body.scores[1].confidence, body.scores[1].standing],
    ['Stub', 'preliminary', 'unsigned'],
  )
  const none = { green: 0, amber: 0, red: 0 }
  assert.deepEqual(body.creators, [
    { creatorAddress: bob.address, totalEnrolled: 0, bands: none },
    { creatorAddress: ada.address, totalEnrolled: 1, bands: { ...none, [record.band]: 1 } },
  ])
  assert.deepEqual((await lookup({ scores: [absent] })).body, { tokens: [], scores: [null], creators: [] })
})

test('POST /api/v1/lookup: null for what is taken down or made with a test key', async (t) => {
  const world = await startWorld(t)
  const service = await start(t, { world })
  const { app, deps, lookup } = service
  const id = await seedScore(deps, { creatorAddress: ada.address, contractAddress: contract })
  await enroll(app, { scoreId: id, wallet: ada })
  const { key } = await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test', mode: 'test' })
  const tested = await service.score({}, { authorization: `Bearer ${key}` })
  assert.equal(tested.body.test, true)
  const wanted = { tokens: [{ address: contract }], scores: [id, tested.body.id], creators: [ada.address] }
  const found = (await lookup(wanted)).body
  assert.deepEqual([found.tokens[0].scoreId, found.scores[0].scoreId, found.scores[1]], [id, id, null])
  await hideScore(service, id)
  assert.deepEqual((await lookup(wanted)).body, {
    tokens: [null],
    scores: [null, null],
    creators: [{ creatorAddress: ada.address, totalEnrolled: 0, bands: { green: 0, amber: 0, red: 0 } }],
  })
  await hideAda(service)
  assert.deepEqual((await lookup(wanted)).body.creators, [null])
  await unhideAda(service)
  assert.notEqual((await lookup(wanted)).body.creators[0], null)
})

const bad: [body: unknown, path: string, message: RegExp][] = [
  [{}, '', /must name 1 to 100/],
  [{ tokens: [], scores: [] }, '', /must name 1 to 100/],
  [{ scores: Array(60).fill(absent), creators: Array(41).fill(ada.address) }, '', /must name 1 to 100/],
  [{ scores: Array(101).fill(absent) }, 'scores', /at most 100 items/],
  [[], '', /must be an object/],
  [null, '', /must be a JSON object/],
  [{ scores: absent }, 'scores', /must be an array/],
  [{ scores: [absent, 'x'] }, 'scores.1', /must be a UUID/],
  [{ scores: [`urn:uuid:${absent}`] }, 'scores.0', /must be a UUID/],
  [{ creators: ['0x12'] }, 'creators.0', /40 hex digits/],
  [{ creators: [ada.address, ada.address.replace(/[A-F]/, (digit) => digit.toLowerCase())] }, 'creators.1', /EIP-55/],
  [{ tokens: [contract] }, 'tokens.0', /must be an object/],
  [{ tokens: [{}] }, 'tokens.0.address', /is required/],
  [{ tokens: [{ address: contract }, { address: `${contract}0` }] }, 'tokens.1.address', /40 hex digits/],
  [
    { tokens: [...[1, 2, 3].map(() => ({ address: contract })), { address: contractAddress.replace('F', 'f') }] },
    'tokens.3.address',
    /EIP-55/,
  ],
  [
    { tokens: [{ address: contract, chainId: 1 }] },
    'tokens.0.chainId',
    /1 is not configured: this service scores launches on 8453$/,
  ],
  [{ tokens: [{ address: contract, chainId: '8453' }] }, 'tokens.0.chainId', /must be an integer/],
  [{ tokens: [{ address: contract, chain: 8453 }] }, 'tokens.0.chain', /is not a field/],
  [{ tickers: ['SOCK'] }, 'tickers', /is not a field/],
]

test('POST /api/v1/lookup: 400 names the invalid item', async (t) => {
  const { lookup } = await start(t)
  for (const [payload, path, message] of bad) {
    const { status, body } = await lookup(JSON.stringify(payload), { headers: { 'content-type': 'application/json' } })
    assert.equal(status, 400, JSON.stringify(body))
    assert.equal(body.error.code, 'bad_request')
    assert.equal(body.error.details[0].path, path)
    assert.match(body.error.details[0].message, message)
  }
  const many = await lookup({ creators: Array(100).fill(contractAddress.replace('F', 'f')) })
  assert.equal(many.body.error.details.length, 20)
})

/** What the reads of single tokens, scores and creators say. */
function singleReads({ app }: TestApp) {
  const read = async (url: string) => ask(app, { url })
  const token = async (address: string) => {
    const { status, body, headers } = await read(`/api/v1/score/${address}`)
    return status === 200 ? { id: body.id, standing: headers['x-launchscore-standing'] } : null
  }
  const score = async (id: string) => {
    const { status, body } = await read(`/v1/score/${id}`)
    return status === 200 ? { id: body.id, aggregate: body.aggregate, createdAt: body.createdAt } : null
  }
  const creator = async (address: string) => {
    const { status, body } = await read(`/api/v1/creator/${address}`)
    if (status !== 200) return null
    const { launches: _, ...counts } = body
    return counts
  }
  return { token, score, creator }
}

const contractNo = (n: number) => `0xc0de${n.toString(16).padStart(36, '0')}`

/** Scores of a few creators and contracts, some of them signed, proven or taken down. */
async function seedMany(service: TestApp) {
  const { app, deps } = service
  const ids: string[] = []
  const plan = [
    { wallet: 1, token: 1, isSigned: true },
    { wallet: 2, token: 1, isSigned: true, isHidden: true, isDeployer: true }, // bars the token's other scores
    { wallet: 1, token: 2, isSigned: true, isDeployer: true },
    { wallet: 2, token: 2, isSigned: true, isDeployer: true, isHidden: true }, // of the same class
    { wallet: 3, token: 3, isHidden: true }, // all of the token's scores
    { wallet: 3, token: 4, isHidden: true, isSigned: true }, // a weaker class speaks
    { wallet: 1, token: 4 },
    { wallet: 4, token: 5 },
    { wallet: 4, token: 5, hasStubs: true },
    { wallet: 5, token: 6, isSigned: true },
  ]
  for (const [n, { wallet, token, isSigned, isHidden, ...seed }] of plan.entries()) {
    const creatorAddress = walletNo(wallet).address
    const imageHash = n.toString(16).padStart(64, '0')
    const given = {
      creatorAddress,
      contractAddress: contractNo(token),
      name: `Launch ${n}`,
      imageHash,
      points: 30 + n * 6,
    }
    const id = await seedScore(deps, { ...given, ...seed })
    if (isSigned) assert.ok((await enroll(app, { scoreId: id, wallet: walletNo(wallet) })).status < 300)
    if (isHidden) await hideScore(service, id)
    ids.push(id)
  }
  await must(service, 'creator', 'hide', walletNo(5).address, '--reason', 'Impostor.')
  return ids
}

const spelt = (address: string) => fc.constantFrom(address, toChecksumAddress(address))

test('POST /api/v1/lookup: any mix of items in any order says what the single reads say', async (t) => {
  const service = await start(t, { environment: { TRUST_PROXY: '127.0.0.1' } })
  const ids = [...(await seedMany(service)), absent]
  const { token, score, creator } = singleReads(service)
  const mix = fc.record({
    tokens: fc.array(fc.integer({ min: 1, max: 7 }).chain((n) => spelt(contractNo(n)).map((address) => ({ address })))),
    scores: fc.array(fc.constantFrom(...ids)),
    creators: fc.array(fc.integer({ min: 1, max: 6 }).chain((n) => spelt(walletNo(n).address.toLowerCase()))),
  })
  const wanted = mix.filter(({ tokens, scores, creators }) => tokens.length + scores.length + creators.length > 0)
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(wanted, async (payload) => {
      const { status, body } = await service.lookup(payload)
      assert.equal(status, 200)
      const found = {
        tokens: body.tokens.map((one: Ticket | null) => one && { id: one.scoreId, standing: one.standing }),
        scores: body.scores.map(
          (one: Ticket | null) => one && { id: one.scoreId, aggregate: one.aggregate, createdAt: one.createdAt },
        ),
        creators: body.creators,
      }
      const single = {
        tokens: await Promise.all(payload.tokens.map(({ address }) => token(address))),
        scores: await Promise.all(payload.scores.map(score)),
        creators: await Promise.all(payload.creators.map(creator)),
      }
      assert.deepEqual(found, single)
      for (const [n, { address }] of payload.tokens.entries())
        outcomes.add(`${address.toLowerCase().slice(-1)} ${String(single.tokens[n]?.standing)}`)
    }),
    { numRuns: 40 },
  )
  for (const one of ['1 undefined', '2 deployer', '3 undefined', '4 unsigned', '5 unsigned', '7 undefined'])
    assert.ok(outcomes.has(one), `${one} of ${[...outcomes].join()}`)
})

const items = (count: number) => ({ scores: Array(count).fill(absent) })

test('POST /api/v1/lookup: counts as one request for every 10 items', async (t) => {
  let now = 0
  const { app, deps, lookup } = await start(t, { elapsedMs: () => now })
  const [from, remoteAddress] = [{ remoteAddress: '192.0.2.7' }, '192.0.2.7']
  const rate = async (count: number, more: object = from) => {
    const { status, headers } = await lookup(items(count), more)
    return [status, headers['ratelimit'], headers['retry-after']]
  }
  assert.deepEqual(await rate(10), [200, '"anonymous";r=59;t=1', undefined])
  assert.deepEqual(await rate(11), [200, '"anonymous";r=57;t=3', undefined])
  for (let left = 47; left >= 7; left -= 10)
    assert.deepEqual(await rate(100), [200, `"anonymous";r=${left};t=${60 - left}`, undefined])
  // The request itself stays consumed; the wait is that of a whole lookup.
  assert.deepEqual(await rate(100), [429, '"anonymous";r=6;t=4', '4'])
  assert.equal((await lookup({ scores: ['x'] }, from)).status, 400)
  const { headers } = await ask(app, { url: '/api/v1/graduates', remoteAddress })
  assert.equal(headers['ratelimit'], '"anonymous";r=4;t=56')
  now += 6000
  assert.deepEqual(await rate(100), [200, '"anonymous";r=0;t=60', undefined])
  assert.deepEqual(await rate(1), [429, '"anonymous";r=0;t=1', '1'])

  const { key } = await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' })
  const keyed = { remoteAddress: '192.0.2.8', headers: { authorization: `Bearer ${key}` } }
  assert.deepEqual(await rate(100, keyed), [200, '"route";r=290;t=2', undefined])
  const { body: me } = await ask(app, { url: '/v1/me', ...keyed })
  assert.equal(me.limits.requests.remaining, 589)
})
