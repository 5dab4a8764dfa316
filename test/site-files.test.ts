import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { getSitemapRoute } from '../src/site/sitemap.ts'
import type { App } from '../src/platform/http/app.ts'
import { takedownChannel } from '../src/scoring/takedown-store.ts'
import { ask, startApp } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const environment = { PUBLIC_URL: 'https://scores.example' }

test('GET /site.webmanifest and the icons: an app’s name, colours and pictures', async (t) => {
  const { app } = await startApp(t, { environment: { SERVICE_NAME: 'Sock Score' } })
  const manifest = await ask(app, { url: '/site.webmanifest' })
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/)
  const { name, icons } = JSON.parse(String(manifest.body))
  assert.equal(name, 'Sock Score')
  const purposes = icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose ?? 'any'}`)
  assert.deepEqual(purposes, ['192x192 any', '512x512 any', '512x512 maskable'])
  const urls = icons.map(({ src }: { src: string }) => src)
  for (const url of [...urls, '/apple-touch-icon.png', '/favicon.ico']) {
    const { statusCode, headers, rawPayload } = await app.inject({ url })
    assert.equal(statusCode, 200, url)
    assert.match(String(headers['content-type']), /^image\//)
    assert.ok(rawPayload.length < 20_000, `${url}: ${rawPayload.length}`)
  }
})

test('the style sheet and scripts use nothing that Safari 16.4 and Firefox 128 lack', async (t) => {
  const { app } = await startApp(t, { environment })
  const { body: page } = await ask(app, { url: '/' })
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
  const { body: css } = await ask(app, { url: sheet })
  assert.ok(css.includes('.top-bar'))
  assert.doesNotMatch(css, /@scope|:scope|light-dark\(|&[\s.:>]|@starting-style|@layer|anchor\(/)
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[\w-]+\.js)"/g)].map(([, url = '']) => url)
  assert.ok(scripts.length > 0)
  for (const url of scripts) {
    const { body: script } = await ask(app, { url })
    assert.doesNotMatch(
      script,
      /withResolvers|URL\.canParse|\bgroupBy\(|AbortSignal\.any|Promise\.try|\.values\(\)\.(?:map|filter)\(/,
      url,
    )
  }
})

test('every listed page has a picture for links: its own card, or that of the site', async (t) => {
  const { app } = await startApp(t, { environment })
  for (const url of ['/', '/leaderboards', '/launches', '/transparency', `/creator/${creatorAddress}`]) {
    const { body } = await ask(app, { url })
    const [, picture = ''] = /<meta property="og:image" content="https:\/\/scores\.example([^"]+)"/.exec(body) ?? []
    const { statusCode, headers, rawPayload } = await app.inject({ url: picture })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'], url)
    assert.ok(rawPayload.length > 5000 && rawPayload.length < 300_000)
    assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [1200, 630])
  }
})

test('GET /robots.txt: pages may be read, the API may not, and the sitemap is named', async (t) => {
  const { app } = await startApp(t, { environment })
  const { body, headers } = await ask(app, { url: '/robots.txt' })
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const line of ['User-agent: *', 'Disallow: /v1/', 'Sitemap: https://scores.example/sitemap.xml'])
    assert.ok(String(body).split('\n').includes(line), line)
})

test('GET /sitemap.xml: the pages and every shown launch, without the hidden ones', async (t) => {
  const { app, deps } = await startApp(t, { environment })
  await seedLaunches(deps.db, [
    { creatorAddress, name: 'Shown' },
    { creatorAddress, name: 'Hidden' },
  ])
  const hidden = await deps.db
    .updateTable('submissions')
    .set({ hidden_reason: 'a court order' })
    .where('name', '=', 'Hidden')
    .returning('id')
    .execute()
  assert.equal(hidden.length, 1)
  const { body, headers } = await ask(app, { url: '/sitemap.xml' })
  assert.match(String(headers['content-type']), /^application\/xml/)
  const places = listPlaces(String(body))
  for (const page of ['transparency', 'track-record', 'graduates'])
    assert.ok(places.includes(`https://scores.example/${page}`), page)
  assert.equal(places.filter((place) => place.includes('/launch/')).length, 1)
  assert.match(String(body), /<lastmod>\d{4}-\d\d-\d\dT/)
})

