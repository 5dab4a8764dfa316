import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import Fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { neverCurrentListener } from '../src/database/listener.ts'
import { UpstreamError } from '../src/platform/errors.ts'
import { loadSite } from '../src/site/load-site.ts'
import { visitors } from '../src/site/visitors.ts'
import { freshAddress } from './world/fresh-address.ts'
import { ada, enroll, editPage } from './world/creators.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { rawRequest } from './world/requests.ts'
import { seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** The content of a meta tag, by its name or property. */
function readMeta(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries(Array.from(tags, ([, name = '', content = '']) => [name, unescape(content)]))
}

const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('a score’s page says of itself what other sites show, in absolute addresses', async (t) => {
  const { app, deps } = await startApp(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  const id = await seedScore(deps, { creatorAddress, points: 80 })
  const { status, body, headers } = await ask(app, { url: `/score/${id}` })
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(body, /<title>80\.0 of 100, green: Left Sock \(\$SOCK\) · Launchscore<\/title>/)
  const meta = readMeta(body)
  const page = `https://scores.example/score/${id}`
  assert.ok(body.includes(`<link rel="canonical" href="${page}"`))
  assert.equal(meta['og:url'], page)
  assert.equal(meta['og:title'], '80.0 of 100, green: Left Sock ($SOCK)')
  assert.match(meta['og:description'] ?? '', /^A strong idea from an established wallet\. .*\. 80\.0 out of 100\.$/)
  assert.equal(meta['og:image'], `${page}/card.png`)
  assert.equal(meta['twitter:card'], 'summary_large_image')
  assert.equal(meta['twitter:image'], `${page}/card.png`)
  assert.equal(meta['fc:miniapp'], undefined)
})

const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

test('every page has the strict policy: nothing inline, nothing foreign, no cookie', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const url of ['/', `/score/${id}`, '/score/none']) {
    const { body, headers } = await ask(app, { url })
    const policy = String(headers['content-security-policy'])
    assert.equal(policy, strictPolicy)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['set-cookie'], undefined)
    assert.doesNotMatch(body, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
    const loaded = [
      ...String(body).matchAll(
        /<(?:script|img|iframe|link rel="(?:stylesheet|icon|modulepreload)")[^>]* (?:src|href)="([^"]+)"/g,
      ),
    ]
    assert.ok(loaded.length >= 3)
    for (const [, source] of loaded) assert.match(source ?? '', /^\/(?!\/)/)
  }
})

test('with a WalletConnect project, pages may also connect to its relay', async (t) => {
  const { app } = await startApp(t, { environment: { WALLETCONNECT_PROJECT_ID: 'abc', SERVICE_NAME: 'A "B" <C>' } })
  for (const url of ['/', '/score/none']) {
    const { body, headers } = await ask(app, { url })
    const relay = "connect-src 'self' wss://relay.walletconnect.org;"
    assert.equal(headers['content-security-policy'], strictPolicy.replace("connect-src 'self';", relay))
    const settings = /<meta name="walletconnect" content="([^"]+)"/.exec(String(body))?.[1] ?? ''
    assert.deepEqual(JSON.parse(settings.replaceAll('&quot;', '"').replaceAll('&lt;', '<')), {
      projectId: 'abc',
      relayUrl: 'wss://relay.walletconnect.org',
      chainId: 8453,
      name: 'A "B" <C>',
    })
  }
  const without = await startApp(t)
  assert.doesNotMatch((await ask(without.app, { url: '/' })).body, /walletconnect/i)
})

test('what strangers wrote is text on the page, in its head and in its attributes', async (t) => {
  const { app, deps } = await startApp(t)
  const hostile = '"><script>alert(1)</script>'
  const over = { name: hostile, symbol: '</title><b>', description: `${hostile} </blockquote>`, xHandle: '@x' }
  const id = await seedScore(deps, { creatorAddress, ...over })
  const { body } = await ask(app, { url: `/score/${id}` })
  assert.ok(!body.includes('<script>alert'))
  assert.ok(!body.includes('</title><b>'))
  assert.equal(body.match(/<blockquote/g)?.length, 1)
  assert.equal(body.match(/<\/blockquote>/g)?.length, 1)
  assert.match(body, /<bdi>&quot;(>|&gt;)&lt;script/)
})

