import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import type { Environment } from '../src/platform/env.ts'
import { ask, startApp } from './world/app.ts'
import { adminToken } from './world/notifying.ts'
import { handClock } from './world/waiting.ts'
import { seedLaunches, seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
/** Unsigned wallets have a row each. */
const creatorNo = (n: number) => `0xa11ce${n.toString(16).padStart(35, '0')}`
const now = '2026-11-21T12:00:00.000Z'
const hourMs = 3600 * 1000
const inHours = (hours: number) => new Date(Date.parse(now) + hours * hourMs)

/** The service at a time that stands still, and its pages. */
async function startPages(t: TestContext, environment: Environment = {}) {
  const { app, deps } = await startApp(t, { clock: handClock(now), environment })
  const get = async (url: string) => {
    const { status, body, headers } = await ask(app, { url })
    return { status, html: String(body), headers }
  }
  return { deps, get }
}

const namesIn = (html: string): string[] =>
  [...html.matchAll(/class="row-link"[^>]*>\s*<bdi>([^<]*)/g)].map(([, name = '']) => name)

/** Where the link with these words leads. */
function linkIn(html: string, words: string): string {
  const [, href = ''] = new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${words}`).exec(html) ?? []
  return href.replaceAll('&amp;', '&')
}

test('/leaderboards: the best first, of the window of its URL', async (t) => {
  const { deps, get } = await startPages(t)
  for (const [name, points, hours] of [
    ['Old', 90, -48],
    ['Good', 80, -2],
    ['Bad', 20, -1],
  ] as const)
    await seedScore(deps, { creatorAddress: creatorNo(points), name, points, createdAt: inHours(hours) })
  const week = await get('/leaderboards')
  assert.equal(week.status, 200)
  assert.match(week.html, /<title>Top scores · Launchscore<\/title>/)
  assert.deepEqual(namesIn(week.html), ['Old', 'Good', 'Bad'])
  const day = await get('/leaderboards?window=24h')
  assert.deepEqual(namesIn(day.html), ['Good', 'Bad'])
  assert.match(day.html, /<a href="\/leaderboards\?window=24h" aria-current="true">24 h/)
  assert.deepEqual(namesIn((await get('/leaderboards?tab=lowest')).html), ['Bad', 'Good', 'Old'])
  assert.deepEqual(namesIn((await get('/leaderboards?tab=new')).html), ['Bad', 'Good', 'Old'])
})

test('/leaderboards: a row is one link: picture, score, six signals, creator and age', async (t) => {
  const { deps, get } = await startPages(t)
  const id = await seedScore(deps, { creatorAddress, name: 'Left Sock', points: 87, createdAt: inHours(-2) })
  const { html } = await get('/leaderboards')
  const row = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'))
  assert.deepEqual(row.match(/href="[^"]+"/g), [`href="/score/${id}"`])
  assert.match(row, new RegExp(`<img src="/score/${id}/[^"]+"[^>]* alt`))
  assert.match(row, /role="cell">87(\.0)?<\/td>/)
  assert.match(row, /aria-label="Meme 87, Creator 87, Image 87, Name 87, Social 87 and Risk 87"/)
  assert.match(row, /<time datetime="2026-11-21T10:00:00.000Z" title="21 Nov 2026, 10:00 UTC">2 h ago/)
  assert.match(row, /<td class="creator" role="cell">not known<\/td>/)
})

for (const tab of ['top', 'lowest', 'new'])
  test(`/leaderboards?tab=${tab}: pages stay as they were while scores arrive`, async (t) => {
    const { deps, get } = await startPages(t)
    for (let index = 0; index < 5; index += 1)
      await seedScore(deps, {
        creatorAddress: creatorNo(index),
        name: `Sock ${index}`,
        points: tab === 'lowest' ? 20 + index : 90 - index,
        createdAt: new Date(inHours(-3).getTime() - index * 60_000),
      })
    const walked: string[][] = []
    let next = `/leaderboards?tab=${tab}&limit=2`
    while (next !== '' && walked.length < 9) {
      const { html } = await get(next)
      walked.push(namesIn(html))
      next = linkIn(html, 'Load more')
      const points = tab === 'lowest' ? 1 : 99
      const late = { creatorAddress: creatorNo(100 + walked.length), name: `Late ${walked.length}` }
      await seedScore(deps, { ...late, points, createdAt: inHours(1) })
    }
    assert.deepEqual(walked, [['Sock 0', 'Sock 1'], ['Sock 2', 'Sock 3'], ['Sock 4']])
  })

