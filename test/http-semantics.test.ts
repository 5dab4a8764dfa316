import assert from 'node:assert/strict'
import { freshAddress } from './world/fresh-address.ts'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { generatePrivateKey } from 'viem/accounts'
import { startRpc } from '../dev/stand-ins/rpc.ts'
import { runCommand } from '../src/main/commands.ts'
import { closeAfter } from './world/waiting.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { imageForm } from './world/requests.ts'
import { type TestApp, ask, imageBytes, startApp } from './world/app.ts'
import { seedAttestation, sealEmptyDay, seedLaunches } from './world/seed.ts'
import { vapid } from './fixtures/keys.ts'
import { encryptionKey, issueKey, secret } from './world/webhooks.ts'

interface Operation {
  security?: Record<string, string[]>[]
  responses: Record<string, unknown>
}

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const reads = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [{ path, operation: get }] : []))
const asks = ({ security = [] }: Operation, bearer: string) =>
  security.length > 0 && security.every((one) => bearer in one)
const isPrivate = (operation: Operation) => asks(operation, 'adminToken') || asks(operation, 'apiKey')
const probes = ['/health', '/ready', '/metrics']
const wallet = '0xa11ce00000000000000000000000000000000001'

/** The service with one attested launch and one subscription; the address of each documented GET there, and its bearer. */
async function startWithLaunch(t: TestContext) {
  const pair = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }
  const node = await startRpc({ names: { 'ada.base.eth': wallet } })
  closeAfter(t, node.close)
  const attester = {
    CHAIN_RPC_URL: node.url,
    ATTESTATION_CONTRACT: wallet,
    ATTESTER_KEY: generatePrivateKey(),
  }
  const environment = { ADMIN_TOKEN: adminToken, ENCRYPTION_KEY: encryptionKey, ...pair, ...attester }
  const { app, deps } = await startApp(t, { environment })
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress: wallet }])
  const id = launch?.score.id ?? ''
  await deps.db.updateTable('scores').set({ contract_address: wallet }).where('id', '=', id).execute()
  const values: Record<string, string> = {
    id,
    scoreId: id,
    tokenAddress: wallet,
    address: wallet,
    name: 'ada.base.eth',
  }
  await seedAttestation(deps, id)
  const appealed = {
    id,
    score_id: id,
    creator_address: wallet,
    reason: 'Look again.',
    message: '',
    verified_by: 'key',
  } as const
  const times = { issued_at: new Date(), appealed_at: new Date() }
  await deps.db
    .insertInto('appeals')
    .values({ ...appealed, ...times, signature: Buffer.of(0) })
    .execute()
  await sql`insert into token_bindings (id, score_id, submission_id, enrollment_id, chain_id, token, creator_address,
      state, origin, message, signature, verified_by, bound_at)
    select id, score_id, submission_id, id, 8453, ${wallet}, creator_address, 'proven', 'signed', '', '', 'key', enrolled_at
    from enrollments where score_id = ${id}`.execute(deps.db)
  await sealEmptyDay(deps.db)
  const uploaded = await ask(app, { method: 'POST', url: '/v1/images', ...imageForm(imageBytes) })
  values['day'] = '2026-01-01.ndjson'
  values['file'] = 'export.csv'
  values['hash'] = uploaded.body.imageUrl.split('/').at(-1)
  const holder = await issueKey(deps)
  const hook = { endpoint: 'https://hooks.example/', events: ['score.created'], secret }
  const subscribed = await ask(app, { method: 'POST', url: '/v1/webhooks', headers: { ...holder }, payload: hook })
  const deliveries = `/v1/webhooks/${subscribed.body.id}/deliveries`
  await ask(app, { method: 'POST', url: `/v1/webhooks/${subscribed.body.id}/test`, headers: { ...holder } })
  values['deliveryId'] = (await ask(app, { url: deliveries, headers: { ...holder } })).body.deliveries[0].id
  const bearerFor = (operation: Operation) => {
    if (asks(operation, 'adminToken')) return adminBearer
    return asks(operation, 'apiKey') ? holder : {}
  }
  const toUrl = (path: string) => {
    const own = path.startsWith('/v1/webhooks') ? path.replace('{id}', subscribed.body.id) : path
    const filled = own.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? assert.fail(`${path}: ${name}?`))
    if (path === '/v1/launch/{id}/token/message' || path === '/v1/launch/{id}/token/denial/message')
      return `${filled}?tokenAddress=${wallet}`
    if (path === '/v1/launch/{id}/token/named/message') return `${filled}?issuedAt=${new Date().toISOString()}`
    if (path === '/api/v1/search') return `${filled}?q=a`
    if (path === '/oembed') return `${filled}?url=${deps.config.publicUrl}/score/${id}`
    if (path === '/api/v1/prompts/diff') return `${filled}?from=launch-score@1.1.0&to=launch-score@1.2.0`
    return path === '/v1/enroll/message' ? `${filled}?scoreRequestId=${id}&creatorAddress=${wallet}` : filled
  }
  return { app, deps, toUrl, bearerFor }
}

