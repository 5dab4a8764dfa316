import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { App } from '../src/platform/http/app.ts'
import { startApp } from './world/app.ts'
import { issueKey } from './world/webhooks.ts'

const report = (name: string) => readFileSync(new URL(`fixtures/reports/http/${name}`, import.meta.url), 'latin1')

/** Sends bytes over a connection of their own, and returns everything that comes back until it ends, or `until` is in it. */
async function exchange(app: App, bytes: string, until?: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (until !== undefined && received.includes(until)) socket.destroy()
    })
    socket.on('error', reject).on('close', () => resolve(received))
  })
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])

for (const scheme of ['bearer ', 'BEARER ', 'Bearer    ', 'bEARER  '])
  test(`GET /v1/me: “${scheme}” is the Bearer scheme`, async (t) => {
    const { app, deps } = await startApp(t)
    const key = (await issueKey(deps)).authorization.slice('Bearer '.length)
    const bytes = report('04-bearer-lower-case.http').replace('bearer <a valid key>', scheme + key)
    const response = await exchange(app, bytes)
    assert.equal(statusOf(response), 200, response)
  })

test('a wrong key: WWW-Authenticate says invalid_token and why; without a key it only names the scheme', async (t) => {
  const { app } = await startApp(t)
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const authorization of ['Bearer lsc_live_cut', `Bearer lsc_live_${'A'.repeat(48)}`, 'Basic eDp5'])
    for (const { method, url } of [
      { method: 'POST', url: '/mcp' },
      { method: 'GET', url: '/v1/me' },
    ] as const) {
      const { statusCode, headers } = await app.inject({
        method,
        url,
        headers: { authorization },
        ...(method === 'POST' && { payload: body }),
      })
      assert.equal(statusCode, 401)
      assert.match(
        String(headers['www-authenticate']),
        /^Bearer error="invalid_token", error_description="[\x20\x21\x23-\x5b\x5d-\x7e]{20,}"$/,
      )
    }
  assert.equal((await app.inject('/v1/me')).headers['www-authenticate'], 'Bearer')
})

const messages = report('05-mcp-accept.http')
  .split(/(?=^POST )/m)
  .map((text) => text.trimEnd())
for (const text of messages)
  test(`POST /mcp, reported with ${/Accept: .*/.exec(text)?.[0].trim()}: answered`, async (t) => {
    const { app } = await startApp(t)
    const response = await exchange(app, text)
    assert.equal(statusOf(response), 200, response)
    const isStream = text.includes('TEXT/EVENT-STREAM')
    assert.match(response, isStream ? /content-type: text\/event-stream/i : /content-type: application\/json/i)
    assert.match(response, /"result":\{\}/)
  })

const accepts: [accept: string | undefined, answer: 'json' | 'events' | 406][] = [
  [undefined, 'json'],
  ['*/*;q=0.1', 'json'],
  ['application/json;q=0.9, text/event-stream;q=0.5', 'json'],
  ['application/json, text/event-stream', 'events'],
  ['text/event-stream', 'events'],
  ['application/json, text/event-stream;q=0', 'json'],
  ['text/html', 406],
  ['application/json;q=0', 406],
]
for (const [accept, answer] of accepts)
  test(`POST /mcp/ with Accept: ${accept ?? 'none'}: ${answer}`, async (t) => {
    const { app } = await startApp(t)
    const payload = { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: {} }
    const headers = { 'content-type': 'application/json', ...(accept !== undefined && { accept }) }
    const response = await app.inject({ method: 'POST', url: '/mcp/', headers, payload })
    if (answer === 406) return assert.equal(response.statusCode, 406)
    assert.equal(response.statusCode, 200, response.body)
    const isEvents = String(response.headers['content-type']).startsWith('text/event-stream')
    assert.equal(isEvents ? 'events' : 'json', answer)
    if (answer === 'json') assert.equal(response.json().id, 'a')
  })