test('/leaderboards: later pages continue the numbers and lead back', async (t) => {
  const { deps, get } = await startPages(t)
  for (let index = 0; index < 3; index += 1)
    await seedScore(deps, { creatorAddress: creatorNo(index), name: `Sock ${index}`, points: 90 - index })
  const first = await get('/leaderboards?limit=2')
  const second = await get(linkIn(first.html, 'Load more'))
  assert.deepEqual(namesIn(second.html), ['Sock 2'])
  assert.match(second.html, /<td class="place" role="cell">3<\/td>/)
  assert.equal(linkIn(second.html, 'Load more'), '')
  assert.equal(linkIn(second.html, 'Back to the start'), '/leaderboards?limit=2')
})

test('/leaderboards: each list filters by band, by critical warning and by signature', async (t) => {
  const { deps, get } = await startPages(t)
  const trap = (digit: string) => ({
    contractAddress: `0x${digit.repeat(40)}`,
    tokenFacts: { isHoneypot: true },
    creatorAddress: creatorNo(Number(digit)),
  })
  await seedScore(deps, { creatorAddress: creatorNo(1), name: 'Good', points: 80, createdAt: inHours(-3) })
  await seedScore(deps, { creatorAddress: creatorNo(2), name: 'Middling', points: 50, createdAt: inHours(-2) })
  await seedScore(deps, { name: 'Trap', points: 60, createdAt: inHours(-1), ...trap('7') })
  await seedScore(deps, { name: 'Worse Trap', points: 10, ...trap('8') })
  await seedLaunches(deps.db, [{ creatorAddress, name: 'Signed', points: 75 }])
  const shown = async (query: string) => namesIn((await get(`/leaderboards?${query}`)).html)
  assert.deepEqual(await shown('band=green'), ['Good', 'Signed'])
  assert.deepEqual(await shown('band=amber'), ['Middling'])
  assert.deepEqual(await shown('tab=lowest&band=amber'), ['Middling', 'Trap'])
  assert.deepEqual(await shown('tab=new&band=red'), ['Worse Trap'])
  assert.deepEqual(await shown('band=critical'), ['Trap', 'Worse Trap'])
  assert.deepEqual(await shown('tab=lowest&band=critical'), ['Worse Trap', 'Trap'])
  assert.deepEqual(await shown('tab=new&band=critical'), ['Worse Trap', 'Trap'])
  for (const tab of ['new', 'top', 'lowest']) {
    assert.deepEqual(await shown(`tab=${tab}&signed=true`), ['Signed'])
    const { html } = await get(`/leaderboards?tab=${tab}&band=critical&limit=1`)
    const rest = namesIn((await get(linkIn(html, 'Load more'))).html)
    assert.deepEqual([...namesIn(html), ...rest].toSorted(), ['Trap', 'Worse Trap'])
  }
  assert.match((await get('/leaderboards?band=critical&signed=true')).html, /Nothing matches these filters/)
})

test('/leaderboards: a launch is one row, and preliminary and hidden scores are none', async (t) => {
  const { deps, get } = await startPages(t)
  await seedScore(deps, { creatorAddress, name: 'Left Sock', createdAt: inHours(-2) })
  await seedScore(deps, { creatorAddress, name: 'LEFT SOCK', createdAt: inHours(-1) })
  await seedScore(deps, { creatorAddress, name: 'Not Whole', hasStubs: true })
  const hidden = await seedScore(deps, { creatorAddress, name: 'Phishing' })
  await runCommand(deps, ['score', 'hide', hidden, '--reason', 'Phishing.'])
  for (const tab of ['new', 'top', 'lowest'])
    assert.deepEqual(namesIn((await get(`/leaderboards?tab=${tab}`)).html), ['LEFT SOCK'], tab)
})

test('/leaderboards: says why it is empty', async (t) => {
  const { deps, get } = await startPages(t)
  await seedScore(deps, { creatorAddress, name: 'Not Whole', hasStubs: true })
  for (const query of ['', '?tab=new', '?window=24h', '?band=green'])
    assert.match((await get(`/leaderboards${query}`)).html, /No ranked launches yet\. Be the first\..*href="\/#score"/s)
  await seedScore(deps, { creatorAddress, name: 'Old', points: 50, createdAt: inHours(-48) })
  assert.match((await get('/leaderboards?window=24h')).html, /Nothing matches these filters/)
  assert.match((await get('/leaderboards?band=green')).html, /Nothing matches these filters/)
  const graduates = (await get('/graduates')).html
  assert.match(graduates, /Seven straight days above \$20k liquidity, 50 trades and \$2k volume\./)
  assert.match(graduates, /This site doesn’t observe outcomes yet/)
})

