import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { decideOutcomes } from '../src/record/decide-outcomes.ts'
import { ada, enroll } from './world/creators.ts'
import { type AppOptions, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { hideScore } from './world/operators.ts'
import { hourMs, listSeries, seedAttestation, seedFollowed, seedScore } from './world/seed.ts'

const creatorAddress = ada.address
const token = '0x00000000000000000000000000000000000000aa'
const maxBytes = 15_000

async function start(t: TestContext, options: AppOptions = {}) {
  const environment = { ...options.world?.environment, PUBLIC_URL: 'https://scores.example' }
  const { app, deps, score } = await startApp(t, { ...options, environment })
  const frame = (path: string, headers: Record<string, string> = {}) => ask(app, { url: `/embed${path}`, headers })
  return { app, deps, frame, score }
}

/** The text that readers see and hear. */
const readText = (html: string): string =>
  html
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('GET /embed/score/:id: any site may frame it; it has no script, no cookie and one style', async (t) => {
  const { deps, frame } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 82 })
  const { status, body, headers } = await frame(`/score/${id}`, { cookie: 'theme=dark', 'accept-language': 'en' })
  assert.equal(status, 200)
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(body) ?? []
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  )
  assert.equal(headers['x-frame-options'], undefined)
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.match(String(headers['vary']), /Accept-Language/)
  assert.doesNotMatch(body, /<script|<link|\sstyle=|\son\w+=/)
  assert.match(body, /<meta name="robots" content="noindex"/)
  assert.match(
    body,
    new RegExp(`<a href="https://scores.example/score/${id}\\?lang=en" target="_blank" rel="noopener"`),
  )
  const text = readText(body)
  for (const said of ['Left Sock', '$SOCK', 'Base', '82', 'Green', 'See every reason', 'higher is better'])
    assert.ok(text.includes(said), said)
  const held = await frame(`/score/${id}`, { 'if-none-match': String(headers['etag']) })
  assert.deepEqual([held.status, held.body], [304, ''])
})

test('GET /embed/…: no frame is larger than 15 kB with its style', async (t) => {
  const { app, deps, frame } = await start(t)
  const name = 'ﷺ<&"\'>'.repeat(10)
  const tokenFacts = { isHoneypot: true, sellTax: 1, buyTax: 1 }
  const id = await seedScore(deps, { creatorAddress, name, contractAddress: token, tokenFacts })
  const scheduledFor = new Date(Date.now() + 24 * hourMs).toISOString()
  const { body: enrollment } = await enroll(app, { scoreId: id, wallet: ada, scheduledFor })
  const paths = [`/score/${id}`, `/launch/${enrollment.enrollmentId}`, `/token/${token}`, '/score/none']
  for (const path of paths)
    for (const lang of ['en', 'es', 'zh']) {
      const { body } = await frame(`${path}?lang=${lang}&host=farcaster`)
      assert.ok(Buffer.byteLength(body) <= maxBytes, `${path}: ${Buffer.byteLength(body)}`)
    }
})

test('GET /embed/…: theme and lang choose how it looks', async (t) => {
  const { deps, frame } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 82 })
  for (const theme of ['light', 'dark', 'auto'])
    assert.match((await frame(`/score/${id}?theme=${theme}`)).body, new RegExp(`<main class="ticket ${theme}"`))
  for (const [lang, tag, band] of [
    ['en', 'en', 'Green'],
    ['es', 'es', 'Verde'],
    ['zh', 'zh-Hans', '绿色'],
  ] as const) {
    const { body } = await frame(`/score/${id}?lang=${lang}`, { 'accept-language': 'en' })
    assert.match(body, new RegExp(`<html lang="${tag}"`))
    assert.ok(readText(body).includes(band))
    assert.ok(body.includes(`/score/${id}?lang=${lang}"`))
  }
  assert.equal((await frame(`/score/${id}?theme=blue`)).status, 400)
})

test('GET /embed/score/:id: a critical warning comes before name and number, and replaces the band', async (t) => {
  const { deps, frame } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 82, tokenFacts: { isHoneypot: true } })
  const text = readText((await frame(`/score/${id}?lang=en`)).body)
  assert.ok(text.indexOf('Honeypot') < text.indexOf('Left Sock'))
  assert.ok(text.includes('No score makes up for this warning.'))
  assert.ok(!text.includes('Green'))
})

