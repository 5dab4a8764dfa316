import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { colors } from '../contract/design.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import type { CardNode } from '../src/site/cards/card-nodes.ts'
import { toTopPercent } from '../src/site/cards/get-card.ts'
import { type Card, createCardCache, createCardDrawer } from '../src/site/cards/render-card.ts'
import { ask, startApp, startReplica, startWorld } from './world/app.ts'
import { makeDeps } from './world/deps.ts'
import { freshAddress } from './world/fresh-address.ts'
import { seedAttestation, seedLaunches, seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'

async function start(t: TestContext) {
  const { app, deps } = await startApp(t, { config: { publicUrl: 'https://launchscore.example' } })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers, remoteAddress: freshAddress() })
  return { app, deps, get }
}

test('a score has a card of each size, to be kept for five minutes', async (t) => {
  const { deps, get } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const [file, width, height] of [
    ['card.png', 1200, 630],
    ['card-3x2.png', 1200, 800],
  ] as const) {
    const card = await get(`/score/${id}/${file}`)
    assert.equal(card.statusCode, 200)
    assert.equal(card.headers['content-type'], 'image/png')
    assert.equal(card.headers['cache-control'], 'public, max-age=300')
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
  const trap = await seedScore(deps, { creatorAddress, tokenFacts: { isHoneypot: true } })
  const good = await seedScore(deps, { creatorAddress })
  for (const file of ['card.png', 'card-3x2.png']) {
    assert.deepEqual(await colorAt(trap, file), toRgb(colors.crit.dark))
    assert.deepEqual(await colorAt(good, file), toRgb(colors.bg.dark))
  }
})

const toRgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

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

/** The share of a card's pixels that have a colour. */
async function countColor(
  png: Buffer,
  hex: string,
  area?: { left: number; top: number; width: number; height: number },
) {
  const picture = area ? sharp(png).extract(area) : sharp(png)
  const pixels = await picture.removeAlpha().raw().toBuffer()
  const [red, green, blue] = toRgb(hex)
  let count = 0
  for (let at = 0; at < pixels.length; at += 3)
    if (pixels[at] === red && pixels[at + 1] === green && pixels[at + 2] === blue) count += 1
  return count
}

test('a card has the colour of its band, and none before the score is final', async (t) => {
  const { deps, get } = await start(t)
  const count = async (seed: Partial<Parameters<typeof seedScore>[1]>, hex: string) =>
    countColor((await get(`/score/${await seedScore(deps, { creatorAddress, ...seed })}/card.png`)).rawPayload, hex)
  for (const [points, band] of [
    [90, 'green'],
    [50, 'amber'],
    [0, 'red'],
  ] as const) {
    assert.ok((await count({ points }, colors[`${band}Wash`].dark)) > 1000, band)
    assert.equal(await count({ points, hasStubs: true }, colors[`${band}Wash`].dark), 0, band)
  }
})

test('a card of this week says in which share of the scores it is, from the upper half on', () => {
  for (const [below, size, percent] of [
    [96, 100, 4],
    [99, 100, 1],
    [50, 100, 50],
    [49, 100, null],
    [8, 9, null],
    [1999, 2000, 1],
  ] as const)
    assert.equal(toTopPercent({ below, size }), percent, `${below} of ${size}`)
  assert.equal(toTopPercent(null), null)
})

test('GET /card.png: the card of other pages, which carries the name of the deployment', async (t) => {
  const [{ get }, other] = [await start(t), await startApp(t, { environment: { SERVICE_NAME: 'Hangar scores' } })]
  const card = await get('/card.png')
  assert.equal(card.headers['content-type'], 'image/png')
  const { width, height } = await sharp(card.rawPayload).metadata()
  assert.deepEqual([width, height], [1200, 630])
  assert.notEqual((await other.app.inject({ url: '/card.png' })).headers['etag'], card.headers['etag'])
  assert.match((await get('/')).body, /property="og:image" content="https:\/\/launchscore\.example\/card\.png"/)
})