test('/leaderboards: critical launches come last, below the line and without a rank', async (t) => {
  const { deps, get } = await startPages(t)
  const trap = {
    contractAddress: `0x${'7'.repeat(40)}`,
    tokenFacts: { isHoneypot: true },
    creatorAddress: creatorNo(7),
  }
  await seedScore(deps, { name: 'Trap', points: 99, ...trap })
  for (const [name, points] of [
    ['Good', 80],
    ['Bad', 20],
  ] as const)
    await seedScore(deps, { creatorAddress: creatorNo(points), name, points })
  const { html } = await get('/leaderboards')
  assert.deepEqual(namesIn(html), ['Good', 'Bad', 'Trap'])
  assert.match(html, /Below the line:.*href="\/leaderboards\?band=critical".*class="bad".*Honeypot/s)
  assert.deepEqual(
    [...html.matchAll(/<td class="place"[^>]*>(.*?)<\/td>/g)].map(([, place = '']) => place.replaceAll(/<[^>]*>/g, '')),
    ['1', '2', '–'],
  )
  assert.doesNotMatch((await get('/leaderboards?tab=lowest')).html, /class="place"/, 'the lowest is no first place')
  const first = await get('/leaderboards?limit=1')
  assert.deepEqual(namesIn(first.html), ['Good'])
  const second = await get(linkIn(first.html, 'Load more'))
  assert.deepEqual(namesIn(second.html), ['Bad'])
  assert.deepEqual(namesIn((await get(linkIn(second.html, 'Load more'))).html), ['Trap'])
  assert.deepEqual(namesIn((await get('/leaderboards?band=green')).html), ['Good'])
})

const headIn = (html: string, name: string): string =>
  new RegExp(`<th class="${name}"[^>]*>.*?</th>`).exec(html)?.[0] ?? ''

test('/leaderboards: the heads of the columns order the list', async (t) => {
  const { deps, get } = await startPages(t)
  await seedScore(deps, { creatorAddress, name: 'Only', points: 80 })
  const best = (await get('/leaderboards?window=all')).html
  assert.match(headIn(best, 'number'), /aria-sort="descending".*href="\/leaderboards\?tab=lowest&amp;window=all"/)
  assert.match(headIn(best, 'age'), /href="\/leaderboards\?tab=new"/)
  assert.doesNotMatch(headIn(best, 'age'), /aria-sort/)
  assert.match(headIn(best, 'time'), /href="\/launches"/)
  const lowest = (await get('/leaderboards?tab=lowest')).html
  assert.match(headIn(lowest, 'number'), /aria-sort="ascending".*href="\/leaderboards"/)
  const newest = (await get('/leaderboards?tab=new')).html
  assert.match(headIn(newest, 'age'), /aria-sort="descending"/)
})

test('/launches: filters by band and by upcoming or past', async (t) => {
  const { deps, get } = await startPages(t)
  await seedLaunches(deps.db, [
    { creatorAddress, name: 'Later', points: 80, enrolledAt: inHours(-5), scheduledFor: inHours(30) },
    { creatorAddress, name: 'Soon', points: 50, enrolledAt: inHours(-4), scheduledFor: inHours(3) },
    { creatorAddress, name: 'Gone', points: 20, enrolledAt: inHours(-3), scheduledFor: inHours(-1) },
    { creatorAddress, name: 'Long Gone', points: 80, enrolledAt: inHours(-2), scheduledFor: inHours(-9) },
    { creatorAddress, name: 'Unplanned', points: 80, enrolledAt: inHours(-1) },
  ])
  const shown = async (query: string) => namesIn((await get(`/launches${query}`)).html)
  assert.deepEqual(await shown('?when=all'), ['Unplanned', 'Long Gone', 'Gone', 'Soon', 'Later'])
  assert.deepEqual(await shown(''), ['Soon', 'Later'])
  assert.deepEqual(await shown('?when=upcoming'), ['Soon', 'Later'])
  assert.deepEqual(await shown('?when=past'), ['Gone', 'Long Gone'])
  assert.deepEqual(await shown('?when=all&band=green'), ['Unplanned', 'Long Gone', 'Later'])
  assert.deepEqual(await shown('?band=green&when=past'), ['Long Gone'])
  const { html } = await get('/launches?band=green&when=past')
  assert.equal(linkIn(html, 'Upcoming'), '/launches?band=green')
  assert.match(html, /class="row-link" href="\/launch\/[-0-9a-f]{36}"/)
})