test('GET /sitemap.xml: launches beyond one file are in further files, each once', async (t) => {
  const { deps } = await startApp(t, { environment })
  await seedLaunches(
    deps.db,
    Array.from({ length: 5 }, (_, index) => ({ creatorAddress, name: `Sock ${index}` })),
  )
  const app = Fastify() as unknown as App // the same server, without its types
  getSitemapRoute(app, deps, 2)
  const files = listPlaces((await app.inject({ url: '/sitemap.xml' })).body)
  assert.equal(files.length, 3)
  const launches = await Promise.all(
    files.map(async (file) =>
      listPlaces((await app.inject({ url: file.slice('https://scores.example'.length) })).body),
    ),
  )
  await app.close()
  assert.ok(launches[0]?.includes('https://scores.example/transparency'))
  const found = launches.map((places) => places.filter((place) => place.includes('/launch/')))
  assert.deepEqual(
    found.map(({ length }) => length),
    [2, 2, 1],
  )
  assert.equal(new Set(found.flat()).size, 5)
})

test('GET /sitemap.xml: reads within five minutes run no statement', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z')
  const { app, deps } = await startApp(t, { environment, clock: { now: () => now } })
  const count = async () => listPlaces((await app.inject({ url: '/sitemap.xml' })).body).length
  const before = await count()
  await seedLaunches(deps.db, [{ creatorAddress, name: 'Late' }])
  assert.equal(await count(), before)
  now = new Date(now.getTime() + 300_000)
  assert.equal(await count(), before + 1)
})

test('GET /sitemap.xml: leaves a launch out as soon as it is taken down', async (t) => {
  const heard: (() => void)[] = []
  const listener = {
    subscribe: (channel: string, { onGap }: { onGap: () => void }) => {
      if (channel === takedownChannel) heard.push(onGap)
      return () => {}
    },
    currentUntil: () => performance.now(),
    close: () => Promise.resolve(),
  }
  const { app, deps } = await startApp(t, { environment, listener })
  await seedLaunches(deps.db, [{ creatorAddress, name: 'Hidden' }])
  const count = async () => listPlaces((await app.inject({ url: '/sitemap.xml' })).body).length
  const before = await count()
  await deps.db.updateTable('submissions').set({ hidden_reason: 'a court order' }).execute()
  assert.equal(await count(), before)
  for (const hear of heard) hear()
  assert.equal(await count(), before - 1)
})

test('GET /sitemap.xml: a place that no index names is read; an invalid id is refused', async (t) => {
  const { app } = await startApp(t, { environment })
  const read = async (after: string) => (await app.inject({ url: `/sitemap.xml?after=${after}` })).statusCode
  const id = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'
  assert.deepEqual([await read(id), await read(id.toUpperCase())], [200, 200])
  assert.deepEqual([await read(`urn:uuid:${id}`), await read('%00'), await read('1')], [400, 400, 400])
})

const listPlaces = (map: string) => Array.from(map.matchAll(/<loc>([^<]*)<\/loc>/g), ([, place = '']) => place)

test('pages are compressed as the browser asks, with the same content', async (t) => {
  const { app } = await startApp(t)
  const plain = await app.inject({ url: '/transparency' })
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await app.inject({ url: '/transparency', headers: { 'accept-encoding': encoding } })
    assert.equal(packed.headers['content-encoding'], encoding)
    assert.match(String(packed.headers['vary']), /accept-encoding/i)
    assert.match(String(packed.headers['vary']), /accept-language/i)
    assert.equal(unpack(packed.rawPayload).toString(), plain.body)
    assert.ok(packed.rawPayload.length * 3 < plain.rawPayload.length)
    const etag = String(packed.headers['etag'])
    const again = await app.inject({
      url: '/transparency',
      headers: { 'accept-encoding': encoding, 'if-none-match': etag },
    })
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
  }
})
