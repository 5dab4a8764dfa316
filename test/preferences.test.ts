import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, startApp } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'

test('GET /: the page is in the language of ?lang=, else of Accept-Language', async (t) => {
  const { app } = await startApp(t)
  for (const [url, accepted, tag] of [
    ['/', 'es-MX,es;q=0.9', 'es'],
    ['/?lang=zh', 'es', 'zh-Hans'],
    ['/', 'de', 'en'],
  ] as const) {
    const { body, headers } = await ask(app, { url, headers: { 'accept-language': accepted } })
    assert.match(body, new RegExp(`<html lang="${tag}"`))
    assert.equal(headers['vary'], 'Accept-Language, Cookie, Accept-Encoding')
  }
})

test('a page’s links keep a language that was chosen, and files have none', async (t) => {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress })
  const { body } = await ask(app, { url: `/score/${id}?lang=es` })
  assert.match(body, /<a [^>]*href="\/leaderboards\?lang=es"/)
  assert.match(body, /<form [^>]*action="\/search"[^>]*><input type="hidden" name="lang" value="es"/)
  assert.doesNotMatch(body, /(\.(css|js|png|svg|xml|json)|\/api\/v1\/docs)\?lang=/)
  const unchosen = await ask(app, { url: `/score/${id}`, headers: { 'accept-language': 'es' } })
  assert.doesNotMatch(unchosen.body, /<a [^>]*href="\/[^"]*\?lang=/)
})

test('the links to other languages keep the choices of a page', async (t) => {
  const { app } = await startApp(t)
  const readLinks = async (url: string) => {
    const { body } = await ask(app, { url })
    return [...body.matchAll(/<a href="(\?[^"]*)"[^>]* hreflang/g)].map(([, href = '']) => href)
  }
  const [english, spanish] = await readLinks('/search?q=a%26b%22+c&lang=es&new')
  assert.deepEqual([english, spanish], ['?q=a%26b%22+c&amp;lang=en', '?q=a%26b%22+c&amp;lang=es'])
  assert.deepEqual((await readLinks('/'))[1], '?lang=es')
})

test('redirects keep a language that was chosen', async (t) => {
  const { app } = await startApp(t)
  const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  for (const [url, target] of [
    [`/search?q=${address}&lang=es`, `/token/${address}?lang=es`],
    [`/creator?address=${address}&lang=zh`, `/creator/${address}?lang=zh`],
    [`/creator?address=&lang=zh`, '/search?lang=zh'],
    [`/search?q=${address}`, `/token/${address}`],
  ]) {
    const { status, headers } = await ask(app, { url: url ?? '' })
    assert.deepEqual([status, headers['location']], [303, target])
  }
})

test('a page has the theme of the cookie in its first byte, and sets no cookie', async (t) => {
  const { app } = await startApp(t)
  const readTheme = async (cookie?: string) => {
    const { body, headers } = await ask(app, { url: '/', headers: { ...(cookie && { cookie }) } })
    assert.equal(headers['set-cookie'], undefined)
    return /<html[^>]* data-theme="(\w+)"/.exec(body)?.[1]
  }
  assert.deepEqual(
    [await readTheme(), await readTheme('theme=dark'), await readTheme('theme=light'), await readTheme('theme="><b>')],
    [undefined, 'dark', 'light', undefined],
  )
})

test('each language and theme of a page has an ETag of its own', async (t) => {
  const { app } = await startApp(t)
  const readTag = async (headers: Record<string, string>) => (await ask(app, { url: '/', headers })).headers['etag']
  const tags = await Promise.all([{}, { 'accept-language': 'es' }, { cookie: 'theme=dark' }].map(readTag))
  assert.equal(new Set(tags).size, 3)
  const again = await ask(app, { url: '/', headers: { 'if-none-match': String(tags[0]), 'accept-language': 'es' } })
  assert.equal(again.status, 200)
})

test('a page preloads its font, which comes from this host', async (t) => {
  const { app } = await startApp(t)
  const { body } = await ask(app, { url: '/' })
  const [, font = ''] = /<link rel="preload" as="font"[^>]* href="([^"]+)"[^>]*>/.exec(body) ?? []
  assert.match(font, /^\/assets\/inter-latin-wght-normal-[\w-]{8}\.woff2$/)
  const { statusCode, headers, rawPayload } = await app.inject({ url: font })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'font/woff2'])
  assert.ok(rawPayload.length < 60_000)
})
