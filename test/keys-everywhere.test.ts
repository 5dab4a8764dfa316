import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { toKey } from '../src/keys/authenticate.ts'
import { issueKey, revokeKey } from '../src/keys/key-commands.ts'
import { type AppOptions, ask, startApp } from './world/app.ts'

interface Operation {
  method: 'GET'
  url: string
}

interface Document {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
}

/** The operations that may be called with an API key, or with no token: those of operators and probes take none. */
function listOperations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => !security.some((one) => 'adminToken' in one) && !unkeyed.includes(path))
      .map(([method]) => ({ method: method.toUpperCase() as 'GET', url: path.replaceAll(/\{\w+\}/g, id) })),
  )
}

const unkeyed = ['/health', '/ready', '/metrics']
const id = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

async function start(t: TestContext, options: AppOptions = {}) {
  const { app, deps } = await startApp(t, options)
  const issue = (tier: 'free' | 'pro' = 'pro') => issueKey(deps, { tier, label: 'Acme', owner: 'ops', actor: 'test' })
  const send = (request: Operation, authorization: string, headers: object = {}) =>
    ask(app, { ...request, headers: { authorization, ...headers } })
  return { app, deps, issue, send }
}

test('every operation: 401 for an Authorization header that is no key', async (t) => {
  const { send } = await start(t)
  const operations = listOperations()
  assert.ok(operations.length >= 37)
  for (const operation of operations)
    for (const header of ['Bearer nonsense', 'Basic eDp5', `Bearer ${toKey(Buffer.alloc(32, 7))}`]) {
      const { status, body, headers } = await send(operation, header)
      assert.deepEqual(
        [status, body.error?.code],
        [401, 'unauthorized'],
        `${operation.method} ${operation.url} ${header}`,
      )
      assert.match(String(headers['www-authenticate']), /^Bearer( error="invalid_token"|$)/)
    }
})

test('every operation: 401 revoked for a revoked key', async (t) => {
  const { deps, issue, send } = await start(t)
  const { key, prefix } = await issue()
  await revokeKey(deps, { prefix, actor: 'test' })
  for (const operation of listOperations()) {
    const { status, body } = await send(operation, `Bearer ${key}`)
    assert.deepEqual([status, body.error?.code], [401, 'revoked'], `${operation.method} ${operation.url}`)
  }
})

test('operations that admins, probes and Prometheus call take no key', async (t) => {
  const { send, issue } = await start(t, { environment: { ADMIN_TOKEN: 'canary-admin-token-of-32-chars..' } })
  const { key } = await issue()
  for (const url of unkeyed) assert.equal((await send({ method: 'GET', url }, 'Bearer nonsense')).status, 200, url)
  const refused = await send({ method: 'GET', url: '/v1/admin/stats' }, `Bearer ${key}`)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'])
  const admitted = await send({ method: 'GET', url: '/v1/admin/stats' }, 'Bearer canary-admin-token-of-32-chars..')
  assert.equal(admitted.status, 200)
})

test('pages: a bad bearer token is 401, and a proxy’s Basic credentials are ignored', async (t) => {
  const { send, issue } = await start(t)
  const { key } = await issue()
  const read = (authorization: string) => send({ method: 'GET', url: '/transparency' }, authorization)
  const refused = await read('Bearer nonsense')
  assert.equal(refused.status, 401)
  assert.match(String(refused.headers['content-type']), /^text\/html/)
  for (const authorization of ['Basic eDp5', `Bearer ${key}`]) assert.equal((await read(authorization)).status, 200)
})

test('files: a bad bearer token is 401, and other credentials are ignored', async (t) => {
  const { send } = await start(t)
  for (const url of ['/robots.txt', '/site.webmanifest', '/favicon.ico']) {
    assert.equal((await send({ method: 'GET', url }, 'Bearer nonsense')).status, 401, url)
    assert.equal((await send({ method: 'GET', url }, 'Basic eDp5')).status, 200, url)
  }
})

test('a private route with a key consumes the tier’s limit, and isn’t shared', async (t) => {
  const { app, deps, issue, send } = await start(t)
  const { key } = await issue('free')
  const read = () => send({ method: 'GET', url: '/llms.txt' }, `Bearer ${key}`)
  const first = await read()
  assert.deepEqual([first.status, first.headers['ratelimit-policy']], [200, '"free";q=60;w=60'])
  assert.match(String(first.headers['cache-control']), /^private/)
  assert.match(String((await ask(app, { url: '/llms.txt' })).headers['cache-control']), /^public/)
  assert.ok(deps.config.limitKeyedRoutesByIp)
})

const here = '192.0.2.1'

test('LIMIT_KEYED_ROUTES_BY_IP=off: only the key’s tier limits routes without a row', async (t) => {
  let now = 0
  const environment = { LIMIT_KEYED_ROUTES_BY_IP: 'off' }
  const { app, issue } = await start(t, { environment, elapsedMs: () => now })
  const { key } = await issue()
  const request = (url: string, headers = {}) => ask(app, { url, headers, remoteAddress: here })
  const keyed = (url: string) => request(url, { authorization: `Bearer ${key}` })
  for (const url of ['/api/v1/graduates', '/llms.txt', '/v1/webhooks'])
    for (let n = 0; n < 200; n += 1)
      assert.equal((await keyed(url)).headers['ratelimit-policy'], '"pro";q=600;w=60', url)
  assert.equal((await keyed('/api/v1/graduates')).status, 429)
  now += 60_000
  const codes = []
  for (let n = 0; n < 301; n += 1) codes.push((await keyed('/llms.txt')).status)
  assert.ok(codes.every((code) => code === 200))
  const anonymous = await request('/llms.txt')
  assert.equal(anonymous.headers['ratelimit-policy'], '"route";q=300;w=60')
})

test('LIMIT_KEYED_ROUTES_BY_IP=off: routes with their own row and bad keys keep it', async (t) => {
  const { send, issue } = await start(t, { environment: { LIMIT_KEYED_ROUTES_BY_IP: 'off' } })
  const { key } = await issue()
  const enroll = await send({ method: 'POST' as 'GET', url: '/v1/enroll' }, `Bearer ${key}`)
  assert.equal(enroll.headers['ratelimit-policy'], '"enroll";q=20;w=60')
  const bad = await send({ method: 'GET', url: '/llms.txt' }, 'Bearer nonsense')
  assert.equal(bad.headers['ratelimit-policy'], '"failed-authentication";q=60;w=60')
})