test('HEAD is GET without the body, everywhere', async (t) => {
  const { app, toUrl, bearerFor } = await startWithLaunch(t)
  for (const { path, operation } of reads) {
    const request = { url: toUrl(path), headers: { ...bearerFor(operation), 'x-request-id': 'same' } }
    const [get, head] = [await app.inject(request), await app.inject({ ...request, method: 'HEAD' })]
    assert.equal(get.statusCode, 200, path)
    assert.deepEqual([head.statusCode, head.body], [200, ''], path)
    const lasting = ({ headers }: typeof get) => ({
      ...headers,
      date: '',
      'content-length': '',
      'transfer-encoding': '',
      ratelimit: '',
    })
    assert.deepEqual(lasting(head), lasting(get), path)
    if (get.headers['etag'] !== undefined) assertLength(head, get, path) // other bodies may differ by the second request
  }
})

type Response = Awaited<ReturnType<TestApp['app']['inject']>>

/** A response without a body has the length of the body that GET sends, or none (RFC 9110, 8.6). */
function assertLength({ headers }: Response, get: Response, path: string): void {
  const length = headers['content-length']
  if (length !== undefined) assert.equal(length, get.headers['content-length'], path)
}

test('every read has Cache-Control; private reads and probes have no-store', async (t) => {
  const { app, toUrl, bearerFor } = await startWithLaunch(t)
  for (const { path, operation } of reads) {
    const { headers } = await ask(app, { url: toUrl(path), headers: bearerFor(operation) })
    const kept = String(headers['cache-control'])
    if (probes.includes(path) || isPrivate(operation)) assert.equal(kept, 'no-store', path)
    else assert.match(kept, /^(public, max-age=\d+(, immutable)?|no-cache)$/, path)
  }
})

test('every response has nosniff, and each page and JSON a policy that bars framing', async (t) => {
  const { app, toUrl, bearerFor } = await startWithLaunch(t)
  const documented = reads.map(({ path, operation }) => ({ url: toUrl(path), headers: bearerFor(operation) }))
  const pages = ['/', '/leaderboards', '/launches', '/transparency', '/admin', '/search?q=a', '/no/such/page'].map(
    (url) => ({
      url,
      headers: { accept: 'text/html' },
    }),
  )
  const refusals = [
    { url: '/v1/score', method: 'POST' as const, payload: {} },
    { url: '/v1/score', method: 'PUT' as const },
    { url: '/v1/score/nothing' },
    { url: '/%' },
    { url: '/v1/me', headers: { authorization: 'Bearer none' } },
    { url: '/robots.txt' },
    { url: '/feeds/changelog.xml' },
  ]
  for (const request of [...documented, ...pages, ...refusals]) {
    const { headers } = await ask(app, request)
    assert.equal(headers['x-content-type-options'], 'nosniff', request.url)
    if (!/^(text\/html|application\/json)/.test(String(headers['content-type']))) continue
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/, request.url)
  }
})

test('a read that documents 304 gives it for its own ETag, and nothing else does', async (t) => {
  const { app, toUrl, bearerFor } = await startWithLaunch(t)
  for (const { path, operation } of reads) {
    const url = toUrl(path)
    const bearer = bearerFor(operation)
    // all of them together are more than one address may ask in a minute
    const remoteAddress = freshAddress()
    const full = await app.inject({ url, headers: bearer, remoteAddress })
    const { etag } = full.headers
    assert.equal(etag !== undefined, '304' in operation.responses, path)
    if (etag === undefined) continue
    assert.match(etag, /^"[^"]+"$/, path)
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.inject({ url, headers: { 'if-none-match': given }, remoteAddress })
      assert.deepEqual([again.statusCode, again.body, again.headers['etag']], [304, '', etag], `${path} ${given}`)
      assert.ok(again.headers['cache-control'] && again.headers['x-request-id'], path)
      assert.ok(!('content-length' in again.headers), path)
    }
    const head = await app.inject({ method: 'HEAD', url, headers: { 'if-none-match': etag }, remoteAddress })
    assert.deepEqual([head.statusCode, head.body], [304, ''], path)
    assertLength(head, full, path)
    assert.equal((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode, 200, path)
  }
})