for (const [series, outcome, happened] of [
  ['rugged-removed', 'Rugged', 'of the liquidity was taken out'],
  ['graduated', 'Graduated', 'even straight days'],
] as const)
  test(`GET /embed/score/:id: the outcome comes first, ${series}`, async (t) => {
    const since = new Date('2026-06-01T12:00:00.000Z')
    let now = since
    const { deps, frame } = await start(t, { clock: { now: () => now } })
    const found = listSeries().find(({ name }) => name === series)
    assert.ok(found)
    const { score, enrollmentId } = await seedFollowed(deps.db, { ...found, tradingSince: since, points: 82 })
    now = new Date(since.getTime() + 2700 * hourMs)
    await decideOutcomes(deps, new AbortController().signal)
    for (const path of [`/score/${score.id}`, `/launch/${enrollmentId}`]) {
      const text = readText((await frame(`${path}?lang=en`)).body)
      assert.match(text, new RegExp(`^ *${outcome} on \\d`))
      assert.ok(text.includes(happened))
      assert.match(text, /Scored 82.0 \(green\) before launch/)
      assert.match(text, /What happened/)
    }
  })

test('GET /embed/score/:id: says that a score is unsigned, preliminary, old or revoked', async (t) => {
  const { deps, frame } = await start(t)
  const old = new Date(Date.now() - 31 * 24 * hourMs)
  const id = await seedScore(deps, { creatorAddress, hasStubs: true, creatorProof: 'none', createdAt: old })
  await seedAttestation(deps, id)
  await deps.db.updateTable('attestations').set({ revoked_at: new Date() }).execute()
  const text = readText((await frame(`/score/${id}?lang=en`)).body)
  for (const said of ['unsigned', 'Preliminary', 'of the weight', 'over 30 days old', 'attestation was revoked'])
    assert.ok(text.includes(said), said)
  assert.ok(!text.includes('Green'))
})

