import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { createCardCache } from '../src/share/card-cache.ts'
import { freshAddress } from './fresh-address.ts'
import { ask, startApp, startReplica } from './harness.ts'
import { seedScore } from './seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'

async function start(t: TestContext) {
  const { app, deps } = await startApp(t, { config: { publicUrl: 'https://launchscore.example' } })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers, remoteAddress: freshAddress() })
  return { app, deps, get }
}

test('a score has a card of each size, to be kept for an hour', async (t) => {
  const { deps, get } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const [file, width, height] of [
    ['card.png', 1200, 630],
    ['card-3x2.png', 1200, 800],
  ] as const) {
    const card = await get(`/score/${id}/${file}`)
    assert.equal(card.statusCode, 200)
    assert.equal(card.headers['content-type'], 'image/png')
    assert.equal(card.headers['cache-control'], 'public, max-age=3600')
    assert.equal(card.headers['x-content-type-options'], 'nosniff')
    const image = await sharp(card.rawPayload).metadata()
    assert.deepEqual([image.format, image.width, image.height], ['png', width, height])
    assert.ok(card.rawPayload.length < 600_000) // what the strictest of the platforms takes
  }
})

test('a honeypot’s cards begin with a strip that names it', async (t) => {
  const { deps, get } = await start(t)
  const colorAt = async (id: string, file: string) => {
    const { rawPayload } = await get(`/score/${id}/${file}`)
    const spot = { left: 20, top: 60, width: 1, height: 1 }
    return [...(await sharp(rawPayload).extract(spot).removeAlpha().raw().toBuffer())]
  }
  const trap = await seedScore(deps, { creatorAddress, tokenFields: { is_honeypot: '1' } })
  const good = await seedScore(deps, { creatorAddress })
  for (const file of ['card.png', 'card-3x2.png']) {
    assert.deepEqual(await colorAt(trap, file), [0x9b, 0x1c, 0x14])
    assert.deepEqual(await colorAt(good, file), [0x0d, 0x12, 0x18])
  }
})

test('a card has stable bytes and a strong ETag, and a current copy gets 304', async (t) => {
  const { deps, get } = await start(t)
  const url = `/score/${await seedScore(deps, { creatorAddress })}/card.png`
  const [first, second] = [await get(url), await get(url.replace(/[\da-f-]{36}/, (id) => id.toUpperCase()))]
  const etag = String(first.headers['etag'])
  assert.match(etag, /^"[\w-]+"$/)
  assert.equal(second.headers['etag'], etag)
  assert.deepEqual(second.rawPayload, first.rawPayload)
  const held = await get(url, { 'if-none-match': etag })
  assert.deepEqual([held.statusCode, held.body, held.headers['etag']], [304, '', etag])
})

test('another replica draws the same bytes', async (t) => {
  const { deps, get } = await start(t)
  const url = `/score/${await seedScore(deps, { creatorAddress, name: 'Left 靴下 🧦' })}/card.png`
  const { get: getElsewhere } = await elsewhere(t, deps)
  assert.equal((await get(url)).headers['etag'], (await getElsewhere(url)).headers['etag'])
})

async function elsewhere(t: TestContext, { db, reads }: Awaited<ReturnType<typeof start>>['deps']) {
  const { app } = await startReplica(t, { db, reads }, { config: { publicUrl: 'https://launchscore.example' } })
  return { get: (url: string) => app.inject({ url, remoteAddress: freshAddress() }) }
}

test('no card is drawn of what is no score', async (t) => {
  const { app } = await start(t)
  for (const file of ['card.png', 'card-3x2.png', 'badge.svg']) {
    const missing = await ask(app, { url: `/score/019a0000-0000-7000-8000-000000000000/${file}` })
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'not_found'])
    assert.equal(missing.headers['cache-control'], 'no-store')
    const wrong = await ask(app, { url: `/score/left-sock/${file}` })
    assert.deepEqual([wrong.status, wrong.body.error.details], [400, [{ path: 'id', message: 'must be a UUID' }]])
    const posted = await ask(app, { method: 'POST', url: `/score/left-sock/${file}` })
    assert.deepEqual([posted.status, posted.headers['allow']], [405, 'GET, HEAD, OPTIONS'])
  }
})

test('whatever a launch is called, its card is an image of the same size', async (t) => {
  const { deps, get } = await start(t)
  for (const [name, symbol] of hostile) {
    const id = await seedScore(deps, { creatorAddress, name, symbol, hasStubs: true })
    const { statusCode, rawPayload } = await get(`/score/${id}/card.png`)
    assert.equal(statusCode, 200, name)
    const { width, height } = await sharp(rawPayload).metadata()
    assert.deepEqual([width, height], [1200, 630])
  }
})

const hostile: [name: string, symbol: string][] = [
  ['W'.repeat(64), 'W'.repeat(16)],
  ['<script>alert(1)</script></text>&amp;<img src="https://evil.example/x.png">', '</svg>'],
  ['url(https://evil.example/x.png)', '${1+1}'],
  ['الجورب الأيسر (SOCK) 2026!', 'جورب'],
  ['左の靴下を探している洗濯機のための完全に分散化された暗号資産', '靴下'],
  ['🧦👩‍🚀❤️‍🔥🇩🇪'.repeat(4), '🧦'],
  [`Z${'\u0337\u0322\u031b'.repeat(20)}`, 'Z\u0337'],
  ['ኢትዮጵያ', 'ኢ'],
  ['\u200d\u200d.', '.'],
]

test('concurrent requests draw a card once, and again after eviction', async () => {
  let drawn = 0
  const getCard = createCardCache(
    { takedownEpoch: () => 0 },
    async (id) => ({ png: Buffer.alloc(10), etag: `"${id}${++drawn}"` }),
    25,
  )
  const cards = await Promise.all(Array.from({ length: 20 }, async () => getCard('a', 'wide')))
  assert.deepEqual([drawn, new Set(cards).size], [1, 1])
  await getCard('a', 'tall')
  assert.equal(drawn, 2)
  await getCard('b', 'wide')
  await getCard('a', 'wide') // three don't fit
  assert.equal(drawn, 4)
})

test('a drawing that fails is tried again', async () => {
  let tries = 0
  const getCard = createCardCache({ takedownEpoch: () => 0 }, async () => {
    if (++tries === 1) throw new Error('lost')
    return { png: Buffer.alloc(1), etag: '"a"' }
  })
  await assert.rejects(async () => getCard('a', 'wide'), /lost/)
  assert.equal((await getCard('a', 'wide')).etag, '"a"')
})

test('cards that are drawn at once are those that are drawn one by one', async (t) => {
  const { deps, get } = await start(t)
  const seeds = Array.from({ length: 8 }, (_, n) => ({ creatorAddress, name: `Sock ${n} 靴🧦`, points: n * 12 }))
  const ids = await Promise.all(seeds.map((seed) => seedScore(deps, seed)))
  const atOnce = await Promise.all(ids.map((id) => get(`/score/${id}/card.png`)))
  const { get: getElsewhere } = await elsewhere(t, deps)
  for (const [n, id] of ids.entries())
    assert.deepEqual((await getElsewhere(`/score/${id}/card.png`)).rawPayload, atOnce[n]?.rawPayload)
})
