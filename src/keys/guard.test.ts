import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp, type TestApp } from '../../test/world/app.ts'
import { closeAfter } from '../../test/world/waiting.ts'
import { buildHttp } from '../platform/http/http.ts'
import { toKey } from './authenticate.ts'
import { getHolderKey, keyHolders, keyOptional } from './guard.ts'
import { issueKey, revokeKey, rotateKey } from './key-commands.ts'

interface Guarded extends Pick<TestApp, 'deps' | 'logged'> {
  /** Asks a route that anyone may call, and one for holders alone; answers status, code and headers. */
  ask: (authorization?: string, path?: '/open' | '/held') => ReturnType<typeof asking>
}

async function serve(t: TestContext, options: Parameters<typeof startApp>[1] = {}): Promise<Guarded> {
  const { deps, logged } = await startApp(t, options)
  const app = buildHttp({ ...deps, trustProxy: [] })
  closeAfter(t, () => app.close())
  await keyOptional(app, deps, (scope) => {
    scope.get('/open', (request, reply) => reply.send(request.caller))
  })
  await keyHolders(app, deps, (scope) => {
    scope.post('/held', (request, reply) => reply.send(getHolderKey(request)))
  })
  return { deps, logged, ask: asking.bind(null, app) }
}

async function asking(app: ReturnType<typeof buildHttp>, authorization?: string, path: '/open' | '/held' = '/open') {
  const method = path === '/open' ? 'GET' : 'POST'
  const response = await app.inject({ method, url: path, headers: { ...(authorization && { authorization }) } })
  return {
    status: response.statusCode,
    code: response.json().error?.code,
    body: response.json(),
    headers: response.headers,
  }
}

const request = { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test' } as const

test('without a key a caller is anonymous, and 401 where a key is needed', async (t) => {
  const { ask } = await serve(t)
  assert.deepEqual((await ask()).body, { tier: 'anonymous', key: null })
  const refused = await ask(undefined, '/held')
  assert.deepEqual([refused.status, refused.code], [401, 'unauthorized'])
  assert.deepEqual([refused.headers['www-authenticate'], refused.headers['cache-control']], ['Bearer', 'no-store'])
})

test('an active key gives its tier and its lineage', async (t) => {
  const { deps, ask } = await serve(t)
  const { key, id, prefix } = await issueKey(deps, request)
  const caller = { id, rootId: id, prefix, isTest: false, isVouching: false, isProxy: false, isPublishable: false }
  for (let n = 0; n < 2; n += 1) {
    assert.deepEqual((await ask(`Bearer ${key}`)).body, { tier: 'pro', key: caller })
    assert.deepEqual((await ask(`Bearer ${key}`, '/held')).body, caller)
  }
})

test('an invalid Authorization header is refused, never ignored', async (t) => {
  const { deps, ask } = await serve(t)
  const { key } = await issueKey(deps, request)
  const stranger = toKey(Buffer.alloc(32, 7))
  for (const header of [key, `Bearers ${key}`, `Bearer ${key} x`, `Bearer ${stranger}`, 'Basic eDp5', `Bearer ${key}a`])
    for (const path of ['/open', '/held'] as const) {
      const { status, code } = await ask(header, path)
      assert.deepEqual([status, code], [401, 'unauthorized'], header)
    }
})

test('a key that shares another one’s prefix is unknown', async (t) => {
  const { deps, ask } = await serve(t)
  const bytes = Buffer.alloc(32, 1)
  await issueKey({ ...deps, random: { ...deps.random, hex: () => bytes.toString('hex') } }, request)
  assert.equal((await ask(`Bearer ${toKey(bytes)}`)).status, 200)
  bytes[31] = 2
  assert.equal((await ask(`Bearer ${toKey(bytes)}`)).code, 'unauthorized')
})

test('a revoked key is refused from the next request on', async (t) => {
  const { deps, ask } = await serve(t)
  const { key, prefix } = await issueKey(deps, request)
  assert.equal((await ask(`Bearer ${key}`)).status, 200)
  const { revokedAt } = await revokeKey(deps, { prefix, actor: 'test' })
  for (const path of ['/open', '/held'] as const) {
    const { status, code } = await ask(`Bearer ${key}`, path)
    assert.deepEqual([status, code], [401, 'revoked'])
  }
  assert.deepEqual(await revokeKey(deps, { prefix, actor: 'test' }), { revokedAt })
})

test('a rotated key works until its end, which the Sunset header names', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.250Z')
  const { deps, ask } = await serve(t, { clock: { now: () => new Date(now) } })
  const old = await issueKey(deps, request)
  const successor = await rotateKey(deps, { prefix: old.prefix, graceHours: 48, actor: 'test' })
  const during = await ask(`Bearer ${old.key}`)
  assert.deepEqual([during.status, during.headers['sunset']], [200, 'Mon, 23 Nov 2026 12:00:00 GMT'])
  const next = await ask(`Bearer ${successor.key}`)
  assert.deepEqual([next.status, next.headers['sunset'], next.body.key.rootId], [200, undefined, old.id])
  now += 48 * 3_600_000 - 1
  assert.equal((await ask(`Bearer ${old.key}`)).status, 200)
  now += 1
  assert.deepEqual((await ask(`Bearer ${old.key}`)).code, 'revoked')
  assert.equal((await ask(`Bearer ${successor.key}`)).status, 200)
})

test('without grace the old key ends at once', async (t) => {
  const { deps, ask } = await serve(t)
  const old = await issueKey(deps, request)
  assert.equal((await ask(`Bearer ${old.key}`)).status, 200)
  const { key } = await rotateKey(deps, { prefix: old.prefix, graceHours: 0, actor: 'test' })
  assert.equal((await ask(`Bearer ${old.key}`)).code, 'revoked')
  assert.equal((await ask(`Bearer ${key}`)).status, 200)
})

test('neither a key nor its hash reaches the log or the database’s plain columns', async (t) => {
  const { deps, ask, logged } = await serve(t)
  const { key } = await issueKey(deps, request)
  await ask(`Bearer ${key}`)
  await ask(`Bearer ${key}x`)
  const rows = JSON.stringify(await deps.db.selectFrom('api_keys').selectAll().execute())
  for (const text of [logged(), rows]) assert.ok(!text.includes(key.slice(17)))
})

test('a bearer without a key’s form is refused without a query', async (t) => {
  const { deps, ask } = await serve(t)
  deps.keys.lookUp = () => Promise.reject(new Error('nobody is to be asked'))
  for (const bearer of ['x', 'lsc_live_x', `${toKey(Buffer.alloc(32, 7)).slice(0, -1)}~`])
    assert.equal((await ask(`Bearer ${bearer}`)).status, 401, bearer)
})

test('a key that was active before passes a network’s limit of failures', async (t) => {
  const time = { ms: 0 }
  const { deps, ask } = await serve(t, { elapsedMs: () => time.ms })
  const { key } = await issueKey(deps, request)
  assert.equal((await ask(`Bearer ${key}`)).status, 200)
  const guess = async () => (await ask(`Bearer ${toKey(Buffer.alloc(32, 9))}`)).status
  while ((await guess()) !== 429);
  time.ms += 901 // the good key has to be looked up again
  while ((await guess()) !== 429);
  assert.equal((await ask(`Bearer ${key}`)).status, 200)
})