test('GET /embed/launch/:id: the time of the launch, and a link to its page', async (t) => {
  const { app, deps, frame } = await start(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const scheduledFor = new Date(Date.now() + 24 * hourMs).toISOString()
  const { body: enrollment } = await enroll(app, { scoreId, wallet: ada, scheduledFor })
  for (const id of [enrollment.enrollmentId, scoreId]) {
    const { body } = await frame(`/launch/${id}?lang=en`)
    assert.match(readText(body), new RegExp(`Launches .* ${scheduledFor.slice(11, 16)} UTC`))
    assert.ok(body.includes(`https://scores.example/launch/${enrollment.enrollmentId}?lang=en`))
  }
})

test('GET /embed/token/:address: the score that speaks for the contract, and who signed it', async (t) => {
  const { app, deps, frame } = await start(t)
  await seedScore(deps, { creatorAddress, contractAddress: token, name: 'Stranger', creatorProof: 'none' })
  const unsigned = readText((await frame(`/token/${token}?lang=en`)).body)
  assert.ok(unsigned.includes('Stranger') && unsigned.includes('unsigned'))
  const id = await seedScore(deps, { creatorAddress, contractAddress: token, isDeployer: true })
  await enroll(app, { scoreId: id, wallet: ada })
  const { body } = await frame(`/token/${token.toUpperCase().replace('0X', '0x')}?lang=en`)
  assert.ok(readText(body).includes('Left Sock') && readText(body).includes('signed by its deployer'))
  assert.ok(body.includes('https://scores.example/token/0x'))
  assert.equal((await frame(`/token/${token}?chainId=1`)).status, 404)
})

test('GET /embed/…: what is missing, malformed or taken down is a frame that says so', async (t) => {
  const { app, deps, frame } = await start(t)
  const id = await seedScore(deps, { creatorAddress, contractAddress: token })
  await enroll(app, { scoreId: id, wallet: ada })
  await hideScore({ deps }, id)
  for (const [path, status, said] of [
    ['/score/none', 404, 'No score yet'],
    [`/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d`, 404, 'No score yet'],
    [`/launch/${id}`, 451, 'taken down'],
    [`/score/${id}`, 451, 'This score was taken down'],
    [`/token/${token}`, 451, 'This score was taken down'],
    ['/token/0x12', 400, 'address'],
    ['/token/0x00000000000000000000000000000000000000bb', 404, 'Nobody has scored this token'],
  ] as const) {
    const { status: got, body, headers } = await frame(`${path}?lang=en`)
    assert.equal(got, status, path)
    assert.ok(readText(body).includes(said), `${path}: ${readText(body)}`)
    assert.match(String(headers['content-security-policy']), /frame-ancestors \*/)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('GET /embed/score/:id: what strangers wrote is text', async (t) => {
  const { deps, frame } = await start(t)
  const id = await seedScore(deps, { creatorAddress, name: '"><script>alert(1)</script>', symbol: '</title><b>' })
  const { body } = await frame(`/score/${id}`)
  assert.ok(!body.includes('<script') && !body.includes('</title><b>'))
})

const manifest = {
  accountAssociation: { header: 'h', payload: 'p', signature: 's' },
  miniapp: { version: '1', name: 'Launchscore', homeUrl: 'https://scores.example' },
}

test('pages announce a mini app only with FARCASTER_MANIFEST, and it opens a frame that calls ready()', async (t) => {
  const without = await start(t)
  const id = await seedScore(without.deps, { creatorAddress, points: 80 })
  const { body: enrollment } = await enroll(without.app, { scoreId: id, wallet: ada })
  const pages = [`/score/${id}`, `/launch/${enrollment.enrollmentId}`]
  for (const url of pages) assert.doesNotMatch((await ask(without.app, { url })).body, /fc:|launch_miniapp/)
  assert.equal((await ask(without.app, { url: '/.well-known/farcaster.json' })).status, 404)

  const environment = { PUBLIC_URL: 'https://scores.example', FARCASTER_MANIFEST: JSON.stringify(manifest) }
  const { app } = await startReplica(t, without.deps, { environment })
  const { status, body, headers } = await ask(app, { url: '/.well-known/farcaster.json' })
  assert.deepEqual([status, body], [200, manifest])
  assert.match(String(headers['content-type']), /^application\/json/)
  for (const path of pages) {
    const { body: html } = await ask(app, { url: path })
    const [, content = ''] = /<meta name="fc:miniapp" content="([^"]*)"/.exec(html) ?? []
    const { button, version } = JSON.parse(content.replaceAll('&quot;', '"'))
    assert.equal(version, '1')
    assert.ok(button.title.length <= 32)
    const { type, url } = button.action
    assert.deepEqual([type, url], ['launch_miniapp', `https://scores.example/embed${path}?host=farcaster`])
    const opened = await ask(app, { url: url.slice('https://scores.example'.length) })
    assert.match(String(opened.headers['content-security-policy']), /script-src 'self'.*frame-ancestors \*/)
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(opened.body) ?? []
    assert.match((await ask(app, { url: script })).body, /ready\(/)
  }
})

test('GET /embed.js: scripts of any site may load it, it has at most 15 kB, and caches revalidate it', async (t) => {
  const { app } = await start(t)
  const { status, body, headers } = await ask(app, { url: '/embed.js' })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/javascript/)
  assert.deepEqual([headers['access-control-allow-origin'], headers['cache-control']], ['*', 'public, max-age=3600'])
  assert.ok(Buffer.byteLength(body) <= maxBytes, `${Buffer.byteLength(body)}`)
  assert.doesNotMatch(body, /\bimport\b(?!\.meta)/)
  const held = await ask(app, { url: '/embed.js', headers: { 'if-none-match': String(headers['etag']) } })
  assert.equal(held.status, 304)
})

test('GET /embed/score/:id: the frame of a draft says so, and no cache keeps it', async (t) => {
  const world = await startWorld(t)
  const { score, frame } = await start(t, { world })
  const { body } = await score({ draft: true })
  const { body: html, headers } = await frame(`/score/${body.id}?lang=en`)
  assert.match(readText(html), /Left Sock .*draft, not public/)
  assert.equal(headers['cache-control'], 'no-store')
})

test('examples/launchpad: the whole page has at most 60 lines', () => {
  const folder = new URL('../examples/launchpad/', import.meta.url)
  const lines = readdirSync(folder).flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n'))
  assert.ok(lines.length <= 60, `${lines.length}`)
})
