import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { createClient } from '../client/src/index.ts'
import { issueKey, revokeKey } from '../src/keys/key-commands.ts'
import { runCommand } from '../src/main/commands.ts'
import { type AppOptions, ask, goodSubmission, imageBytes, startApp, startReplica, startWorld } from './world/app.ts'
import { adminToken } from './world/notifying.ts'
import { imageForm } from './world/requests.ts'

const origin = 'https://pad.example'
const id = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

async function start(t: TestContext, options: AppOptions = {}) {
  const world = options.world ?? (await startWorld(t))
  const given = { ...options, world, environment: { ...world.environment, ...options.environment } }
  const service = await startApp(t, given)
  const issue = (tier: 'free' | 'pro' = 'pro', origins = [origin]) =>
    issueKey(service.deps, { tier, label: 'Pad', owner: 'ops', actor: 'test', mode: 'publishable', origins })
  const send = (key: string, request: InjectOptions, over: Record<string, string | undefined> = {}) => {
    const headers = { origin, ...request.headers, authorization: `Bearer ${key}`, ...over }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    return ask(service.app, { ...request, headers: sent })
  }
  let count = 0
  const scoring = (remoteAddress?: string): InjectOptions => ({
    method: 'POST',
    url: '/v1/score',
    payload: service.submission({ name: `Page ${count++}` }),
    ...(remoteAddress && { remoteAddress }),
  })
  return { ...service, given, issue, send, scoring }
}

test('a page scores, uploads, rescores and reads with a publishable key', async (t) => {
  const { issue, send, scoring } = await start(t)
  const { key, prefix } = await issue()
  assert.match(key, /^lsc_pub_[A-Za-z0-9_-]{48}$/)
  assert.equal(prefix, key.slice(0, 17))
  const scored = await send(key, scoring())
  assert.equal(scored.status, 201)
  assert.equal(scored.body.creatorProof, 'none')
  assert.equal(scored.headers['access-control-allow-origin'], '*')
  const uploaded = await send(key, { method: 'POST', url: '/v1/images', ...imageForm(imageBytes) })
  assert.match(uploaded.body.imageUrl, /\/v1\/images\//)
  assert.equal((await send(key, { method: 'POST', url: `/v1/score/${scored.body.id}/rescore` })).status, 201)
  for (const url of [`/v1/score/${scored.body.id}`, '/api/v1/graduates', '/llms.txt']) {
    const read = await send(key, { url })
    assert.equal(read.status, 200, url)
    assert.doesNotMatch(String(read.headers['cache-control']), /public/)
  }
  const events = await send(key, scoring(), { accept: 'text/event-stream' })
  assert.match(String(events.headers['content-type']), /^text\/event-stream/)
  assert.equal(events.headers['access-control-allow-origin'], '*')
})

interface Document {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
}
const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document

test('every operation: a publishable key is accepted exactly where the document says so', async (t) => {
  const { issue, send } = await start(t, { environment: { ADMIN_TOKEN: adminToken } })
  const { key } = await issue()
  const taking: string[] = []
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { security = [] }] of Object.entries(operations)) {
      if (['/health', '/ready', '/metrics'].includes(path)) continue
      const url = path.replaceAll(/\{\w+\}/g, id)
      const { status, body } = await send(key, { method: method.toUpperCase(), url })
      const takes = security.some((one) => 'publishableKey' in one)
      if (takes && method !== 'get') taking.push(`${method} ${path}`)
      assert.equal(status === 401, !takes, `${status} ${method} ${path}`)
      if (!takes && !security.some((one) => 'adminToken' in one)) assert.match(body.error.message, /publishable key/)
    }
  for (const wanted of ['post /v1/score', 'post /v1/score/{id}/rescore', 'post /v1/images', 'post /v1/score/message'])
    assert.ok(taking.includes(wanted), wanted)
  for (const refused of ['post /v1/enroll', 'post /v1/webhooks', 'post /v1/score/{id}/publish'])
    assert.ok(!taking.includes(refused), refused)
})

test('a publishable key without its own origin is 401, and the page can read why', async (t) => {
  const { issue, send, scoring } = await start(t)
  const { key } = await issue('pro', [origin, 'https://pad.example:8443', 'http://localhost:3000'])
  for (const good of [origin, 'https://pad.example:8443', 'http://localhost:3000'])
    assert.equal((await send(key, { url: '/api/v1/graduates' }, { origin: good })).status, 200, good)
  for (const bad of [
    undefined,
    '',
    'null',
    'http://pad.example',
    'https://PAD.example',
    'https://pad.example.',
    'https://pad.example/',
    'https://pad.example:443',
    'https://pad.example:8444',
    'https://pad.example.evil.com',
    'https://evil.com/https://pad.example',
    'https://evilpad.example',
    'https://www.pad.example',
    'https://pad.example@evil.com',
    'https://user@pad.example',
    'https://pad.example, https://evil.com',
    `${origin}, ${origin}`,
    'http://localhost',
    'https://localhost:3000',
    '*',
  ])
    for (const request of [{ url: '/api/v1/graduates' }, scoring()]) {
      const { status, body, headers } = await send(key, request, { origin: bad })
      assert.deepEqual([status, body.error.code], [401, 'unauthorized'], bad)
      assert.match(body.error.message, bad ? /pages of this origin/ : /Origin header|this origin/)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.match(String(headers['access-control-expose-headers']), /WWW-Authenticate/)
    }
})

