import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ada, bob, enroll } from './enrolling.ts'
import { type AppOptions, ask, startApp } from './harness.ts'
import { editPage } from './page-signing.ts'
import { handClock } from './scheduling.ts'
import { seedScore } from './seed.ts'
import { vapid } from './vapid-pair.ts'

const creatorAddress = ada.address
const now = '2026-11-21T12:00:00.000Z'
const scheduledFor = '2026-12-01T18:00:00.000Z'

/** A service at noon, with a launch of ada's. */
async function startLaunch(
  t: Parameters<typeof startApp>[0],
  { when = scheduledFor, fields = {}, over = {}, ...options }: Launching = {},
) {
  const clock = handClock(now)
  const { app, deps } = await startApp(t, { clock, ...options })
  const scoreId = await seedScore(deps, { creatorAddress, ...over })
  const { body } = await enroll(app, { scoreId, wallet: ada, scheduledFor: when })
  const id: string = body.enrollmentId
  if (Object.keys(fields).length > 0) await editPage(app, { id, wallet: ada, issuedAt: now, fields })
  const page = async (path = '') => String((await ask(app, { url: `/launch/${id}${path}` })).body)
  return { app, deps, clock, scoreId, id, page }
}

interface Launching extends AppOptions {
  when?: string | null
  fields?: object
  over?: Partial<Parameters<typeof seedScore>[1]>
}

test('GET /launch/:id: metadata holds time, score and card', async (t) => {
  const environment = { PUBLIC_URL: 'https://scores.example' }
  const { id, scoreId, page } = await startLaunch(t, { environment, fields: { tagline: 'One of two' } })
  const html = await page()
  assert.match(
    html,
    /<title>Left Sock \(\$SOCK\): launch planned for Tue,? 1 Dec 2026,? 18:00 UTC · Launchscore<\/title>/,
  )
  assert.ok(html.includes(`<link rel="canonical" href="https://scores.example/launch/${id}"`))
  assert.match(
    html,
    /og:description" content="One of two · Scored 80\.00 of 100, green\. Higher is better\. No advice to buy\."/,
  )
  assert.ok(html.includes(`og:image" content="https://scores.example/score/${scoreId}/card.png"`))
})

test('GET /launch/:id: both ids lead to one canonical page', async (t) => {
  const { app, id, scoreId } = await startLaunch(t)
  const pages = await Promise.all([id, scoreId, id.toUpperCase()].map((one) => ask(app, { url: `/launch/${one}` })))
  for (const { status, body } of pages) {
    assert.equal(status, 200)
    assert.match(body, new RegExp(`<link rel="canonical" href="[^"]*/launch/${id}"`))
  }
})

test('GET /launch/:id: shows the state of the schedule, not of the chain', async (t) => {
  const { clock, page } = await startLaunch(t)
  assert.match(await page(), /Launch planned for.*<time[^>]*>Tue,? 1 Dec 2026,? 18:00 UTC/s)
  assert.match(await page(), /calendar\.ics/)
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.match(await page(), /The scheduled time is here.*not observed here/s)
  assert.doesNotMatch(await page(), /calendar\.ics|class="clock/)
  clock.moveTo('2026-12-02T18:00:00.000Z')
  assert.match(await page(), /The scheduled time has passed/)
})

test('GET /launch/:id: tells a missing time from a cleared one', async (t) => {
  const { page } = await startLaunch(t, { when: null })
  assert.match(await page(), /No time has been set/)
  const { page: withdrawn } = await startLaunch(t, { fields: { scheduledFor: null } })
  assert.match(await withdrawn(), /The announced time was taken back/)
})

test('GET /launch/:id: a creator’s text is never markup; its link leads to /leave', async (t) => {
  const fields = {
    tagline: '"><b onclick=alert(1)',
    description: "</p ' onmouseover=alert(1) < script >",
    ctaLabel: '\'"> go',
    ctaUrl: 'https://evil.example/?a=1&b="'.replace('"', '%22'),
  }
  const over = { name: '<script>alert(1)</script>' }
  const { id, page } = await startLaunch(t, {
    fields: { ...fields, tagline: '"> onclick=alert(1)', description: "' onmouseover=alert(1) < script >" },
    over,
  })
  const html = await page()
  assert.ok(!html.includes('<script>alert'))
  assert.doesNotMatch(html, /<[^>]*\son(click|mouseover)=/)
  assert.match(html, new RegExp(`<a class="button" href="/launch/${id}/leave" rel="nofollow"><bdi>`))
  assert.ok(!html.includes('href="https://evil.example'))
  assert.match(html, /leads to <span class="host">evil\.example<\/span>/)
})

test('call to action: shows the host first and passes no referrer', async (t) => {
  const ctaUrl = 'https://trusted.example.evil.example/claim?a=1&b=2'
  const { page } = await startLaunch(t, { fields: { ctaUrl } })
  const html = await page('/leave')
  assert.match(html, /<h1 class="host">trusted\.example\.evil\.example<\/h1>/)
  assert.match(
    html,
    /<a class="button secondary" href="https:\/\/trusted\.example\.evil\.example\/claim\?a=1&amp;b=2" rel="nofollow noopener noreferrer">/,
  )
  assert.match(html, /recovery phrase/)
  assert.match(html, /<meta name="robots" content="noindex"/)
  assert.doesNotMatch(html, /written in other letters/)
})

test('call to action: points out a host in punycode', async (t) => {
  const { page } = await startLaunch(t, { fields: { ctaUrl: 'https://xn--pple-43d.example/' } })
  assert.match(await page('/leave'), /written in other letters/)
})

test('GET /launch/:id: always shows a red score and a red risk', async (t) => {
  const { page } = await startLaunch(t, { over: { points: 20 }, fields: { tagline: 'Best ever' } })
  const [, html = ''] = (await page()).split('<main')
  assert.match(html, /This launch is scored red/)
  assert.ok(html.indexOf('scored red') < html.indexOf('Best ever'))
})

test('GET /launch/:id: lists edits with message and signature', async (t) => {
  const { page } = await startLaunch(t, { fields: { tagline: 'One of two', ctaUrl: null } })
  const html = await page()
  assert.match(html, /<dt>Tagline<\/dt><dd dir="auto">One of two<\/dd>/)
  assert.match(html, /<dt>Leads to<\/dt>.*taken out/s)
  assert.match(html, /Launchscore Page Edit\nScore: /)
  assert.match(html, /0x[\da-f]{130}/)
})

test('GET /launch/:id: offers reminders with web push before the launch only', async (t) => {
  const without = await startLaunch(t)
  assert.doesNotMatch(await without.page(), /data-island="remind"/)
  const environment = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }
  const { page, clock } = await startLaunch(t, { environment })
  assert.match(await page(), /data-island="remind"/)
  clock.moveTo('2026-12-01T18:00:01.000Z')
  assert.doesNotMatch(await page(), /data-island="remind"/)
})

