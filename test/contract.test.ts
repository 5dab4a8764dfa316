import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { describeService } from '../dev/tools/describe-service.ts'
import { expandParts } from '../contract/expand-parts.ts'
import { type TestResponse, ask, startApp, startReplica, startWorld } from './world/app.ts'

const committed = () => JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document

interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { ScoreSubmission: { examples: object[] } } }
}

interface Operation {
  operationId: string
  responses: Record<string, { headers: object }>
}

test('openapi.json is what the routes say', async () => {
  assert.deepEqual(JSON.parse(JSON.stringify(await describeService())), committed())
})

test('the document that is served is the committed one', async (t) => {
  const { app } = await startApp(t)
  const { status, body, headers } = await ask(app, { url: '/api/v1/openapi.json' })
  assert.equal(status, 200)
  assert.match(body.openapi, /^3\.1\./)
  assert.deepEqual(body, committed())
  const again = await ask(app, { url: '/api/v1/openapi.json', headers: { 'if-none-match': String(headers['etag']) } })
  assert.equal(again.status, 304)
})

test('every operation of the document is a route', async (t) => {
  const { app } = await startApp(t)
  const documented = Object.entries(committed().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  for (const route of documented) {
    const [method, url] = route.split(' ') as ['GET', string]
    assert.ok(app.hasRoute({ method, url }), route)
  }
  assert.equal(documented.length, 99)
})

test('answers carry the headers that the document says, and no other that it knows of', async (t) => {
  const world = await startWorld(t)
  const { app, deps, score } = await startApp(t, { world })
  const keyed = { 'idempotency-key': 'order-1' }
  const here = '192.0.2.1'
  const made = await score({}, keyed, here)
  const read = { method: 'GET', url: `/v1/score/${made.body.id}` } as const
  const limited = await startWorld(t, { txlist: { findFault: () => 'bad key' } })
  const replica = await startReplica(t, deps, { world: limited })
  for (let n = 0; n < 4; n++) await replica.score({ name: 'x' }) // the fifth request opens the breaker
  const responses: [path: string, method: string, response: TestResponse][] = [
    ['/v1/score', 'post', made],
    ['/v1/score', 'post', await score({}, keyed, here)],
    ['/v1/score', 'post', await score({ name: '' })],
    ['/v1/score', 'post', await replica.score({ name: 'x' })],
    ['/v1/score/{id}/rescore', 'post', await ask(app, { method: 'POST', url: `${read.url}/rescore` })],
    ['/v1/score/{id}', 'get', await ask(app, read)],
    ['/v1/score/{id}', 'get', await ask(app, { ...read, headers: { 'if-none-match': `"${made.body.id}"` } })],
    ['/v1/score/{id}', 'get', await ask(app, { url: '/v1/score/x' })],
    ['/health', 'get', await ask(app, { url: '/health' })],
  ]
  for (const [path, method, { status, headers }] of responses) {
    const documented = Object.keys(expandParts(committed()).paths[path]?.[method]?.responses[status]?.headers ?? {})
    const sent = known.filter((name) => name.toLowerCase() in headers)
    assert.deepEqual(sent, documented, `${method} ${path} ${status}`)
  }
})

const known = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'ETag',
  'Location',
  'Idempotent-Replayed',
  'Retry-After',
]

test('the example of a submission is one', async (t) => {
  const world = await startWorld(t)
  const { score } = await startApp(t, { world })
  const [example] = committed().components.schemas.ScoreSubmission.examples
  assert.equal((await score({ ...example, imageUrl: `${world.images.url}/a.png` })).status, 201)
})

test('the reference of the API is a page with every operation, under 550 kB', async (t) => {
  const { app } = await startApp(t)
  const page = await ask(app, { url: '/api/v1/docs' })
  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self'; /)
  const html = String(page.body)
  for (const { operationId } of Object.values(committed().paths).flatMap((methods) => Object.values(methods)))
    assert.ok(html.includes(`id="${operationId}"`), operationId)
  const isMarkdownLeft = html.replaceAll(/<pre[^]*?<\/pre>/g, '').includes('`')
  assert.ok(!isMarkdownLeft, 'code in descriptions is shown as code')
  assert.match(html, /<a [^>]*href="\/"/)
  const loaded = html.matchAll(
    /<(?:script|img|link rel="(?:stylesheet|icon|preload|modulepreload)")[^>]* (?:src|href)="([^"]+)"/g,
  )
  for (const [, source = ''] of loaded) assert.match(source, /^\/(?!\/)/)
  const packed = await app.inject({ url: '/api/v1/docs', headers: { 'accept-encoding': 'br' } })
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.ok(packed.rawPayload.length < 100_000, `${packed.rawPayload.length}`)
  assert.ok(html.length < 550_000, `${html.length}`)
})

test('GET /api/v1/docs: a page is compressed once for each encoding', async (t) => {
  const methods = ['brotliCompressSync', 'brotliCompress', 'gzipSync', 'gzip'] as const
  const calls = methods.map((name) => t.mock.method(zlib, name))
  const { app } = await startApp(t)
  const read = async (encoding: string, url = '/api/v1/docs') => {
    const { rawPayload, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    assert.equal(headers['content-encoding'], encoding)
    const page = encoding === 'br' ? zlib.brotliDecompressSync(rawPayload) : zlib.gunzipSync(rawPayload)
    return page.toString()
  }
  const pages = [await read('br'), await read('br'), await read('gzip'), await read('gzip')]
  assert.equal(new Set(pages).size, 1)
  assert.ok((await read('br', '/api/v1/docs?lang=es')).includes('href="/?lang=es"'))
  assert.equal(calls.flatMap(({ mock }) => mock.calls).length, 3)
})
