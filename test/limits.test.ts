import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { expandParts } from '../contract/expand-parts.ts'
import type { Tier } from '../contract/schemas/own-scores.ts'
import { toKey } from '../src/keys/authenticate.ts'
import { issueKey, rotateKey } from '../src/keys/key-commands.ts'
import { policies, tierPolicies, toLimit } from '../src/keys/limits.ts'
import { type AppOptions, ask, startApp, type TestResponse } from './world/app.ts'
import { ada, bob, patchPage, signedEdit } from './world/creators.ts'
import { seedLaunches } from './world/seed.ts'

const here = { remoteAddress: '192.0.2.1' }

/** The service, and a clock that only its limits see. */
async function start(t: TestContext, options: AppOptions = {}) {
  let now = 0
  const { app, deps, logged } = await startApp(t, { elapsedMs: () => now, ...options })
  const send = (request: InjectOptions) => ask(app, { ...here, ...request })
  const issue = (tier: Tier) => issueKey(deps, { tier, label: 'Acme', owner: 'ops', actor: 'test' })
  return { app, deps, logged, send, issue, pass: (ms: number) => void (now += ms) }
}

/** The same request again and again; its answers' status codes. */
async function times(count: number, send: () => Promise<TestResponse>): Promise<number[]> {
  const codes: number[] = []
  for (let n = 0; n < count; n += 1) codes.push((await send()).status)
  return codes
}

const with429 = (codes: number[]) => codes.filter((code) => code === 429).length
const bearing = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

test('request 61 of a minute without a key is 429 until Retry-After', async (t) => {
  const { send, pass } = await start(t)
  const read = () => send({ url: '/api/v1/graduates' })
  const first = await read()
  assert.deepEqual(
    [first.status, first.headers['ratelimit-policy'], first.headers['ratelimit'], first.headers['retry-after']],
    [200, '"anonymous";q=60;w=60', '"anonymous";r=59;t=1', undefined],
  )
  assert.equal(with429(await times(59, read)), 0)
  const refused = await read()
  assert.deepEqual(
    [refused.status, Object.keys(refused.body.error), refused.body.error.code],
    [429, ['code', 'message'], 'rate_limit'],
  )
  assert.deepEqual(
    [refused.headers['ratelimit-policy'], refused.headers['ratelimit'], refused.headers['retry-after']],
    ['"anonymous";q=60;w=60', '"anonymous";r=0;t=1', '1'],
  )
  assert.equal(refused.headers['cache-control'], 'no-store')
  pass(1000)
  assert.deepEqual(await times(2, read), [200, 429])
})

test('publishing without a key has its own limit, whatever else the address reads', async (t) => {
  const { send } = await start(t)
  await times(61, () => send({ url: '/api/v1/graduates' }))
  const publish = () => send({ method: 'POST', url: '/v1/score/00000000-0000-4000-8000-000000000000/publish' })
  assert.deepEqual(await times(11, publish), [...Array<number>(10).fill(503), 429])
})

const routeLimits: [method: 'GET' | 'POST' | 'PATCH', url: string, name: string, quota: number][] = [
  ['POST', '/v1/score', 'score', 60],
  ['POST', '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/rescore', 'rescore', 30],
  ['POST', '/v1/enroll', 'enroll', 20],
  ['GET', '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d', 'route', 300],
  ['PATCH', '/v1/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/page', 'route', 300],
  ['POST', '/v1/launch/dispatch', 'route', 300],
]
for (const [method, url, name, quota] of routeLimits)
  test(`${method} ${url} takes ${quota} a minute from one address`, async (t) => {
    const { send } = await start(t)
    const request = () => send({ method, url })
    const first = await request()
    assert.equal(first.headers['ratelimit-policy'], `"${name}";q=${quota};w=60`)
    const codes = await times(quota, request)
    assert.equal(with429(codes), 1)
    assert.equal(codes.at(-1), 429)
    assert.equal((await send({ method, url, remoteAddress: '192.0.2.2' })).status, first.status)
    assert.notEqual((await send({ url: `/v1/enrollment/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d` })).status, 429)
  })

test('429 comes before the body is read', async (t) => {
  const { send } = await start(t)
  const headers = { 'content-type': 'application/json' }
  const post = (payload: string) => send({ method: 'POST', url: '/v1/enroll', headers, payload })
  assert.equal((await post('{broken')).status, 400)
  await times(19, () => post('{}'))
  for (const payload of ['{broken', '{}', 'x'.repeat(70_000)]) assert.equal((await post(payload)).status, 429)
})