test('publishable keys bound a visitor by the anonymous limit and all visitors by the tier', async (t) => {
  const { issue, send } = await start(t, {
    elapsedMs: () => 0,
    environment: { LIMIT_KEYED_ROUTES_BY_IP: 'off' },
  })
  const { key } = await issue('free')
  const { key: large } = await issue('pro')
  const read = (one: string, remoteAddress: string) => send(one, { url: '/llms.txt', remoteAddress })
  for (let n = 0; n < 60; n += 1) assert.equal((await read(large, '203.0.113.1')).status, 200)
  const refused = await read(large, '203.0.113.1')
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"anonymous";q=60;w=60'])
  assert.equal((await read(large, '203.0.113.2')).status, 200)
  for (let n = 0; n < 60; n += 1) assert.equal((await read(key, `198.51.100.${n}`)).status, 200)
  const full = await read(key, '198.51.100.99')
  assert.deepEqual([full.status, full.headers['ratelimit-policy']], [429, '"free";q=60;w=60'])
})

test('LIMIT_KEYED_ROUTES_BY_IP=off: a publishable key never waives the row of images', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0, environment: { LIMIT_KEYED_ROUTES_BY_IP: 'off' } })
  const { key } = await issue()
  const upload = () => send(key, { method: 'POST', url: '/v1/images', remoteAddress: '203.0.113.1' })
  for (let n = 0; n < 20; n += 1) assert.equal((await upload()).status, 415)
  const refused = await upload()
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"image";q=20;w=60'])
})

test('a visitor uses at most a tenth of a publishable key’s day, over all replicas', async (t) => {
  const started = await start(t, { environment: { SCORE_DAILY_FREE: '20' } })
  const { deps, issue, send, scoring, given, submission } = started
  const { key } = await issue('free')
  const other = await startReplica(t, deps, given)
  assert.equal((await send(key, scoring('203.0.113.1'))).status, 201)
  const headers = { origin, authorization: `Bearer ${key}` }
  const second = { method: 'POST', url: '/v1/score', remoteAddress: '203.0.113.1', headers } as const
  assert.equal((await ask(other.app, { ...second, payload: submission({ name: 'Other page' }) })).status, 201)
  const refused = await send(key, scoring('203.0.113.1'))
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
  assert.match(refused.body.error.message, /2 scores a day for your network/)
  for (let n = 2; n < 20; n += 1) assert.equal((await send(key, scoring(`203.0.113.${n}`))).status, 201)
  const full = await send(key, scoring('203.0.113.99'))
  assert.match(full.body.error.message, /20 scores a day for your API key/)
  const { status } = await ask(started.app, { ...scoring('203.0.113.1') })
  assert.equal(status, 201, 'the network’s own quota is untouched')
})

test('requests with a publishable key pay from the budget of strangers', async (t) => {
  const { deps, issue, send, scoring } = await start(t, { environment: { SCORE_DAILY_TOTAL: '100' } })
  const { key } = await issue()
  const secret = await issueKey(deps, { tier: 'pro', label: 'Pad', owner: 'ops', actor: 'test' })
  for (let n = 0; n < 5; n += 1) assert.equal((await send(key, scoring('203.0.113.1'))).status, 201)
  const refused = await send(key, scoring('203.0.113.1'))
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'unavailable'])
  assert.equal((await send(secret.key, scoring('203.0.113.1'))).status, 201)
})

test('an Idempotency-Key with a publishable key belongs to the network of the visitor', async (t) => {
  const { issue, send, submission } = await start(t)
  const { key } = await issue()
  const headers = { 'idempotency-key': 'order-1' }
  const request = (name: string, remoteAddress: string) =>
    ({ method: 'POST', url: '/v1/score', headers, payload: submission({ name }), remoteAddress }) as const
  const first = await send(key, request('One page', '203.0.113.1'))
  const again = await send(key, request('One page', '203.0.113.1'))
  assert.deepEqual([first.status, again.status, again.body.id], [201, 200, first.body.id])
  const stranger = await send(key, request('Another page', '203.0.113.2'))
  assert.equal(stranger.status, 201)
})