test('a public read with a key says the same, but only the caller may keep it', async (t) => {
  const { app, deps } = await startWithLaunch(t)
  const args = ['keys', 'issue', '--tier', 'pro', '--label', 'one', '--owner', 'ops', '--json']
  const { key } = JSON.parse((await runCommand(deps, args)).stdout) as { key: string }
  const url = '/api/v1/launches'
  const open = await ask(app, { url })
  const keyed = await ask(app, { url, headers: { authorization: `Bearer ${key}` } })
  assert.deepEqual([keyed.body, keyed.headers['etag']], [open.body, open.headers['etag']])
  assert.equal(open.headers['cache-control'], 'public, max-age=5')
  assert.equal(keyed.headers['cache-control'], 'private, max-age=5')
})

test('errors are kept by nobody', async (t) => {
  const { app } = await startWithLaunch(t)
  for (const [status, url] of [
    [400, '/v1/score/7'],
    [404, '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'],
    [404, '/nowhere'],
    [400, '/%ff'],
    [405, '/v1/launch/dispatch'],
    [400, '/api/v1/launches?limit=0'],
  ] as const) {
    const { status: responded, headers } = await ask(app, { url })
    assert.deepEqual([responded, headers['cache-control']], [status, 'no-store'], url)
  }
})

test('scripts of every site may read what is public, errors too, and nothing else', async (t) => {
  const { app, toUrl, bearerFor } = await startWithLaunch(t)
  for (const { path, operation } of reads) {
    const headers = { ...bearerFor(operation), origin: 'https://elsewhere.example' }
    const url = toUrl(path)
    for (const response of [
      await app.inject({ url, headers }),
      await app.inject({ url: url.replace(/\?.*|.$/, 'zz'), headers }),
      await app.inject({ method: 'HEAD', url, headers }),
    ])
      if (!isOtherRoute(response)) assertSharing(response, isOpen(path, operation), path)
  }
})

/** The changed address led to no route, or to a neighbour that isn't read. */
const isOtherRoute = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 405 || body.includes('route does not exist')

const isOpen = (path: string, operation: Operation) => !probes.includes(path) && !isPrivate(operation)

function assertSharing({ statusCode, headers }: Response, expected: boolean, path: string): void {
  assert.equal(headers['access-control-allow-origin'], expected ? '*' : undefined, `${statusCode} ${path}`)
  assert.ok(!('access-control-allow-credentials' in headers))
  const exposed = String(headers['access-control-expose-headers'])
  if (expected) assert.match(exposed, /Location.*RateLimit.*Retry-After.*X-Request-Id.*X-Launchscore-Standing/)
  else assert.equal(exposed, 'undefined')
}

test('a preflight allows exactly the operations that take no secret', async (t) => {
  const { app } = await startWithLaunch(t)
  const origin = 'https://elsewhere.example'
  for (const [path, operations] of Object.entries(document.paths)) {
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    const headers = { origin, 'access-control-request-method': 'GET' }
    const response = await app.inject({ method: 'OPTIONS', url, headers })
    assert.deepEqual([response.statusCode, response.body], [204, ''], path)
    assert.equal(response.headers['allow'], listMethods([...Object.keys(operations), 'options']), path)
    const open = Object.entries(operations).flatMap(([method, one]) => (isOpen(path, one) ? [method] : []))
    const isShared = open.length > 0
    assert.equal(response.headers['access-control-allow-methods'], isShared ? listMethods(open) : undefined, path)
    assert.equal(response.headers['access-control-allow-origin'], isShared ? '*' : undefined, path)
    assert.equal(response.headers['access-control-max-age'], isShared ? '7200' : undefined, path)
    assert.ok(!('access-control-allow-credentials' in response.headers))
    const accepted = 'Accept, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id'
    assert.equal(response.headers['access-control-allow-headers'], isShared ? accepted : undefined, path)
  }
})

const listMethods = (methods: string[]) =>
  methods
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .sort()
    .join(', ')