for (const query of ['', '?when=upcoming', '?when=past', '?when=all', '?band=green'])
  test(`/launches${query}: every launch is on one page`, async (t) => {
    const { deps, get } = await startPages(t)
    const hours = query.includes('past') ? -2 : 2
    await seedLaunches(
      deps.db,
      Array.from({ length: 5 }, (_, index) => ({
        creatorAddress,
        name: `Sock ${index}`,
        enrolledAt: inHours(-9),
        scheduledFor: inHours(index < 3 ? hours : 2 * hours),
      })),
    )
    const walked: string[] = []
    let next = `/launches${query}${query ? '&' : '?'}limit=2`
    while (next !== '' && walked.length < 9) {
      const { html } = await get(next)
      walked.push(...namesIn(html))
      next = linkIn(html, 'Load more')
    }
    assert.deepEqual(walked.toSorted(), ['Sock 0', 'Sock 1', 'Sock 2', 'Sock 3', 'Sock 4'])
  })

test('/launches: groups launches by day, with times to the minute below a day', async (t) => {
  const { deps, get } = await startPages(t)
  const trap = {
    contractAddress: `0x${'7'.repeat(40)}`,
    tokenFacts: { isHoneypot: true },
    creatorAddress: creatorNo(7),
  }
  await seedLaunches(deps.db, [
    { creatorAddress: creatorNo(1), name: 'Soon', scheduledFor: inHours(1.95) },
    { ...trap, name: 'Trap', scheduledFor: inHours(3) },
    { creatorAddress: creatorNo(2), name: 'Next', scheduledFor: inHours(26) },
    { creatorAddress: creatorNo(3), name: 'Later', scheduledFor: inHours(24 * 8 + 1) },
    { creatorAddress: creatorNo(4), name: 'Gone', scheduledFor: inHours(-1) },
  ])
  const { html } = await get('/launches')
  const textOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''))
  assert.deepEqual(textOf(/<h2>(.*?)<\/h2>/g), ['Today 21 Nov 2026', 'Tomorrow 22 Nov 2026', 'Sunday 29 Nov 2026'])
  assert.deepEqual(textOf(/<span class="left">(.*?)<\/span>/g), ['in 1 h 57 min', 'in 3 h', 'in 1 d 2 h', 'in 8 d'])
  assert.deepEqual(textOf(/<time class="clock"[^>]*>(.*?)<\/time>/g), ['13:57', '15:00', '14:00', '13:00'])
  assert.match(html, /href="\/launch\/[-0-9a-f]+#remind" aria-label="Remind me of Soon"/)
  assert.match(html, /href="\/launch\/[-0-9a-f]+\/calendar\.ics" aria-label="Add Next to my calendar"/)
  assert.doesNotMatch(html, /Remind me of Trap|Add Trap/)
  const past = (await get('/launches?when=past')).html
  assert.match(past, /Today <span class="muted">21 Nov 2026<\/span>.*1 h ago/s)
  assert.doesNotMatch(past, /Remind me/)
})

test('/launches: says how to be listed when it is empty', async (t) => {
  const { get } = await startPages(t)
  assert.match((await get('/launches')).html, /No upcoming launches.*href="\/launches\?when=all"/s)
  assert.match((await get('/launches?when=all')).html, /No launches yet.*as soon as its creator signs/s)
  assert.match((await get('/launches?when=upcoming&band=red')).html, /Nothing matches these filters/)
})

