import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import * as fc from 'fast-check'
import { createClient } from '../client/src/index.ts'
import { issueKey, rotateKey } from '../src/keys/key-commands.ts'
import { runCommand } from '../src/main/commands.ts'
import { type AppOptions, ask, goodSubmission, startApp, startWorld } from './world/app.ts'

const here = '203.0.113.7'

async function start(t: TestContext, options: AppOptions = {}) {
  const world = await startWorld(t)
  const environment = { ...world.environment, ...options.environment }
  const service = await startApp(t, { ...options, world, environment })
  const issue = (over: object = {}) =>
    issueKey(service.deps, { tier: 'pro', label: 'Pad', owner: 'ops', actor: 'test', isProxy: true, ...over })
  const send = (key: string | null, visitor: string | null, request: InjectOptions, name = 'x-launchscore-visitor') =>
    ask(service.app, {
      remoteAddress: here,
      ...request,
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...(visitor !== null && { [name]: visitor }) },
    })
  let count = 0
  const scoring = (): InjectOptions => ({
    method: 'POST',
    url: '/v1/score',
    payload: service.submission({ name: `Visitor ${count++}` }),
  })
  return { ...service, world, issue, send, scoring }
}

const upload = { method: 'POST', url: '/v1/images' } as const

test('a proxy’s requests count against the network of the visitor, and not against its own', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0 })
  const { key } = await issue()
  for (let n = 0; n < 20; n += 1) assert.equal((await send(key, '8.8.8.8', upload)).status, 415)
  const refused = await send(key, '8.8.8.8', upload)
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"image";q=20;w=60'])
  for (const other of ['8.8.4.4', '2606:4700::1', null]) assert.equal((await send(key, other, upload)).status, 415)
  assert.equal((await send(null, null, { ...upload, remoteAddress: '8.8.8.8' })).status, 429)
})

test('IPv6 visitors count by their /64, and IPv4-mapped ones as IPv4', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0 })
  const { key } = await issue()
  for (let n = 1; n <= 20; n += 1) {
    assert.equal((await send(key, `2606:4700::${n}`, upload)).status, 415)
    assert.equal((await send(key, n % 2 ? '8.8.8.8' : '::ffff:8.8.8.8', upload)).status, 415)
  }
  for (const visitor of ['2606:4700::ffff', '::FFFF:8.8.8.8'])
    assert.equal((await send(key, visitor, upload)).status, 429)
})

test('the tier’s limit bounds a proxy, however many visitors it invents', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0, environment: { LIMIT_KEYED_ROUTES_BY_IP: 'off' } })
  const { key } = await issue({ tier: 'free' })
  for (let n = 0; n < 60; n += 1) assert.equal((await send(key, `8.8.${n}.1`, { url: '/llms.txt' })).status, 200)
  const refused = await send(key, '8.8.99.1', { url: '/llms.txt' })
  assert.deepEqual([refused.status, refused.headers['ratelimit-policy']], [429, '"free";q=60;w=60'])
})

test('the daily quota bounds a proxy, and a visitor has at most a tenth of it', async (t) => {
  const { issue, send, scoring } = await start(t, { environment: { SCORE_DAILY_FREE: '10' } })
  const { key } = await issue({ tier: 'free' })
  assert.equal((await send(key, '8.8.8.8', scoring())).status, 201)
  assert.match((await send(key, '8.8.8.8', scoring())).body.error.message, /1 score a day for your network/)
  for (let n = 1; n < 10; n += 1) assert.equal((await send(key, `8.8.${n}.1`, scoring())).status, 201)
  assert.match((await send(key, '8.8.99.1', scoring())).body.error.message, /10 scores a day for your API key/)
})

test('addresses of private and documentation networks are visitors too', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0 })
  const { key } = await issue()
  for (const visitor of ['10.0.0.1', '203.0.113.200', 'fe80::1']) {
    for (let n = 0; n < 20; n += 1) assert.equal((await send(key, visitor, upload)).status, 415)
    assert.equal((await send(key, visitor, upload)).status, 429)
  }
  assert.equal((await send(key, null, upload)).status, 415)
})

for (const malformed of [
  '',
  'x',
  '8.8.8',
  '8.8.8.8:80',
  '[2606:4700::1]',
  '2606:4700::1%eth0',
  '8.8.8.8, 8.8.4.4',
  '08.8.8.8',
  '1',
])
  test(`X-Launchscore-Visitor: ${JSON.stringify(malformed)} is 400 and names the header`, async (t) => {
    const { issue, send } = await start(t)
    const { key } = await issue()
    const { status, body } = await send(key, malformed, { url: '/llms.txt' })
    assert.deepEqual([status, body.error.code], [400, 'bad_request'])
    assert.equal(body.error.details[0].path, 'X-Launchscore-Visitor')
  })