test('SCORE_ACCESS=key takes a publishable key, from its origins alone', async (t) => {
  const { issue, send, scoring } = await start(t, { environment: { SCORE_ACCESS: 'key' } })
  const { key } = await issue()
  assert.equal((await send(key, scoring())).status, 201)
  assert.equal((await send(key, scoring(), { origin: 'https://evil.com' })).status, 401)
})

test('a revoked publishable key is 401 revoked, whatever its origin', async (t) => {
  const { deps, issue, send } = await start(t)
  const { key, prefix } = await issue()
  assert.equal((await send(key, { url: '/llms.txt' })).status, 200)
  await revokeKey(deps, { prefix, actor: 'test' })
  for (const from of [origin, 'https://evil.com'])
    assert.equal((await send(key, { url: '/llms.txt' }, { origin: from })).body.error.code, 'revoked')
})

const good = ['--tier', 'pro', '--label', 'Pad', '--owner', 'ops']

test('keys issue --publishable: rotation keeps the origins, and every list shows them', async (t) => {
  const { deps, app } = await start(t, { environment: { ADMIN_TOKEN: adminToken } })
  const run = async (...args: string[]) => (await runCommand(deps, ['keys', ...args])).stdout
  const two = ['--origin', origin, '--origin', 'http://localhost:3000', '--origin', origin]
  const issued = JSON.parse(await run('issue', ...good, '--publishable', ...two, '--json'))
  const origins = [origin, 'http://localhost:3000']
  assert.deepEqual([issued.publishable, issued.origins], [true, origins])
  assert.match(issued.key, /^lsc_pub_/)
  const rotated = JSON.parse(await run('rotate', issued.prefix, '--json'))
  assert.match(rotated.key, /^lsc_pub_/)
  assert.deepEqual([rotated.publishable, rotated.origins], [true, origins])
  const listed: Record<string, unknown>[] = JSON.parse(await run('list', '--json'))
  const headers = { authorization: `Bearer ${adminToken}` }
  const ofOperators = (await ask(app, { url: '/v1/admin/api-keys', headers })).body.keys
  for (const keys of [listed, ofOperators]) {
    const found = keys.find((key: { prefix: string }) => key.prefix === rotated.prefix)
    assert.deepEqual([found.publishable, found.origins, found.proxy], [true, origins, false])
  }
  const text = 'publishable for https://pad.example http://localhost:3000'
  for (const shown of [await run('list'), await run('show', rotated.prefix)]) assert.ok(shown.includes(text))
  const secret = JSON.parse(await run('issue', ...good, '--json'))
  assert.ok(!('publishable' in secret || 'origins' in secret || 'proxy' in secret))
})

for (const wrong of [
  ['--publishable'],
  ['--origin', origin],
  ['--publishable', '--origin', 'null'],
  ['--publishable', '--origin', 'http://pad.example'],
  ['--publishable', '--origin', 'https://pad.example/app'],
  ['--publishable', '--origin', 'https://*.pad.example'],
  ['--publishable', '--origin', origin, '--vouch'],
  ['--publishable', '--origin', origin, '--proxy'],
  ['--publishable', '--origin', origin, '--test'],
])
  test(`keys issue ${wrong.join(' ')}: exit status 2`, async (t) => {
    const { deps } = await start(t)
    const { status, stderr, stdout } = await runCommand(deps, ['keys', 'issue', ...good, ...wrong])
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, /origin|combined/)
  })

test('keys issue --successor-of: a secret and a publishable key share no lineage', async (t) => {
  const { deps } = await start(t)
  const { prefix } = await issueKey(deps, { tier: 'pro', label: 'Pad', owner: 'ops', actor: 'test' })
  const args = ['keys', 'issue', ...good, '--publishable', '--origin', origin, '--successor-of', prefix]
  assert.equal((await runCommand(deps, args)).status, 2)
})

const fromPage: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers)
  headers.set('origin', origin)
  return fetch(url, { ...init, headers })
}

test('the client sends a publishable key only where it is accepted', async (t) => {
  const { app, issue, given } = await start(t)
  const submission = goodSubmission(given.world)
  const { key } = await issue()
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient({ baseUrl, apiKey: key, fetch: fromPage, maxRetries: 0 })
  const score = await client.createScore(submission)
  assert.equal((await client.getScore(score.id)).id, score.id)
  const events = []
  for await (const event of client.streamScore({ ...submission, name: 'Streamed' })) events.push(event.type)
  assert.equal(events.at(-1), 'score')
  const enrolling = client.enroll({
    scoreRequestId: score.id,
    creatorAddress: score.submission.creatorAddress,
    signature: '0x00',
  })
  await assert.rejects(enrolling, ({ message }: Error) => !message.includes('publishable'))
})