test('GET /push-worker.js: served from the root with no-cache', async (t) => {
  const { app } = await startApp(t)
  const { status, body, headers } = await ask(app, { url: '/push-worker.js' })
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/javascript/)
  assert.equal(headers['cache-control'], 'no-cache')
  assert.match(body, /notificationclick/)
  assert.doesNotMatch(body, /^\s*(import|export)\b/m)
})

test('GET /launch/:id: 404 pages for unknown launches and missing links', async (t) => {
  const { app, deps, id } = await startLaunch(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  for (const url of [`/launch/${scoreId}`, '/launch/nothing', `/launch/${scoreId}/leave`, `/launch/${id}/leave`]) {
    const { status, body, headers } = await ask(app, { url })
    assert.equal(status, 404, url)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(body, /There is no launch with this id|page has no call to action/)
  }
})

test('enroll page: message, wallet and API call work without JavaScript', async (t) => {
  const { app, deps } = await startApp(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const { status, body } = await ask(app, { url: `/enroll/${scoreId}` })
  assert.equal(status, 200)
  const { body: asked } = await ask(app, {
    url: `/v1/enroll/message?scoreRequestId=${scoreId}&creatorAddress=${creatorAddress}`,
  })
  assert.ok(String(body).includes(asked.message))
  assert.match(body, /<noscript>.*Signing here needs JavaScript.*<\/noscript>/s)
  assert.match(body, /\/v1\/enroll\/message\?scoreRequestId=/)
  assert.match(body, /<meta name="robots" content="noindex"/)
})

test('enroll page: explains preliminary, enrolled and unknown scores', async (t) => {
  const { app, deps, scoreId, id } = await startLaunch(t)
  const stub = await seedScore(deps, { creatorAddress: bob.address, hasStubs: true })
  const preliminary = await ask(app, { url: `/enroll/${stub}` })
  assert.match(preliminary.body, /A preliminary score can’t be enrolled.*Risk was not measured/s)
  const enrolled = await ask(app, { url: `/enroll/${scoreId}` })
  assert.match(enrolled.body, new RegExp(`enrolled already.*/launch/${id}`, 's'))
  for (const { body } of [preliminary, enrolled]) assert.doesNotMatch(body, /data-island="enroll"/)
  const unknown = await ask(app, { url: '/enroll/01890000-0000-7000-8000-000000000000' })
  assert.equal(unknown.status, 404)
  assert.match(unknown.body, /There is no score with this id/)
})

test('score page: links to enrolling, then to the launch', async (t) => {
  const { app, deps, scoreId, id } = await startLaunch(t)
  assert.match((await ask(app, { url: `/score/${scoreId}` })).body, new RegExp(`href="/launch/${id}"`))
  const free = await seedScore(deps, { creatorAddress })
  assert.match((await ask(app, { url: `/score/${free}` })).body, new RegExp(`href="/enroll/${free}"`))
  const stub = await seedScore(deps, { creatorAddress, hasStubs: true })
  assert.doesNotMatch((await ask(app, { url: `/score/${stub}` })).body, /href="\/enroll/)
})