test('POST /mcp: arguments that are null are absent, in a batch too', async (t) => {
  const { app } = await startApp(t)
  const message = JSON.parse(report('06-mcp-arguments-null.json'))
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const one = await app.inject({ method: 'POST', url: '/mcp', headers, payload: message })
  assert.deepEqual(one.json().result.structuredContent.launches, [], one.body)
  const batch = await app.inject({ method: 'POST', url: '/mcp', headers, payload: [message, { ...message, id: 2 }] })
  const results = batch.json() as { id: number; result: object }[]
  assert.deepEqual(
    new Set(results.map(({ id, result }) => `${id} ${'isError' in result}`)),
    new Set(['1 false', '2 false']),
  )
})

test('POST /mcp tools/list: every enumeration has a type, and no argument has a list of types', async (t) => {
  const { app } = await startApp(t)
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const { result } = (await app.inject({ method: 'POST', url: '/mcp', payload })).json()
  assert.equal(result.tools.length, 14)
  for (const { name, inputSchema } of result.tools)
    for (const schema of listSchemas(inputSchema)) {
      assert.ok(!Array.isArray(schema['type']), `${name} ${JSON.stringify(schema)}`)
      if ('enum' in schema || 'const' in schema) assert.equal(typeof schema['type'], 'string', JSON.stringify(schema))
    }
})

test('GET /api/v1/openapi.json: types, names that no generator makes classes of, and PUBLIC_URL', async (t) => {
  const { app } = await startApp(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  const document = (await app.inject('/api/v1/openapi.json')).json()
  assert.deepEqual(
    document.servers.map(({ url }: { url: string }) => url),
    ['https://scores.example'],
  )
  for (const schema of listSchemas(document.components).concat(listSchemas(document.paths)))
    if ('enum' in schema || 'const' in schema) assert.ok(schema['type'] !== undefined, JSON.stringify(schema))
  const taken = [
    'ApiError',
    'ApiRequestOptions',
    'ApiResult',
    'CancelError',
    'CancelablePromise',
    'OpenAPI',
    'OpenAPIConfig',
  ]
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => taken.includes(name)),
    [],
  )
})

/** The schemas in a value, without examples. */
function listSchemas(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, one]) => (/^examples?$/.test(name) ? [] : listSchemas(one)))
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

const pages: [accept: string, type: RegExp][] = [
  ['application/json, text/html;q=0', /^application\/json/],
  ['text/html;q=0', /^application\/json/],
  ['application/json, text/html;q=0.5', /^application\/json/],
  ['*/*', /^application\/json/],
  ['TEXT/HTML', /^text\/html/],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', /^text\/html/],
]
for (const [accept, type] of pages)
  test(`GET /nowhere with Accept: ${accept}: ${type.source}`, async (t) => {
    const { app } = await startApp(t)
    const { statusCode, headers } = await app.inject({ url: '/nowhere', headers: { accept } })
    assert.equal(statusCode, 404)
    assert.match(String(headers['content-type']), type)
  })

test('a request target in raw UTF-8: 400 that says what is wrong', async (t) => {
  const { app } = await startApp(t)
  const bytes = readFileSync(new URL('fixtures/reports/http/16-raw-utf8-url.http', import.meta.url), 'latin1')
  const response = await exchange(app, bytes)
  assert.equal(statusOf(response), 400)
  assert.match(response, /percent-encode/)
})

const expecting = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Expect: 100-continue', ...lines, '', ''].join('\r\n')

