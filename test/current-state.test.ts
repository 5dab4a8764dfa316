import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import type { Db } from '../src/database/db.ts'
import { ada, enroll } from './world/creators.ts'
import { ask, startApp } from './world/app.ts'
import { seedScore } from './world/seed.ts'

const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const contract = contractAddress.toLowerCase()

async function start(t: TestContext) {
  const { app, deps } = await startApp(t)
  const id = await seedScore(deps, { creatorAddress: ada.address, contractAddress: contract, points: 82 })
  const { body: enrollment } = await enroll(app, { scoreId: id, wallet: ada })
  const read = async (url: string, headers: Record<string, string> = {}) => ask(app, { url, headers })
  return { app, deps, id, enrollmentId: String(enrollment.enrollmentId), read }
}

const setOutcome = (db: Db, outcome: string | null, cause: string | null = null) =>
  sql`update submissions set outcome = ${outcome}, outcome_cause = ${cause}, outcome_at = now()`.execute(db)

/** A later record of somebody else, which found the contract to be a honeypot. */
async function readHoneypot(deps: Deps) {
  const scoreId = await seedScore(deps, {
    creatorAddress: '0xb0b0000000000000000000000000000000000002',
    name: 'Another',
    contractAddress: contract,
    tokenFacts: { isHoneypot: true },
  })
  await sql`insert into contract_readings (contract_address, score_id, warning_codes, read_at)
    values (${contract}, ${scoreId}, '{honeypot,copycat}', '2026-11-25T10:00:00Z')
    on conflict (contract_address) do update set warning_codes = excluded.warning_codes, read_at = excluded.read_at`.execute(
    deps.db,
  )
}

test('GET /api/v1/score/:tokenAddress: the record as stored, with outcome and warnings in headers', async (t) => {
  const { deps, id, read } = await start(t)
  const url = `/api/v1/score/${contractAddress}`
  const before = await read(url)
  assert.deepEqual(
    [before.body.id, before.headers['x-launchscore-outcome'], before.headers['x-launchscore-warnings']],
    [id, undefined, undefined],
  )
  const etag = String(before.headers['etag'])
  assert.equal((await read(url, { 'if-none-match': etag })).status, 304)

  await readHoneypot(deps)
  const warned = await read(url, { 'if-none-match': etag })
  assert.deepEqual([warned.status, warned.headers['x-launchscore-warnings']], [200, 'honeypot'])
  assert.deepEqual(warned.body, before.body)
  await setOutcome(deps.db, 'rugged', 'removed')
  const rugged = await read(url, { 'if-none-match': String(warned.headers['etag']) })
  assert.deepEqual([rugged.status, rugged.headers['x-launchscore-outcome']], [200, 'rugged'])
  assert.deepEqual(rugged.body, before.body)
  assert.deepEqual((await read(`/v1/score/${id}`)).body, before.body)
  const exposed = String(rugged.headers['access-control-expose-headers'])
  for (const name of ['Outcome', 'Warnings']) assert.ok(exposed.includes(`X-Launchscore-${name}`), name)
})

test('lists, search, profile and launch have the outcome and the warnings of the newest reading', async (t) => {
  const { deps, id, enrollmentId, read } = await start(t)
  await readHoneypot(deps)
  await setOutcome(deps.db, 'dead', 'quiet')
  const expected = ['dead', ['honeypot']]
  const { body: boards } = await read('/api/v1/leaderboards?window=all')
  const { body: launches } = await read('/api/v1/launches')
  const { body: profile } = await read(`/api/v1/creator/${ada.address}`)
  const { body: found } = await read(`/api/v1/search?q=${id}`)
  const { body: launch } = await read(`/v1/launch/${enrollmentId}`)
  const worst = boards.worst.find((one: { scoreId: string }) => one.scoreId === id)
  const rows = { worst, launch, launches: launches.launches[0], profile: profile.launches[0], found: found.results[0] }
  for (const [name, row] of Object.entries(rows)) assert.deepEqual([row.outcome, row.warnings], expected, name)
})

test('a critical warning of a newer reading leads the pages, the badge, the preview and the feed', async (t) => {
  const { deps, id, enrollmentId, read } = await start(t)
  const card = async () => (await read(`/score/${id}/card.png`)).headers['etag']
  const etag = await card()
  await readHoneypot(deps)
  assert.notEqual(await card(), etag)
  for (const path of [`/score/${id}`, `/launch/${enrollmentId}`]) {
    const html = String((await read(path)).body)
    const bar = /<section class="news crit".*?<\/section>/s.exec(html)?.[0] ?? ''
    assert.match(bar, /Honeypot: people who buy this token can’t sell it/)
    assert.match(bar, /Found by a newer reading of the contract, 25 Nov 2026/)
    assert.match(html, /og:title" content="⚑ Honeypot/)
  }
  for (const style of ['compact', 'card'])
    assert.match(String((await read(`/score/${id}/badge.svg?style=${style}`)).body), />\u2068[Hh]oneypot\u2069</)
  assert.match(String((await read('/feeds/launches.xml')).body), /⚑ Honeypot: Left Sock/)
  const { body } = await read(`/oembed?format=photo&url=${encodeURIComponent(`http://localhost:8080/score/${id}`)}`)
  assert.match(body.title, /^⚑ Honeypot: Left Sock/)
  assert.match(body.url, /card\.png\?v=honeypot$/)
})

test('GET /launch/:id/calendar.ics and /oembed lead with the outcome', async (t) => {
  const { deps, id, enrollmentId, read } = await start(t)
  await sql`update enrollments set scheduled_for = '2026-12-01T18:00:00Z'`.execute(deps.db)
  await setOutcome(deps.db, 'rugged', 'removed')
  const ics = String((await read(`/launch/${enrollmentId}/calendar.ics`)).body)
  assert.match(ics, /SUMMARY:⚑ Rugged: Left Sock/)
  assert.match(ics, /DESCRIPTION:⚑ Rugged: the liquidity was taken out/)
  const { body } = await read(`/oembed?url=${encodeURIComponent(`http://localhost:8080/score/${id}`)}`)
  assert.match(body.title, /^⚑ Rugged: Left Sock \(\$SOCK\), scored 82\.0 before launch$/)
})

test('a preliminary score has a percentile that says so, and no place on its page', async (t) => {
  const { app, deps } = await startApp(t)
  const seed = { creatorAddress: ada.address }
  const [final, preliminary] = [
    await seedScore(deps, seed),
    await seedScore(deps, { ...seed, name: 'Owl', hasStubs: true }),
  ]
  for (const [id, confidence] of [
    [final, 'final'],
    [preliminary, 'preliminary'],
  ] as const) {
    const { body } = await ask(app, { url: `/v1/score/${id}/percentile` })
    assert.equal(body.confidence, confidence)
    assert.equal(body.cohortSize, 1)
    const html = String((await ask(app, { url: `/score/${id}` })).body)
    assert.equal(html.includes('Against the week before it'), confidence === 'final')
  }
})