test('a creator’s page shows the launches and the name of the wallet', async (t) => {
  const { deps, get } = await startPages(t, { PUBLIC_URL: 'https://scores.example' })
  await seedLaunches(deps.db, [
    { creatorAddress, name: 'One', points: 80 },
    { creatorAddress, name: 'Two', points: 20 },
  ])
  const { status, html } = await get(`/creator/${creatorAddress}`)
  assert.equal(status, 200)
  assert.match(html, /2 signed launches/)
  assert.deepEqual(namesIn(html).toSorted(), ['One', 'Two'])
  assert.doesNotMatch(html, /Creator’s launches/, 'every row has the same creator')
  assert.match(html, /<link rel="canonical" href="https:\/\/scores\.example\/creator\/0x[\da-fA-F]{40}"/)
  assert.match(html, /property="og:description" content="2 signed launches, signed by the wallet 0x[\da-fA-F]{40}/)
  const stranger = await get(`/creator/0x${'0'.repeat(39)}2`)
  assert.match(stranger.html, /No launches found/)
  assert.equal(stranger.html.match(/A launch appears once the wallet signs its score\./g)?.length, 1)
  assert.doesNotMatch(stranger.html, /Signed launches/)
})

test('GET /search: a link of this service leads to its page, another link to no result', async (t) => {
  const { get } = await startPages(t, { PUBLIC_URL: 'https://scores.example' })
  const path = '/score/01890000-0000-7000-8000-000000000000'
  const lead = async (url: string) => {
    const { status, headers } = await get(`/search?q=${encodeURIComponent(url)}`)
    return [status, headers['location']]
  }
  assert.deepEqual(await lead(`https://scores.example${path}?new`), [303, path])
  assert.deepEqual(await lead(`https://other.example${path}`), [200, undefined])
})

test('the creator form leads to the page with a GET', async (t) => {
  const { get } = await startPages(t)
  const found = await get(`/creator?address=+${creatorAddress}+`)
  assert.deepEqual([found.status, String(found.headers['location']).toLowerCase()], [303, `/creator/${creatorAddress}`])
  assert.equal((await get('/creator?address=')).headers['location'], '/search')
})

for (const url of [
  '/leaderboards?window=1y',
  '/leaderboards?limit=0x10',
  '/leaderboards?limit=51',
  '/leaderboards?cursor=nothing',
  `/leaderboards?window=7d&cursor=${'A'.repeat(88)}`,
  '/leaderboards?page=-1',
  '/leaderboards?tab=old',
  '/leaderboards?tab=new&cursor=nothing',
  `/leaderboards?tab=new&cursor=${'_'.repeat(32)}`,
  '/leaderboards?band=blue',
  '/leaderboards?band=critical&cursor=10-',
  `/leaderboards?band=critical&cursor=99999-${'_'.repeat(32)}`,
  '/search?q=a%00b',
  `/search?q=${'a'.repeat(101)}`,
  '/token/0x1',
  `/creator/${creatorAddress}?cursor=1`,
  '/launches?band=blue',
  '/launches?when=never',
  '/launches?when=past&cursor=%27',
  `/launches?cursor=${'_'.repeat(32)}`,
  '/creator/0x1',
  `/creator/0xA11ce${'0'.repeat(34)}1`,
  '/creator?address=me',
])
  test(`${url} is an error page with the reason`, async (t) => {
    const { get } = await startPages(t)
    const { status, html, headers } = await get(url)
    assert.equal(status, 400)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(html, /We couldn’t read that link/)
    assert.match(
      html,
      /<p class="message" lang="en">[^<]*(window|limit|cursor|page|band|when|address|tab|q) [^<]+<\/p>/,
    )
    assert.doesNotMatch(html, /Invalid request/)
    if (url.includes('?')) assert.match(html, new RegExp(`href="${url.split('?')[0]}">Clear filters`))
  })

test('submitted text is escaped on every list', async (t) => {
  const { deps, get } = await startPages(t)
  const name = '"><script>alert(1)</script>'
  await seedLaunches(deps.db, [{ creatorAddress, name }])
  await seedScore(deps, { creatorAddress, name, symbol: '<b>' })
  for (const url of ['/leaderboards', '/launches?when=all', '/search?q=script', `/creator/${creatorAddress}`]) {
    const { html } = await get(url)
    assert.match(html, /<bdi>(&quot;|")(&gt;|>)&lt;script(&gt;|>)alert/, url)
    assert.ok(!html.includes('<script>alert') && !html.includes('<b>'), url)
  }
})

test('lists have the strict policy, and 304 for a cached copy', async (t) => {
  const { deps, get } = await startPages(t)
  await seedLaunches(deps.db, [{ creatorAddress }])
  for (const url of ['/leaderboards', '/launches?when=all', '/search?q=script', `/creator/${creatorAddress}`]) {
    const { html, headers } = await get(url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; .*; frame-ancestors 'none'$/,
    )
    assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
    assert.deepEqual([headers['cache-control'], typeof headers['etag']], ['no-cache', 'string'])
  }
})

test('the dashboard’s page holds no data and is not cached', async (t) => {
  const { deps, get } = await startPages(t, { ADMIN_TOKEN: adminToken })
  await seedScore(deps, { creatorAddress, name: 'MarketProbe Sock' })
  const { status, html, headers } = await get('/admin')
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['etag'], undefined)
  assert.match(html, /<meta name="robots" content="noindex"/)
  assert.ok(!html.includes('MarketProbe') && !html.includes(adminToken))
  assert.match(html, /<noscript>.*This page needs JavaScript/s)
  const [, content = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  assert.match(content, /<input/)
  assert.doesNotMatch(content, /<input[^>]* name=/)
})