test('GET /score/:id and /launch/:id: markup in a creator’s texts is shown as text', async (t) => {
  const { app, deps } = await startApp(t)
  const description =
    '<b>Bold</b> & <img src=x onerror=alert(1)> <!-- note --> a < b &amp; {{x}}\n</textarea><h1>Title</h1>'
  const scoreId = await seedScore(deps, { creatorAddress: ada.address, description, name: '<i>Sock</i>' })
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada })
  const id = enrollment.enrollmentId as string
  const submitted = readText((await ask(app, { url: `/score/${scoreId}` })).body)
  assert.ok(submitted.includes(description) && submitted.includes('<i>Sock</i>'))
  assert.ok(readText((await ask(app, { url: `/launch/${id}` })).body).includes(description))
  const fields = { tagline: '<u>Half</u> a pair', description: `${description} edited`, ctaLabel: '<a href=/>Buy</a>' }
  const issuedAt = new Date().toISOString()
  const edit = { ...fields, ctaUrl: 'https://sock.example/' }
  assert.equal((await editPage(app, { id, wallet: ada, issuedAt, fields: edit })).status, 200)
  const { body } = await ask(app, { url: `/launch/${id}` })
  for (const text of Object.values(fields)) assert.ok(readText(body).includes(text), text)
  assert.doesNotMatch(body, /<(b>Bold|i>Sock|u>Half|h1>Title|img src=x|a href=\/>)/)
})

/** The text of a page as a browser shows it: without tags, and with characters for their references. */
const readText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test('a preliminary score’s page says so, names what is missing and gives it no number', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress, hasStubs: true })
  const { body } = await ask(app, { url: `/score/${id}` })
  assert.match(body, />80<small>\.0<\/small><\/p><p class="of">from 85% of the weight<\/p>/)
  assert.match(body, />Preliminary<\/span>/)
  assert.match(body, /Not measured yet: risk\./)
  assert.match(readMeta(body)['og:title'] ?? '', /preliminary without Risk/)
  const [, risk = ''] = /<details id="signal-risk"(.*?)<\/details>/s.exec(body) ?? []
  assert.match(risk, /Not measured yet/)
  assert.doesNotMatch(body, /_PROVIDER|_URL/)
  assert.doesNotMatch(risk, />50</)
})

test('the page of a score that is unknown, or of no id at all, is a page that says so', async (t) => {
  const { app } = await startApp(t)
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nothing', '%F0%9F%A7%A6']) {
    const { status, body, headers } = await ask(app, { url: `/score/${id}` })
    assert.equal(status, 404, id)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(body, /There is no score with this id/)
    assert.match(body, /<meta name="robots" content="noindex"/)
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('an unknown path is a page for browsers and the envelope for all other clients', async (t) => {
  const { app } = await startApp(t)
  const page = await ask(app, { url: '/nothing/here', headers: browser })
  assert.equal(page.status, 404)
  assert.match(page.body, /<h1>Page not found<\/h1>/)
  for (const request of [{ url: '/nothing/here' }, { url: '/v1/nothing', headers: browser }]) {
    const { status, body } = await ask(app, request)
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  }
})

test('GET of a page with a final slash: 308 to the path without it, with the query', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const [url, location] of [
    [`/score/${id}/`, `/score/${id}`],
    [`/score/${id}/?records=more&next=/a/?b`, `/score/${id}?records=more&next=/a/?b`],
    [`/score/${id}///`, `/score/${id}`],
    ['/launches/', '/launches'],
    ['//', '/'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example//', '/evil.example'],
    ['http://evil.example/launches/?a=1', '/launches?a=1'],
  ] as const)
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await ask(app, { url, method })
      assert.deepEqual([status, headers['location']], [308, location], url)
    }
  assert.equal((await ask(app, { url: `/score/${id}`, headers: browser })).status, 200)
})

