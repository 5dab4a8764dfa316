import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ada, bob, enroll, editPage } from './world/creators.ts'
import { type AppOptions, ask, startApp } from './world/app.ts'
import { handClock } from './world/waiting.ts'
import { seedScore, seedSubscription } from './world/seed.ts'
import { vapid } from './fixtures/keys.ts'

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
  const { id, page } = await startLaunch(t, { environment, fields: { tagline: 'One of two' } })
  const html = await page()
  assert.match(html, /<title>Left Sock \(\$SOCK\) launches 1 Dec 2026, 18:00 UTC · Launchscore<\/title>/)
  assert.ok(html.includes(`<link rel="canonical" href="https://scores.example/launch/${id}"`))
  assert.match(
    html,
    /og:description" content="One of two · Scored 80\.0 out of 100, green\. Higher is better\. Not investment advice\."/,
  )
  assert.ok(html.includes(`og:image" content="https://scores.example/launch/${id}/card.png?v=${Date.parse(now)}"`))
})

/** The card's URLs in the order of the page: for two kinds of crawlers, and to download. */
const onPage = (path: string) => [`https://scores.example${path}`, `https://scores.example${path}`, path]

test('GET /launch/:id: the card has another URL after each edit, for all who cache it', async (t) => {
  const { app, clock, id, page } = await startLaunch(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  const path = `/launch/${id}/card.png`
  const listCards = async () => (await page()).match(/[^"]+\/card\.png[^"]*(?=")/g)
  assert.deepEqual(await listCards(), onPage(path))
  for (const [seconds, tagline] of ['One of two', 'The other one'].entries()) {
    const at = new Date(Date.parse(now) + seconds * 1000).toISOString()
    clock.moveTo(at)
    await editPage(app, { id, wallet: ada, issuedAt: at, fields: { tagline } })
    assert.deepEqual(await listCards(), onPage(`${path}?v=${Date.parse(at)}`))
  }
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
  assert.match(await page(), /Launches in<.*<time[^>]*>1 Dec 2026, 18:00 UTC/s)
  assert.match(await page(), /calendar\.ics/)
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.match(await page(), /Live for 0 s<.*Announced for<.*Token not confirmed yet\./s)
  assert.doesNotMatch(await page(), /calendar\.ics|class="clock|Buy on/)
  clock.moveTo('2026-12-01T18:04:30.000Z')
  assert.match(await page(), /Live for 4 min 30 s</)
  clock.moveTo('2026-12-02T18:00:00.000Z')
  assert.match(await page(), /Launch time has passed/)
})

test('GET /launch/:id: tells a missing time from a cleared one', async (t) => {
  const { page } = await startLaunch(t, { when: null })
  assert.match(await page(), /No launch date yet/)
  const { page: withdrawn } = await startLaunch(t, { fields: { scheduledFor: null } })
  assert.match(await withdrawn(), /Launch postponed, no new date.*Was 1 Dec 2026, 18:00 UTC/s)
})

test('GET /launch/:id: a moved launch shows its new time and the one before', async (t) => {
  const { page } = await startLaunch(t, { fields: { scheduledFor: '2026-12-03T20:15:00.000Z' } })
  assert.match(await page(), /<time[^>]*>3 Dec 2026, 20:15 UTC.*Moved from 1 Dec 2026, 18:00 UTC/s)
})

test('GET /launch/:id: a stranger sees no contract and no tools of the creator above the last line', async (t) => {
  const { page } = await startLaunch(t)
  const html = await page()
  assert.match(html, /No contract yet<.*any address you see elsewhere is a guess/s)
  assert.match(html, /Are you the creator\?[^<]*<button[^>]*data-edit[^>]*>Edit this page</)
  assert.ok(html.indexOf('data-edit') > html.indexOf('</aside>'))
  assert.doesNotMatch(html, /signed edit|visitor|Submitted for the score|hasn’t added/)
})

test('GET /launch/:id: a critical warning takes countdown, reminder and calendar away', async (t) => {
  const environment = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }
  const { page } = await startLaunch(t, { environment, over: { tokenFacts: { isHoneypot: true } } })
  const html = await page()
  assert.match(html, /Announced for<\/span> <time[^>]*>1 Dec 2026, 18:00 UTC/)
  assert.doesNotMatch(html, /Launches in|data-island="remind"|calendar\.ics|class="clock/)
  assert.match(html, /Share this warning/)
})

test('GET /launch/:id: the clock shows no leading zero units, and seconds in the last ten minutes', async (t) => {
  const { clock, page } = await startLaunch(t)
  const readClock = async () =>
    [...(await page()).matchAll(/class="digits">(\d+)<\/span> <span class="unit">(\w+)/g)].map(
      ([, n, unit]) => `${n} ${unit}`,
    )
  assert.deepEqual(await readClock(), ['10 d', '6 h', '0 min'])
  clock.moveTo('2026-12-01T12:59:55.000Z')
  assert.deepEqual(await readClock(), ['5 h', '0 min'])
  clock.moveTo('2026-12-01T17:50:01.000Z')
  assert.deepEqual(await readClock(), ['9 min', '59 s'])
  clock.moveTo('2026-12-01T17:59:18.000Z')
  assert.deepEqual(await readClock(), ['42 s'])
})

/** Which steps of the checklist are done. */
const readSteps = (html: string) => [...html.matchAll(/class="step( done)?"/g)].map(([, done]) => done !== undefined)

test('GET /launch/:id?new: lists what is done and what is left', async (t) => {
  const { app, id, page } = await startLaunch(t, { when: null })
  assert.deepEqual(readSteps(await page('?new')), [true, true, false, false, false])
  const fields = { tagline: 'One of two', ctaUrl: 'https://sock.example/', scheduledFor }
  await editPage(app, { id, wallet: ada, issuedAt: now, fields })
  assert.deepEqual(readSteps(await page('?new')), [true, true, true, true, false])
  assert.match(await page('?new'), /<link rel="canonical" href="[^"?]*"/)
  assert.deepEqual(readSteps(await page()), [])
})

test('GET /launch/:id: a critical warning makes the link no button, and shares name it', async (t) => {
  const tokenFacts = { isHoneypot: true }
  const { page } = await startLaunch(t, { over: { tokenFacts }, fields: { ctaUrl: 'https://sock.example/' } })
  const html = await page()
  const [, main = ''] = html.split('<main')
  assert.ok(main.indexOf('Honeypot') < main.indexOf('<h1'))
  assert.match(main, /class="chip crit".*<a class="cta-link" href="[^"]*\/leave"/s)
  assert.doesNotMatch(main, /<a class="btn[^"]*" href="[^"]*\/leave"/)
  const texts = [...main.matchAll(/href="https:[^"]*[?;&]text=([^&"]*)/g)].map(([, text = '']) =>
    decodeURIComponent(text),
  )
  assert.equal(texts.length, 3)
  for (const text of texts) assert.match(text, /^⚑\+Honeypot:/)
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
  assert.match(html, new RegExp(`<a class="btn" href="/launch/${id}/leave" rel="nofollow"><bdi>`))
  assert.ok(!html.includes('href="https://evil.example'))
  assert.match(html, /Opens <bdi class="host">evil\.example<\/bdi>/)
})

test('call to action: shows the host first and passes no referrer', async (t) => {
  const ctaUrl = 'https://trusted.example.evil.example/claim?a=1&b=2'
  const { page } = await startLaunch(t, { fields: { ctaUrl } })
  const html = await page('/leave')
  assert.match(
    html,
    /<h1>Is <bdi class="host"><span class="before">trusted\.example\.<\/span><strong>evil\.example<\/strong><\/bdi> really their site\?<\/h1>/,
  )
  assert.match(
    html,
    /<a class="btn" href="https:\/\/trusted\.example\.evil\.example\/claim\?a=1&amp;b=2" rel="nofollow noopener noreferrer">/,
  )
  assert.match(html, /recovery phrase/)
  assert.match(html, /<meta name="robots" content="noindex"/)
  assert.doesNotMatch(html, /look-alike letters/)
})

test('call to action: points out a host in punycode', async (t) => {
  const { page } = await startLaunch(t, { fields: { ctaUrl: 'https://xn--pple-43d.example/' } })
  assert.match(await page('/leave'), /look-alike letters/)
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
  assert.match(html, /<dt>Link<\/dt>.*removed/s)
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

test('score page: the last minute before a launch is no “0m”', async (t) => {
  const { app, clock, scoreId } = await startLaunch(t)
  clock.moveTo('2026-12-01T17:59:30.000Z')
  assert.match((await ask(app, { url: `/score/${scoreId}` })).body, />Launches in less than a minute</)
})

const launchOf = (id: string) => [id, 'Open the launch page']

test('score page: “Remind me” leads to the reminder where the launch page has one', async (t) => {
  const environment = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }
  const { app, clock, scoreId, id, page } = await startLaunch(t, { environment })
  const listButtons = async (of: typeof app, score: string) => {
    const { body } = await ask(of, { url: `/score/${score}` })
    return Array.from(
      body.matchAll(
        /<a class="btn(?: pri)?(?: wide)?(?: docked)?" href="\/launch\/([^"]+)">(?:<svg.*?<\/svg>)?([^<]+)</g,
      ),
      ([, ...link]) => link,
    )
  }
  const reminder = [`${id}#remind`, 'Remind me']
  assert.deepEqual(await listButtons(app, scoreId), [reminder, launchOf(id), reminder])
  assert.match(await page(), /id="remind"><div [^>]*data-island="remind"/)
  clock.moveTo('2026-12-01T18:00:01.000Z')
  assert.deepEqual(await listButtons(app, scoreId), [launchOf(id), launchOf(id)])
  const without = await startLaunch(t)
  assert.deepEqual(await listButtons(without.app, without.scoreId), [launchOf(without.id), launchOf(without.id)])
})

test('GET /launch/:id: counts ten or more who asked to be reminded, and names a public channel', async (t) => {
  const telegram = { NOTIFY_TELEGRAM_TOKEN: '1:token', NOTIFY_TELEGRAM_CHAT: '@launches' }
  const { deps, id, page } = await startLaunch(t, { environment: telegram })
  for (let n = 1; n <= 10; n++) {
    assert.doesNotMatch(await page(), /want a reminder/)
    const endpoint = `https://push.example/${n}`
    await seedSubscription(deps, { enrollmentId: id, endpoint, keys: { p256dh: 'x', auth: 'y' } })
  }
  assert.match(await page(), /10 people want a reminder/)
  assert.match(await page(), /href="https:\/\/t\.me\/launches"[^>]*>Every launch on Telegram: @launches/)
  const { page: private_ } = await startLaunch(t, { environment: { ...telegram, NOTIFY_TELEGRAM_CHAT: '-100123' } })
  assert.doesNotMatch(await private_(), /Follow [^<]* on Telegram/)
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

test('enroll page: the message stands there without JavaScript, and no API call', async (t) => {
  const { app, deps } = await startApp(t)
  const scoreId = await seedScore(deps, { creatorAddress })
  const { status, body } = await ask(app, { url: `/enroll/${scoreId}` })
  assert.equal(status, 200)
  const { body: asked } = await ask(app, {
    url: `/v1/enroll/message?scoreRequestId=${scoreId}&creatorAddress=${creatorAddress}`,
  })
  assert.ok(String(body).includes(asked.message))
  assert.match(body, /<noscript>.*Signing needs JavaScript.*<\/noscript>/s)
  assert.doesNotMatch(body, /curl/)
  assert.match(body, /<meta name="robots" content="noindex"/)
})

test('enroll page: explains preliminary, enrolled and unknown scores', async (t) => {
  const { app, deps, scoreId, id } = await startLaunch(t)
  const stub = await seedScore(deps, { creatorAddress: bob.address, hasStubs: true })
  const preliminary = await ask(app, { url: `/enroll/${stub}` })
  assert.match(preliminary.body, /A preliminary score can’t be claimed.*Not measured yet: Risk/s)
  const enrolled = await ask(app, { url: `/enroll/${scoreId}` })
  assert.match(enrolled.body, new RegExp(`already claimed.*/launch/${id}`, 's'))
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