test('scripts of every site can read why a write is refused, except on private routes', async (t) => {
  const { app } = await startWithLaunch(t)
  const origin = 'https://elsewhere.example'
  const refusals: [InjectOptions, number][] = [
    [{ payload: { unknown: 1 } }, 400],
    [{ payload: '{', headers: { 'content-type': 'application/json' } }, 400],
    [{ payload: 'x', headers: { 'content-type': 'text/csv' } }, 415],
    [{ payload: { pad: 'x'.repeat(70_000) } }, 413],
    [{ payload: {}, headers: { authorization: 'Bearer nothing' } }, 401],
  ]
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (method === 'get') continue
      const url = path.replaceAll(/\{\w+\}/g, '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d')
      const open = isOpen(path, operation)
      for (const [request, status] of refusals) {
        const headers = { ...request.headers, origin }
        const response = await app.inject({ ...request, method: method.toUpperCase() as 'POST', url, headers })
        assert.ok(response.statusCode >= 400, path)
        if (path === '/v1/score') assert.equal(response.statusCode, status)
        assertSharing(response, open, `${method} ${path}`)
      }
    }
})

test('scripts of every site can read 404, 429 and the end of a write', async (t) => {
  const { app } = await startWithLaunch(t)
  const headers = { origin: 'https://elsewhere.example' }
  const missing = { method: 'POST', url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d/rescore', headers } as const
  const responses = await Promise.all(Array.from({ length: 31 }, () => app.inject(missing)))
  assert.deepEqual(
    [...new Set(responses.map(({ statusCode }) => statusCode))].toSorted((a, b) => a - b),
    [404, 429],
  )
  const uploaded = await app.inject({
    method: 'POST',
    url: '/v1/images',
    ...imageForm(imageBytes),
    headers: { ...imageForm(imageBytes).headers, ...headers },
  })
  assert.equal(uploaded.statusCode, 200)
  for (const response of [...responses, uploaded]) assertSharing(response, true, missing.url)
})

test('scoring with SCORE_ACCESS=key lets scripts of every site read that a key is missing', async (t) => {
  const { app } = await startApp(t, { environment: { SCORE_ACCESS: 'key' } })
  const headers = { origin: 'https://elsewhere.example' }
  const response = await app.inject({ method: 'POST', url: '/v1/score', headers, payload: {} })
  assert.equal(response.statusCode, 401)
  assertSharing(response, true, '/v1/score')
})

test('pages, /mcp and paths that nobody serves send no CORS headers', async (t) => {
  const { app } = await startWithLaunch(t)
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  for (const [method, url, status] of [
    ['GET', '/', 200],
    ['OPTIONS', '/', 204],
    ['OPTIONS', '/mcp', 204],
    ['POST', '/mcp', 403],
    ['OPTIONS', '/nowhere', 404],
    ['OPTIONS', '/v1/score/x/nowhere', 404],
    ['OPTIONS', '/v1/admin/stats', 204],
    ['OPTIONS', '/v1/launch/dispatch', 204],
    ['GET', '/health', 200],
  ] as const) {
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const response = await app.inject({ method, url, headers, ...(method === 'POST' && { payload }) })
    assert.equal(response.statusCode, status, url)
    assert.ok(!Object.keys(response.headers).some((name) => name.startsWith('access-control')), `${method} ${url}`)
  }
})

test('every line of /llms.txt links into the document, and none to operators’ routes', async (t) => {
  const { app } = await startApp(t, { environment: { PUBLIC_URL: 'https://launch.example' } })
  const { body, headers } = await ask(app, { url: '/llms.txt' })
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  const text = String(body)
  assert.match(text, /^# Launchscore\n\n> Scores proposed token launches/)
  assert.match(text, /\(https:\/\/launch\.example\/api\/v1\/docs\)/)
  const served = (await ask(app, { url: '/api/v1/openapi.json' })).body
  const links = [...text.matchAll(/^- \[(.+)\]\(https:\/\/launch\.example\/api\/v1\/openapi\.json#\/(\S+)\): (.+)$/gm)]
  for (const [, , pointer = '', summary] of links) {
    const parts = pointer.split('/').map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    assert.equal(parts.reduce((at, part) => at?.[part], served)?.summary, summary, pointer)
  }
  const names = links.map(([, name]) => name)
  for (const name of ['POST /v1/score', 'GET /api/v1/launches', 'PATCH /v1/launch/{id}/page', 'score.created'])
    assert.ok(names.includes(name), name)
  for (const hidden of ['/metrics', 'dispatch', '/v1/admin']) assert.ok(!text.includes(hidden), hidden)
})