test('a path of the API or with a backslash, or a POST: no redirection', async (t) => {
  const { app } = await startApp(t)
  for (const url of ['/v1/enroll/', '/api/v1/launches/', '/api/', '/v1/'])
    for (const headers of [browser, {}]) {
      const response = await ask(app, { url, headers })
      assert.deepEqual([response.status, response.headers['location']], [404, undefined], url)
    }
  assert.equal((await ask(app, { method: 'POST', url: '/launches/' })).status, 404)
  const request = { method: 'GET', headers: {}, body: Buffer.alloc(0) }
  const paths = ['/\\evil.example/', '/\\/evil.example/', '/a\\b/']
  const responses = await rawRequest(
    t,
    app,
    paths.map((path) => ({ ...request, path })),
  )
  assert.deepEqual(
    responses.map(({ status }) => status),
    [404, 404, 404],
  )
})

test('a fault on our side is a page without a word of what happened', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  t.mock.method(deps.reads, 'getExecutor', () => {
    throw new Error('canary: connection string')
  })
  const { status, body } = await ask(app, { url: `/score/${id}` })
  assert.equal(status, 500)
  assert.match(body, /Something went wrong on our side/)
  assert.ok(!body.includes('canary'))
})

test('files with a hash in their names are cached forever, and are compressed', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/' })
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
  assert.match(style, /^\/assets\/.+-[\w-]{8}\.css$/)
  const plain = await app.inject({ url: style })
  assert.equal(plain.statusCode, 200)
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['x-content-type-options'], 'nosniff')
  const small = await app.inject({ url: style, headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(small.headers['content-encoding'], 'br')
  assert.ok(small.rawPayload.length * 3 < plain.rawPayload.length)
  const again = await app.inject({ url: style, headers: { 'if-none-match': String(plain.headers['etag']) } })
  assert.equal(again.statusCode, 304)
  const { status } = await ask(app, { url: '/assets/..%2fserver%2fserver.js' })
  assert.equal(status, 404)
})

test('a page that the browser holds already is not sent again', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const url of ['/', `/score/${id}`]) {
    const { headers } = await ask(app, { url })
    assert.equal(headers['cache-control'], 'no-cache')
    const again = await ask(app, { url, headers: { 'if-none-match': String(headers['etag']) } })
    assert.deepEqual([again.status, again.body], [304, ''])
  }
})

test('without a build, the log and a 503 page say what to do', async (t) => {
  const { deps, logged } = await startApp(t)
  const site = await loadSite(deps, new URL('nowhere/', import.meta.url))
  assert.match(logged(), /the web pages are not built.*npm run build/)
  const app = Fastify()
  app.get('/', async (_request, reply) =>
    site.send(reply, { name: 'error', props: { status: 404, message: '' }, path: '/' }),
  )
  const { statusCode, body } = await app.inject({ url: '/' })
  await app.close()
  assert.equal(statusCode, 503)
  assert.match(body, /<code>npm run build<\/code>/)
})

test('the page of a provider that fails names it in the reader’s language', async (t) => {
  const { deps } = await startApp(t)
  const site = await loadSite(deps)
  const app = Fastify()
  await visitors(app, site, (scope) =>
    scope.get('/down', () => {
      throw new UpstreamError('risk', 'timeout', 'no response')
    }),
  )
  const english = await app.inject({ url: '/down' })
  const spanish = await app.inject({ url: '/down?lang=es' })
  await app.close()
  assert.equal(english.statusCode, 502)
  assert.match(english.body, /<h1>The token-risk provider isn’t answering<\/h1>/)
  assert.match(spanish.body, /<h1>El proveedor de riesgo de tokens no responde<\/h1>/)
})

test('the image on a page is the stored copy, from here', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body } = await score()
  const { status, headers } = await ask(app, { url: `/score/${body.id}/picture` })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^image\/(png|jpeg|webp|gif)$/)
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(headers['cache-control'], 'public, max-age=3600, immutable')
})