test('a card shows the image, and emoji in colour', async (t) => {
  const world = await startWorld(t, { images: { '/a.png': await plain('#0af') } })
  const { app, deps, score } = await startApp(t, { world })
  const { body } = await score()
  const area = { left: 70, top: 210, width: 200, height: 180 }
  for (const file of ['card.png', 'card-3x2.png']) {
    const { rawPayload } = await app.inject({ url: `/score/${body.id}/${file}` })
    const { dominant } = await sharp(await sharp(rawPayload).extract(area).png().toBuffer()).stats()
    assert.ok(dominant.b > 200 && dominant.r < 60, JSON.stringify(dominant))
  }
  const id = await seedScore(deps, { creatorAddress, name: '🌝🌝🌝', symbol: 'MOON', hasStubs: true })
  const { rawPayload } = await app.inject({ url: `/score/${id}/card.png` })
  const named = await sharp(rawPayload)
    .extract({ left: 396, top: 120, width: 200, height: 200 })
    .removeAlpha()
    .raw()
    .toBuffer()
  const isYellow = (_: number, at: number) =>
    at % 3 === 0 && (named[at] ?? 0) > 200 && (named[at + 1] ?? 0) > 150 && (named[at + 2] ?? 255) < 130
  assert.ok([...named].filter(isYellow).length > 500)
})

const plain = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

test('the card shows when its score is attested, and no longer when that is revoked', async (t) => {
  const { deps, get } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  const etagOf = async () => (await get(`/score/${id}/card.png`)).headers['etag']
  const bare = await etagOf()
  await seedAttestation(deps, id)
  assert.notEqual(await etagOf(), bare)
  await deps.db.updateTable('attestations').set({ revoked_at: new Date() }).where('score_id', '=', id).execute()
  assert.equal(await etagOf(), bare)
})

test('a launch has a card, by both of its ids, which changes with its time', async (t) => {
  const { deps, get } = await start(t)
  const scheduledFor = new Date(Date.now() + 3_600_000)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress, scheduledFor }])
  assert.ok(launch)
  const url = `/launch/${launch.enrollmentId}/card.png`
  const card = await get(url)
  assert.deepEqual(
    [card.statusCode, card.headers['content-type'], card.headers['cache-control']],
    [200, 'image/png', 'public, max-age=300'],
  )
  const { width, height } = await sharp(card.rawPayload).metadata()
  assert.deepEqual([width, height], [1200, 630])
  const etag = String(card.headers['etag'])
  assert.equal((await get(`/launch/${launch.score.id}/card.png`)).headers['etag'], etag)
  assert.equal((await get(url, { 'if-none-match': etag })).statusCode, 304)
  await deps.db
    .updateTable('enrollments')
    .set({ scheduled_for: new Date(scheduledFor.getTime() + 3_600_000) })
    .where('id', '=', launch.enrollmentId)
    .execute()
  assert.notEqual((await get(url)).headers['etag'], etag)
  assert.equal((await get('/launch/019a0000-0000-7000-8000-000000000000/card.png')).statusCode, 404)
  assert.equal((await get('/launch/left-sock/card.png')).statusCode, 400)
})

test('GET /launch/:id/card.png: any `v` is the present card, with the same ETag', async (t) => {
  const { deps, get } = await start(t)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress, scheduledFor: new Date() }])
  const url = `/launch/${launch?.enrollmentId}/card.png`
  const cards = await Promise.all([url, `${url}?v=1`, `${url}?v=2`, `${url}?v=`].map(async (one) => get(one)))
  assert.deepEqual(new Set(cards.map(({ statusCode }) => statusCode)), new Set([200]))
  assert.equal(new Set(cards.map(({ headers }) => headers['etag'])).size, 1)
})