test('Expect: 100-continue: the refusal comes instead of 100, and the connection closes', async (t) => {
  const { app, deps } = await startApp(t)
  const { authorization } = await issueKey(deps)
  const unauthorized = await exchange(app, report('19-expect-then-401.http'))
  assert.equal(statusOf(unauthorized), 401, unauthorized)
  assert.match(unauthorized, /connection: close/i)
  const json = 'Content-Type: application/json'
  const large = await exchange(app, expecting('/v1/score', json, 'Content-Length: 1000000'))
  assert.equal(statusOf(large), 413, large)
  const typed = await exchange(app, expecting('/v1/score', 'Content-Type: text/csv', 'Content-Length: 20'))
  assert.equal(statusOf(typed), 415, typed)
  const lost = await exchange(app, expecting('/v1/nothing', json, 'Content-Length: 20'))
  assert.equal(statusOf(lost), 404, lost)
  const waiting = expecting('/v1/webhooks', `Authorization: ${authorization}`, json, 'Content-Length: 2')
  assert.match(await exchange(app, waiting, '100 Continue'), /^HTTP\/1\.1 100 Continue\r\n\r\n$/)
  const whole = await exchange(app, `${waiting.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}{}`)
  assert.match(whole, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
})

const compressed = [
  '/',
  '/api/v1/docs',
  '/api/v1/openapi.json',
  '/llms-full.txt',
  '/llms.txt',
  '/feeds/changelog.xml',
  '/feeds/changelog.json',
  '/api/v1/prompts',
]
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

for (const url of compressed)
  test(`GET ${url}: each coding has its ETag, its 304 and Vary`, async (t) => {
    const { app } = await startApp(t)
    const read = (method: 'GET' | 'HEAD', coding: string, more: object = {}) =>
      app.inject({ method, url, headers: { 'accept-encoding': coding, ...more } })
    const tags = new Map<string, string>()
    const contents = new Set<string>()
    for (const [coding, decode] of Object.entries(decoders)) {
      const response = await read('GET', coding)
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['content-encoding'] ?? 'identity', coding)
      assert.match(String(response.headers['vary']), /accept-encoding/i)
      contents.add(decode(response.rawPayload).toString())
      const { etag } = response.headers
      assert.ok(etag !== undefined, 'an ETag')
      tags.set(coding, etag)
      const head = await read('HEAD', coding)
      assert.deepEqual(
        ['etag', 'vary', 'content-encoding', 'content-type', 'content-length'].map((name) => head.headers[name]),
        ['etag', 'vary', 'content-encoding', 'content-type', 'content-length'].map((name) => response.headers[name]),
      )
      assert.equal(head.rawPayload.length, 0)
      for (const given of [etag, `W/${etag}`, `"a,b" , ${etag}`, '*']) {
        const same = await read('GET', coding, { 'if-none-match': given })
        assert.equal(same.statusCode, 304, given)
        if (given !== '*') assert.equal(same.headers.etag, etag)
        assert.match(String(same.headers['vary']), /accept-encoding/i)
        assert.equal(same.rawPayload.length, 0)
      }
    }
    assert.equal(contents.size, 1, 'the same content')
    assert.equal(new Set(tags.values()).size, 3)
    const packed = String(tags.get('br'))
    assert.equal((await read('GET', 'identity', { 'if-none-match': packed })).statusCode, 200, 'not its coding')
    assert.equal((await read('GET', 'gzip', { 'if-none-match': packed })).statusCode, 200)
    assert.equal((await read('GET', 'gzip, br', { 'if-none-match': packed })).headers.etag, packed)
  })

test('responses to a bearer, and small ones, are not compressed', async (t) => {
  const { app, deps } = await startApp(t)
  const headers = { ...(await issueKey(deps)), 'accept-encoding': 'br' }
  const keyed = await app.inject({ url: '/api/v1/openapi.json', headers })
  assert.deepEqual([keyed.statusCode, keyed.headers['content-encoding']], [200, undefined])
  assert.match(String(keyed.headers['vary']), /accept-encoding/i)
  const small = await app.inject({ url: '/api/v1/launches', headers: { 'accept-encoding': 'br' } })
  assert.deepEqual([small.statusCode, small.headers['content-encoding']], [200, undefined])
  assert.match(String(small.headers['vary']), /accept-encoding/i)
})