const tiers: [tier: Tier, quota: number][] = [
  ['free', 60],
  ['pro', 600],
  ['enterprise', 6000],
]
for (const [tier, quota] of tiers)
  test(`a ${tier} key takes ${quota} a minute from all addresses together`, async (t) => {
    const { app, deps, issue } = await start(t)
    const { key, id } = await issue(tier)
    // each from an address of its own: the limits per address don't count here
    const read = () => ask(app, { url: '/api/v1/graduates', ...bearing(key) })
    const spent = Math.max(0, quota - 100)
    for (let n = 0; n < spent; n += 1) await deps.limiter.consume([toLimit(tierPolicies[tier], id)])
    const codes = await times(quota - spent + 1, read)
    assert.deepEqual([with429(codes), codes.at(-1)], [1, 429])
    assert.equal((await read()).headers['ratelimit-policy'], `"${tier}";q=${quota};w=60`)
  })

test('a key doesn’t raise a route’s limit, and a refusal consumes nothing of its tier', async (t) => {
  const { send, issue } = await start(t)
  const { key } = await issue('pro')
  const read = (url: string) => send({ url, ...bearing(key) })
  assert.equal(with429(await times(310, () => read('/api/v1/graduates'))), 10)
  const other = await read('/api/v1/launches')
  assert.match(String(other.headers['ratelimit']), /^"route";r=299;/) // 300 were let in, 10 spent nothing
})

test('a key and its successor share one limit', async (t) => {
  const { app, deps, issue } = await start(t)
  const old = await issue('free')
  const { key } = await rotateKey(deps, { prefix: old.prefix, graceHours: 48, actor: 'test' })
  const read = (key: string) => () => ask(app, { url: '/api/v1/graduates', ...bearing(key) })
  const codes = [...(await times(40, read(old.key))), ...(await times(40, read(key)))]
  assert.equal(with429(codes), 20)
})

test('HEAD consumes the limit of GET', async (t) => {
  const { send } = await start(t)
  const codes = [
    ...(await times(40, () => send({ method: 'HEAD', url: '/api/v1/graduates' }))),
    ...(await times(40, () => send({ url: '/api/v1/graduates' }))),
  ]
  assert.equal(with429(codes), 20)
})

test('an IPv6 address counts with its /64, an IPv4-mapped one as IPv4', async (t) => {
  const { send } = await start(t)
  const from = (remoteAddress: string) => () => send({ url: '/api/v1/graduates', remoteAddress })
  assert.equal(with429(await times(40, from('2001:db8:1:2::1'))), 0)
  assert.equal(with429(await times(40, from('2001:db8:1:2:ffff::9'))), 20)
  assert.equal(with429(await times(40, from('2001:db8:1:3::1'))), 0)
  assert.equal(with429(await times(40, from('::ffff:192.0.2.9'))), 0)
  assert.equal(with429(await times(40, from('192.0.2.9'))), 20)
})

const claim = (n: number) => ({ url: '/api/v1/graduates', headers: { 'x-forwarded-for': `198.51.100.${n}` } })

test('a forwarded address counts only from a trusted proxy', async (t) => {
  const open = await start(t)
  let claims = 0
  assert.equal(with429(await times(61, () => open.send(claim((claims += 1))))), 1)
  const behind = await start(t, { environment: { TRUST_PROXY: '192.0.2.0/24' } })
  assert.equal(with429(await times(61, () => behind.send(claim((claims += 1))))), 0)
  // what stands left of the last untrusted address is hearsay
  const forged = () =>
    behind.send({
      url: '/api/v1/graduates',
      headers: { 'x-forwarded-for': `198.51.100.${(claims += 1) % 250}, 203.0.113.5` },
    })
  assert.equal(with429(await times(61, forged)), 1)
})

test('probes have no limit', async (t) => {
  const { send } = await start(t)
  for (const url of ['/health', '/ready']) {
    const codes = await times(305, () => send({ method: 'HEAD', url }))
    assert.deepEqual(new Set(codes), new Set([200]), url)
    assert.equal((await send({ url })).headers['ratelimit'], undefined)
  }
})

const noScore = '/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