test('the image of a score’s page comes in the size of the screen', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body } = await score()
  const { body: page } = await ask(app, { url: `/score/${body.id}`, headers: { accept: 'text/html' } })
  const [tag = ''] = /<img [^>]*width="96"[^>]*>/.exec(page) ?? []
  const sources = ['128', '192', '344'].map((size, at) => `/score/${body.id}/picture?size=${size} ${at + 1}x`)
  assert.ok(tag.includes(`srcset="${sources.join(', ')}"`), tag)
  for (const source of sources) assert.equal((await ask(app, { url: source.split(' ')[0] ?? '' })).status, 200, source)
})

test('an image has thumbnails of four sizes, and no others', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body } = await score()
  const url = `/score/${body.id}/picture`
  for (const size of [64, 128, 192, 344]) {
    const { headers, rawPayload } = await app.inject({ url: `${url}?size=${size}` })
    assert.deepEqual(
      [headers['content-type'], headers['cache-control']],
      ['image/webp', 'public, max-age=3600, immutable'],
    )
    const { format, width, height } = await sharp(rawPayload).metadata()
    assert.deepEqual([format, width, height], ['webp', size, size])
    const held = await ask(app, { url: `${url}?size=${size}`, headers: { 'if-none-match': String(headers['etag']) } })
    assert.deepEqual([held.status, held.body], [304, ''])
  }
  for (const size of ['65', '', '1e9', '-64', '064', '64&size=128']) {
    const { status, body: refused } = await ask(app, { url: `${url}?size=${size}` })
    assert.deepEqual([status, refused.error.details[0]?.path], [400, 'size'], size)
  }
  const missing = await ask(app, { url: '/score/019a0000-0000-7000-8000-000000000000/picture?size=64' })
  assert.equal(missing.status, 404)
})

test('concurrent requests read an image once, and a current copy gets 304', async (t) => {
  const world = await startWorld(t)
  const { app: first, deps, score } = await startApp(t, { world })
  const { body } = await score()
  const { reads, statements } = countStatements(deps.reads)
  const listener = { ...neverCurrentListener, currentUntil: () => Infinity }
  const { app } = await startReplica(t, { db: deps.db, reads }, { world, listener })
  const url = `/score/${body.id}/picture`
  const held = await ask(app, { url, headers: { 'if-none-match': `W/"x", "${body.id}-image"` } })
  assert.deepEqual([held.status, held.body, statements()], [304, '', 1])
  const images = await Promise.all(Array.from({ length: 20 }, () => app.inject({ url, remoteAddress: freshAddress() })))
  const again = await app.inject({ url: url.replace(/[\da-f-]{36}/, (id) => id.toUpperCase()) })
  assert.deepEqual([statements(), again.statusCode], [1, 200])
  const elsewhere = await first.inject({ url })
  for (const image of [...images, again]) {
    assert.deepEqual(image.rawPayload, elsewhere.rawPayload)
    assert.equal(image.headers['etag'], held.headers['etag'])
  }
})

test('an image whose bytes come back has thumbnails again', async (t) => {
  const world = await startWorld(t)
  const { deps, score } = await startApp(t, { world })
  const { body } = await score()
  const listener = { ...neverCurrentListener, currentUntil: () => Infinity }
  const { app } = await startReplica(t, deps, { world, listener })
  const read = () => app.inject({ url: `/score/${body.id}/picture?size=64` })
  const { bytes } = await deps.db.selectFrom('images').select('bytes').executeTakeFirstOrThrow()
  await deps.db.updateTable('images').set({ bytes: null }).execute()
  assert.equal((await read()).statusCode, 404)
  await deps.db.updateTable('images').set({ bytes }).execute()
  const { statusCode, headers } = await read()
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/webp'])
})

function countStatements(db: Db) {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { reads: db.withPlugin(counting), statements: () => count }
}

test('the home page names unmeasured signals, and what to do without JavaScript', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/' })
  assert.match(body, /<noscript>.*This form needs JavaScript.*<\/noscript>/)
  assert.match(body, /Not measured yet: Meme, Creator, Image and Risk\./)
  assert.match(body, /Made up to show a score/)
  assert.doesNotMatch(body, /launches? scored/)
  const world = await startWorld(t)
  const { app: whole } = await startApp(t, { world })
  assert.doesNotMatch((await ask(whole, { url: '/' })).body, /Not measured yet: /)
})
