import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { colors, shapes } from '../contract/design.ts'
import { type AppOptions, ask, startApp } from './world/app.ts'
import { seedAttestation, seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const grey = `.field{fill:${colors.sunk.light};stroke:${colors.edge.light}}`
const green = `.field{fill:${colors.greenWash.light}}`

async function start(t: TestContext, options: AppOptions = {}) {
  const { app, deps } = await startApp(t, { config: { publicUrl: 'https://launchscore.example' }, ...options })
  const badge = (id: string, query = '', headers: Record<string, string> = {}) =>
    ask(app, { url: `/score/${id}/badge.svg${query}`, headers })
  return { app, deps, badge }
}

test('a badge embeds anywhere, runs and loads nothing, and is cached for five minutes', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 82 })
  const { status, body, headers } = await badge(id)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(body, /^<svg [^>]*height="24"/)
  assert.ok(body.includes('>\u206882.0\u2069<') && body.includes('higher is better'))
  assert.ok(body.includes('>\u2068$SOCK\u2069<'), 'the ticker, so that it is no other site’s badge')
  assert.ok(body.includes(`<a href="https://launchscore.example/score/${id}"`))
  const held = await badge(id, '', { 'if-none-match': String(headers['etag']) })
  assert.deepEqual([held.status, held.body], [304, ''])
})

test('a honeypot’s badge names it in place of the band, in both styles and in words', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress, points: 82, tokenFacts: { isHoneypot: true } })
  for (const query of ['', '?style=card']) {
    const { body } = await badge(id, query)
    assert.ok(body.includes(`.field{fill:${colors.crit.light}}`) && body.includes(shapes.critical.path))
    assert.ok(!body.includes(colors.greenWash.light))
    const words = [...body.matchAll(/<text[^>]*>\u2068([^<]*)\u2069</g)].map(([, text]) => text)
    assert.ok(words.includes('Honeypot'))
    assert.ok(!words.some((text) => /green/i.test(text ?? '')))
    assert.match(body, /aria-label="⚑ Honeypot: holders cannot sell this token\. Launchscore: Left Sock/)
  }
})

test('a band has its shape on both badges; a preliminary score has none', async (t) => {
  const { deps, badge } = await start(t)
  for (const [band, points] of [
    ['green', 82],
    ['amber', 50],
    ['red', 0],
  ] as const) {
    const id = await seedScore(deps, { creatorAddress, points })
    for (const query of ['', '?style=card']) assert.ok((await badge(id, query)).body.includes(shapes[band].path), band)
  }
  const id = await seedScore(deps, { creatorAddress, hasStubs: true })
  for (const query of ['', '?style=card']) assert.doesNotMatch((await badge(id, query)).body, /<path/)
})

test('a badge has two styles and three themes', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  const card = await badge(id, '?style=card')
  assert.match(card.body, /^<svg [^>]*width="256" height="160"/)
  assert.ok(card.body.includes('Left Sock') && card.body.includes('$SOCK'))
  const seen = await Promise.all(['light', 'dark', 'auto'].map((theme) => badge(id, `?theme=${theme}`)))
  assert.deepEqual(
    seen.map(({ body }) => body.includes('prefers-color-scheme')),
    [false, false, true],
  )
  assert.equal(new Set(seen.map(({ headers }) => headers['etag'])).size, 3)
})

test('a query that makes no sense is refused by its name; what is unknown is ignored', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  for (const [query, path, message] of [
    ['?style=huge', 'style', 'must be one of compact, card'],
    ['?theme=', 'theme', 'must be one of light, dark, auto'],
    ['?theme=light&theme=dark', 'theme', 'must be one of light, dark, auto'],
  ] as const) {
    const { status, body } = await badge(id, query)
    assert.equal(status, 400)
    assert.deepEqual(body.error.details.at(-1), { path, message })
  }
  assert.equal((await badge(id, '?utm_source=x')).status, 200)
})

test('a badge is grey when the score is preliminary', async (t) => {
  const { deps, badge } = await start(t)
  const sound = await badge(await seedScore(deps, { creatorAddress }), '?theme=light')
  assert.ok(sound.body.includes(green))
  const doubtful = await badge(await seedScore(deps, { creatorAddress, hasStubs: true }), '?theme=light')
  assert.ok(doubtful.body.includes(grey) && doubtful.body.includes('80.0 preliminary'))
})

test('a badge is grey once the score is older than 30 days', async (t) => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const { deps, badge } = await start(t, { clock: { now: () => new Date(now) } })
  const id = await seedScore(deps, { creatorAddress })
  now += 30 * 24 * 3600 * 1000
  assert.ok((await badge(id, '?theme=light')).body.includes(green))
  now += 1
  const old = await badge(id, '?theme=light')
  assert.ok(old.body.includes(grey) && old.body.includes('over 30 days old'))
})

test('a badge is grey when the attestation is revoked', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress })
  await seedAttestation(deps, id)
  assert.ok((await badge(id, '?theme=light')).body.includes(green))
  await deps.db.updateTable('attestations').set({ revoked_at: new Date() }).where('score_id', '=', id).execute()
  const revoked = await badge(id, '?theme=light')
  assert.ok(revoked.body.includes(grey) && revoked.body.includes('80.0 revoked'))
})

test('nothing that a launch is called becomes markup', async (t) => {
  const { deps, badge } = await start(t)
  const name = `</title></svg><script>alert(1)</script>"'&`
  const id = await seedScore(deps, { creatorAddress, name, symbol: `"onload='x'><a` })
  for (const style of ['compact', 'card']) {
    const { body } = await badge(id, `?style=${style}`)
    assert.deepEqual(
      [...new Set([...body.matchAll(/<\/?([a-z]+)/gi)].map(([, tag = '']) => tag))].sort((a, b) => (a < b ? -1 : 1)),
      style === 'card'
        ? ['a', 'path', 'rect', 'style', 'svg', 'text', 'title']
        : ['a', 'clipPath', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title'],
    )
    for (const [, rest] of body.matchAll(/<[a-z]+([^>]*)>/gi)) assert.match(rest, /^( [a-zA-Z:-]+="[^"<]*")*\/?$/)
  }
})

test('a long name is cut within its badge', async (t) => {
  const { deps, badge } = await start(t)
  const id = await seedScore(deps, { creatorAddress, name: 'M'.repeat(64) })
  const { body } = await badge(id, '?style=card')
  assert.match(body, />\u2068M{10,14}…\u2069</)
})