test('pages share one limit; over it a browser gets a page with the time to wait', async (t) => {
  const { send, pass } = await start(t)
  const headers = { accept: 'text/html' }
  const first = await send({ url: '/transparency', headers })
  assert.equal(first.headers['ratelimit-policy'], '"page";q=300;w=60')
  assert.equal(with429(await times(150, () => send({ url: noScore, headers }))), 0)
  assert.equal(with429(await times(149, () => send({ url: '/score/none', headers }))), 0)
  const refused = await send({ url: '/', headers })
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'])
  assert.match(String(refused.headers['content-type']), /^text\/html/)
  assert.match(String(refused.headers['content-security-policy']), /^default-src 'none'/)
  assert.match(refused.body, /You have exceeded the limit (&quot;|")page\1 of 300 requests a minute/)
  // neither the images, nor the API, nor another visitor spend from it
  assert.equal((await send({ url: `${noScore}/picture` })).status, 404)
  assert.equal((await send({ url: '/api/v1/graduates' })).status, 200)
  assert.equal((await send({ url: '/', remoteAddress: '192.0.2.2' })).status, 200)
  pass(200)
  assert.equal((await send({ url: '/', headers })).status, 200)
})

const ownLimits = [`${noScore}/picture`, `${noScore}/card.png`, `${noScore}/badge.svg`, '/metrics', '/llms.txt']
for (const url of ownLimits)
  test(`${url} takes 300 a minute from one address`, async (t) => {
    const { send } = await start(t)
    const first = await send({ url })
    assert.match(String(first.headers['ratelimit']), /^"route";r=299;/)
    const codes = await times(300, () => send({ url, method: 'HEAD' }))
    assert.deepEqual([with429(codes), codes.at(-1)], [1, 429])
  })

test('files of pages share one wide limit for all tiers', async (t) => {
  const { deps, send } = await start(t)
  const icon = () => send({ url: '/favicon.ico', method: 'HEAD' })
  assert.equal((await icon()).headers['ratelimit-policy'], '"file";q=3000;w=60')
  for (let n = 0; n < 2900; n += 1) await deps.limiter.consume([fileLimit])
  assert.equal(with429(await times(99, icon)), 0)
  assert.equal((await send({ url: '/assets/none.js' })).status, 429)
  assert.equal((await send({ url: '/push-worker.js' })).status, 429)
})

const fileLimit = { name: 'file', bucket: 'file:*:192.0.2.1', quota: 3000, windowMs: 60_000 }

test('requests that no route serves are limited and not logged', async (t) => {
  const { send, logged } = await start(t)
  let path = 0
  const ways = [
    () => send({ url: `/${(path += 1)}` }),
    () => send({ method: 'POST', url: `/v1/${(path += 1)}`, payload: { text: 'x'.repeat(100) } }),
    () => send({ method: 'DELETE', url: '/v1/score' }),
    () => send({ method: 'OPTIONS', url: '/v1/score' }),
    () => send({ url: '/v1/score/%zz' }),
  ]
  const codes: number[] = []
  for (let n = 0; n < 60; n += 1) for (const way of ways) codes.push((await way()).status)
  assert.deepEqual(new Set(codes), new Set([404, 405, 204, 400]))
  for (const way of ways) {
    const refused = await way()
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
    assert.equal(refused.headers['ratelimit-policy'], '"unserved";q=300;w=60')
  }
  const lost = await send({ url: '/lost', headers: { accept: 'text/html' } })
  assert.deepEqual([lost.status, lost.headers['content-type']], [429, 'text/html; charset=utf-8'])
  assert.doesNotMatch(logged(), /"level":[3-6]0/)
  assert.equal((await send({ url: '/api/v1/graduates' })).status, 200)
})

test('the log has the first 256 characters of a path, without the query', async (t) => {
  const { send, logged } = await start(t)
  await send({ url: `/${'x'.repeat(15_000)}?canary` })
  assert.match(logged(), /"path":"\/x{255}"/)
})

test('the 65,536 networks of an IPv6 /48 together get eight times the quota', async (t) => {
  const { send } = await start(t)
  let network = 0
  const read = () => send({ url: '/api/v1/graduates', remoteAddress: `2001:db8:7:${(network += 1).toString(16)}::1` })
  const codes = await times(490, read)
  assert.equal(with429(codes), 10)
  const refused = await read()
  assert.deepEqual(
    [refused.status, refused.headers['ratelimit-policy'], refused.headers['retry-after']],
    [429, '"anonymous-site";q=480;w=60', '1'],
  )
  assert.equal((await send({ url: '/api/v1/graduates', remoteAddress: '2001:db8:8::1' })).status, 200)
})

test('invalid bearer tokens are limited per address, then cost no query', async (t) => {
  const { deps, send, issue } = await start(t)
  const good = await issue('pro')
  let made = 0
  const unknown = () => send({ url: '/api/v1/graduates', ...bearing(toKey(Buffer.alloc(32, (made += 1)))) })
  const malformed = () => send({ url: '/api/v1/graduates', headers: { authorization: 'Bearer x' } })
  assert.equal((await send({ url: '/api/v1/graduates', ...bearing(good.key) })).status, 200)
  const first = await unknown()
  assert.deepEqual([first.status, first.headers['ratelimit-policy']], [401, '"failed-authentication";q=60;w=60'])
  assert.deepEqual(new Set(await times(29, unknown)), new Set([401]))
  assert.deepEqual(new Set(await times(30, malformed)), new Set([401]))
  let lookedUp = 0
  const { lookUp } = deps.keys
  deps.keys.lookUp = (key) => ((lookedUp += 1), lookUp(key))
  const refused = await unknown()
  assert.deepEqual([refused.status, refused.body.error.code, lookedUp], [429, 'rate_limit', 0])
  assert.equal((await malformed()).status, 429)
  // neither those who come without a key nor a key that was good before are kept out
  assert.equal((await send({ url: '/api/v1/graduates' })).status, 200)
  assert.equal((await send({ url: '/api/v1/graduates', ...bearing(good.key) })).status, 200)
})

test('invalid admin tokens are limited like invalid keys; the valid one works from elsewhere', async (t) => {
  const ADMIN_TOKEN = 'canary-admin-token-of-32-chars..'
  const { send } = await start(t, { environment: { ADMIN_TOKEN } })
  const tick = (token: string) => send({ method: 'POST', url: '/v1/launch/dispatch', ...bearing(token) })
  assert.deepEqual(new Set(await times(60, () => tick('wrong'))), new Set([401]))
  assert.equal((await tick('wrong')).status, 429)
  assert.equal((await tick(ADMIN_TOKEN)).status, 429)
  const elsewhere = { method: 'POST', url: '/v1/launch/dispatch', remoteAddress: '203.0.113.50' } as const
  assert.equal((await send({ ...elsewhere, ...bearing(ADMIN_TOKEN) })).status, 200)
})

test('edit 61 of a creator’s minute is 429; other callers can’t consume that limit', async (t) => {
  const { app, deps } = await start(t)
  const [mine, theirs] = await seedLaunches(deps.db, [{ creatorAddress: ada.address }, { creatorAddress: bob.address }])
  assert.ok(mine && theirs)
  let issued = Date.now() - 100_000
  const sign = (wallet: typeof ada, id: string) =>
    signedEdit(app, { id, wallet, issuedAt: new Date((issued += 1)).toISOString(), fields: { tagline: `${issued}` } })
  const send = (payload: object, id = mine.enrollmentId) => patchPage(app, id, payload)
  const first = await sign(ada, mine.enrollmentId)
  assert.equal((await send(first)).status, 200)
  // neither what another wallet signed in her name, nor her own edits sent again by a stranger
  const forged = { ...(await sign(bob, mine.enrollmentId)), creatorAddress: ada.address }
  for (let n = 0; n < 5; n += 1) assert.equal((await send(forged)).status, 401)
  for (let n = 0; n < 5; n += 1) assert.equal((await send(first)).status, 409)
  const second = await send(await sign(ada, mine.enrollmentId))
  assert.deepEqual(
    [second.status, second.headers['ratelimit-policy'], second.headers['ratelimit']],
    [200, '"page-edit";q=60;w=60', '"page-edit";r=58;t=2'],
  )
  for (let left = 58; left > 0; left -= 1) assert.equal((await send(await sign(ada, mine.enrollmentId))).status, 200)
  const refused = await send(await sign(ada, mine.enrollmentId))
  assert.deepEqual([refused.status, refused.body.error.code, refused.headers['retry-after']], [429, 'rate_limit', '1'])
  assert.match(String(refused.headers['ratelimit-policy']), /^"page-edit"/)
  assert.equal((await send(await sign(bob, theirs.enrollmentId), theirs.enrollmentId)).status, 200)
})

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { description: string; content?: object }> }>>
}
const { paths } = expandParts(JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document)
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

const probes = ['/health', '/ready']

test('every route but the probes documents and returns its limit', async (t) => {
  const { app } = await start(t)
  for (const { path, method, operation } of operations) {
    const url = path.replaceAll(/\{\w+\}/g, '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d')
    const { headers } = await ask(app, { method: method.toUpperCase(), url })
    const isLimited = !probes.includes(path)
    assert.equal('ratelimit' in headers && 'ratelimit-policy' in headers, isLimited, `${method} ${path}`)
    assert.equal('429' in operation.responses, isLimited, `${method} ${path}`)
    const told = /q=(\d+)/.exec(String(headers['ratelimit-policy']))?.[1]
    if (isLimited) assert.match(operation.responses['429']?.description ?? '', new RegExp(`\\b${told} a minute`))
  }
})

test('the documented table of limits is the one that applies', () => {
  const text = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')
  for (const { name, quota, per } of policies) {
    const row = new RegExp(`^\\| \`${name}\` +\\| .*\\b${quota.toLocaleString('en')} +\\| ${per} +\\|$`, 'm')
    assert.match(text, row)
  }
})