test('a honeypot’s launch card begins with the strip that names it', async (t) => {
  const { deps, get } = await start(t)
  const seeds = [{ creatorAddress, tokenFacts: { isHoneypot: true } }, { creatorAddress }]
  const [trap, good] = await seedLaunches(deps.db, seeds)
  const strip = { left: 900, top: 10, width: 200, height: 60 }
  const share = async (id: string | undefined, hex: string) =>
    (await countColor((await get(`/launch/${id}/card.png`)).rawPayload, hex, strip)) / (200 * 60)
  assert.equal(await share(trap?.enrollmentId, colors.crit.dark), 1)
  assert.equal(await share(good?.enrollmentId, colors.bg.dark), 1)
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
  ['왼쪽 양말', '양말'],
  ['\u200d\u200d.', '.'],
]

test('concurrent requests draw a card once, and again after eviction', async () => {
  let drawn = 0
  const cache = createCardCache(makeDeps({ takedownEpoch: () => 0 }), 25)
  const getCard = (key: string) =>
    cache(key, async () => ({ png: Buffer.alloc(10), etag: `"${key}${++drawn}"` }), never)
  const cards = await Promise.all(Array.from({ length: 20 }, async () => getCard('a.wide')))
  assert.deepEqual([drawn, new Set(cards).size], [1, 1])
  await getCard('a.tall')
  assert.equal(drawn, 2)
  await getCard('b.wide')
  await getCard('a.wide') // three don't fit
  assert.equal(drawn, 4)
})

test('a drawing that fails is tried again', async () => {
  let tries = 0
  const cache = createCardCache(makeDeps({ takedownEpoch: () => 0 }))
  const getCard = () =>
    cache(
      'a',
      async () => {
        if (++tries === 1) throw new Error('lost')
        return { png: Buffer.alloc(1), etag: '"a"' }
      },
      never,
    )
  await assert.rejects(async () => getCard(), /lost/)
  assert.equal((await getCard()).etag, '"a"')
})

test('a shared drawing is abandoned when all of its callers have left', async () => {
  const cache = createCardCache(makeDeps({ takedownEpoch: () => 0 }))
  const card = { png: Buffer.alloc(1), etag: '"a"' }
  const drawing = Promise.withResolvers<AbortSignal>()
  const [first, second] = [new AbortController(), new AbortController()]
  const draw = (signal: AbortSignal) => {
    drawing.resolve(signal)
    return new Promise<Card>(() => {})
  }
  const callers = [first, second].map(({ signal }) => assert.rejects(cache('a', draw, signal), /gone/))
  const abandoned = await drawing.promise
  first.abort(new Error('gone'))
  await callers[0]
  assert.equal(abandoned.aborted, false)
  second.abort(new Error('gone'))
  await callers[1]
  assert.equal(abandoned.aborted, true)
  assert.equal(await cache('a', async () => card, never), card)
})

test('a card that nobody waits for is not drawn, and delays nobody', async () => {
  const metrics = createMetrics()
  const drawCard = createCardDrawer({ metrics })
  const card: CardNode = { type: 'text', text: 'Sock', dir: 'ltr', style: {} }
  const left = new AbortController()
  const draw = (signal: AbortSignal) => drawCard(card, { size: { width: 100, height: 50 }, signal })
  const abandoned = Array.from({ length: 50 }, () => assert.rejects(draw(left.signal), /gone/))
  const waited = draw(never)
  left.abort(new Error('gone'))
  await Promise.all(abandoned)
  const { values } = await metrics.queueWaiting.get()
  assert.ok((values.find(({ labels }) => labels.queue === 'cards')?.value ?? 50) <= 1)
  assert.ok((await waited).png.length > 0)
})

const never = new AbortController().signal

test('cards that are drawn at once are those that are drawn one by one', async (t) => {
  const { deps, get } = await start(t)
  const seeds = Array.from({ length: 8 }, (_, n) => ({ creatorAddress, name: `Sock ${n} 靴🧦`, points: n * 12 }))
  const ids = await Promise.all(seeds.map((seed) => seedScore(deps, seed)))
  const atOnce = await Promise.all(ids.map((id) => get(`/score/${id}/card.png`)))
  const { get: getElsewhere } = await elsewhere(t, deps)
  for (const [n, id] of ids.entries())
    assert.deepEqual((await getElsewhere(`/score/${id}/card.png`)).rawPayload, atOnce[n]?.rawPayload)
})