test('any text in the header is an address, or 400', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => performance.now() * 1000 })
  const { key } = await issue({ tier: 'enterprise' })
  const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[!-~]{1,40}$/))
  await fc.assert(
    fc.asyncProperty(text, async (visitor) => {
      const { status } = await send(key, visitor, { url: '/llms.txt' })
      assert.ok(status === 200 || status === 400, String(status))
    }),
    { numRuns: 50 },
  )
})

test('X-Launchscore-Visitor without a proxy’s key is ignored', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0 })
  const { key } = await issue({ isProxy: false })
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await send(key, `8.8.${n}.1`, upload)).status, 415)
    assert.equal((await send(null, n % 2 ? `8.8.${n}.1` : 'x', upload)).status, 415)
  }
  for (const one of [key, null]) assert.equal((await send(one, '8.8.99.1', upload)).status, 429)
})

test('the header has the name of the service', async (t) => {
  const { issue, send } = await start(t, { environment: { SERVICE_NAME: 'Pad Score' } })
  const { key } = await issue()
  assert.equal((await send(key, 'x', { url: '/llms.txt' }, 'x-padscore-visitor')).status, 400)
  assert.equal((await send(key, 'x', { url: '/llms.txt' })).status, 200)
})

test('LIMIT_KEYED_ROUTES_BY_IP=off: a secret key is bounded by its tier, and a named visitor by its network', async (t) => {
  const { issue, send } = await start(t, { elapsedMs: () => 0, environment: { LIMIT_KEYED_ROUTES_BY_IP: 'off' } })
  const { key } = await issue()
  for (const url of ['/v1/score', '/v1/images', '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/rescore'])
    for (let n = 0; n < 70; n += 1) {
      const { status, headers } = await send(key, null, { method: 'POST', url, payload: { x: 1 } })
      assert.ok(status === 400 || status === 404 || status === 415, `${status} ${url}`)
      assert.equal(headers['ratelimit-policy'], '"pro";q=600;w=60')
    }
  for (let n = 0; n < 20; n += 1) assert.equal((await send(key, '8.8.8.8', upload)).status, 415)
  assert.equal((await send(key, '8.8.8.8', upload)).status, 429)
  for (let n = 0; n < 20; n += 1) assert.equal((await send(null, null, upload)).status, 415)
  assert.equal((await send(null, null, upload)).status, 429)
})

test('keys issue --proxy: shown in every list, and kept by rotation', async (t) => {
  const { deps, send } = await start(t)
  const good = ['--tier', 'pro', '--label', 'Pad', '--owner', 'ops']
  const { stdout } = await runCommand(deps, ['keys', 'issue', ...good, '--proxy', '--vouch', '--json'])
  const issued = JSON.parse(stdout)
  assert.deepEqual([issued.proxy, issued.vouch], [true, true])
  const rotated = await rotateKey(deps, { prefix: issued.prefix, graceHours: 1, actor: 'test' })
  assert.equal(rotated.proxy, true)
  assert.equal((await send(rotated.key, '8.8.8.8', { url: '/llms.txt' })).status, 200)
  assert.match((await runCommand(deps, ['keys', 'show', rotated.prefix])).stdout, /names its visitors/)
})

test('a tool of /mcp counts against the visitor’s network too', async (t) => {
  const { issue, app } = await start(t, { elapsedMs: () => 0 })
  const { key } = await issue()
  const payload = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_score', arguments: { id: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' } },
  }
  const headers = { authorization: `Bearer ${key}`, 'x-launchscore-visitor': '8.8.8.8' }
  const { status, body } = await ask(app, { method: 'POST', url: '/mcp', headers, payload })
  assert.equal(status, 200)
  assert.doesNotMatch(JSON.stringify(body), /Visitor/)
})

test('the client names the visitor', async (t) => {
  const { app, issue, world } = await start(t)
  const { key } = await issue()
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = createClient({ baseUrl, apiKey: key, maxRetries: 0 })
  const score = await client.createScore(goodSubmission(world), { visitor: '8.8.8.8' })
  assert.ok(score.id)
  await assert.rejects(client.getScore(score.id, { visitor: '8.8.8' }), { code: 'bad_request' })
})
