import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Environment } from '../src/platform/env.ts'
import { ask, startApp, startWorld } from './harness.ts'
import { adminToken, handClock } from './scheduling.ts'
import { seedLaunches } from './seed-launches.ts'
import { seedScore } from './seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
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
  [...html.matchAll(/class="launch-name"[^>]*>\s*<bdi>([^<]*)/g)].map(([, name = '']) => name)

/** Where the link with these words leads. */
function linkIn(html: string, words: string): string {
  const [, href = ''] = new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${words}`).exec(html) ?? []
  return href.replaceAll('&amp;', '&')
}

test('/leaderboards: shows the window of its URL, the best and the worst first', async (t) => {
  const { deps, get } = await startPages(t)
  for (const [name, points, hours] of [
    ['Old', 90, -48],
    ['Good', 80, -2],
    ['Bad', 20, -1],
  ] as const)
    await seedScore(deps, { creatorAddress, name, points, createdAt: inHours(hours) })
  const day = await get('/leaderboards')
  assert.equal(day.status, 200)
  assert.match(day.html, /<title>Leaderboards: 24 hours · Launchscore<\/title>/)
  assert.deepEqual(namesIn(day.html), ['Good', 'Bad', 'Bad', 'Good'])
  const week = await get('/leaderboards?window=7d')
  assert.deepEqual(namesIn(week.html), ['Old', 'Good', 'Bad', 'Bad', 'Good', 'Old'])
  assert.match(week.html, /<a href="\/leaderboards\?window=7d" aria-current="true">7 days/)
  assert.match(week.html, /href="\/creator\/0x[^"]+"/)
})

test('/leaderboards: later pages by links, with continued numbers', async (t) => {
  const { deps, get } = await startPages(t)
  for (let index = 0; index < 5; index += 1)
    await seedScore(deps, { creatorAddress, name: `Sock ${index}`, points: 90 - index })
  const first = await get('/leaderboards?limit=2')
  assert.deepEqual(namesIn(first.html).slice(0, 2), ['Sock 0', 'Sock 1'])
  const second = await get(linkIn(first.html, 'Places 3 and on'))
  assert.deepEqual(namesIn(second.html).slice(0, 2), ['Sock 2', 'Sock 3'])
  assert.match(second.html, /<ol start="3">/)
  const third = await get(linkIn(second.html, 'Places 5 and on'))
  assert.deepEqual(namesIn(third.html), ['Sock 4', 'Sock 0'])
  assert.equal(linkIn(third.html, 'Places'), '')
  assert.equal(linkIn(third.html, 'Back to the first page'), '/leaderboards?window=24h&limit=2')
})

test('/leaderboards: says why it is empty', async (t) => {
  const world = await startWorld(t)
  const { get } = await startPages(t, world.environment)
  assert.match((await get('/leaderboards')).html, /No final scores in the last 24 hours/)
  const { deps, get: getStubs } = await startPages(t)
  await seedScore(deps, { creatorAddress, name: 'Not Whole', hasStubs: true })
  const { html } = await getStubs('/leaderboards?window=all')
  assert.match(html, /Meme, Creator, Image and Risk are not measured on this deployment/)
  assert.match(html, /ranked against others on unequal terms/)
  assert.deepEqual(namesIn(html), [])
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
  assert.deepEqual(await shown(''), ['Unplanned', 'Long Gone', 'Gone', 'Soon', 'Later'])
  assert.deepEqual(await shown('?when=upcoming'), ['Soon', 'Later'])
  assert.deepEqual(await shown('?when=past'), ['Gone', 'Long Gone'])
  assert.deepEqual(await shown('?band=green'), ['Unplanned', 'Long Gone', 'Later'])
  assert.deepEqual(await shown('?band=green&when=past'), ['Long Gone'])
  const { html } = await get('/launches?band=green&when=past')
  assert.equal(linkIn(html, 'Upcoming'), '/launches?when=upcoming&band=green')
})

for (const query of ['', '?when=upcoming', '?when=past', '?band=green'])
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
      next = linkIn(html, 'More launches')
    }
    assert.deepEqual(walked.toSorted(), ['Sock 0', 'Sock 1', 'Sock 2', 'Sock 3', 'Sock 4'])
  })

test('/launches: says how to be listed when it is empty', async (t) => {
  const world = await startWorld(t)
  const { get } = await startPages(t, world.environment)
  assert.match((await get('/launches')).html, /Nobody has signed for a launch yet/)
  assert.match((await get('/launches?when=upcoming&band=red')).html, /No upcoming, red launch/)
  const { get: getStubs } = await startPages(t)
  assert.match((await getStubs('/launches')).html, /Only a final score can be signed for\. Meme, Creator/)
})

test('a creator’s page shows the launches and the name of the wallet', async (t) => {
  const { deps, get } = await startPages(t, { PUBLIC_URL: 'https://scores.example' })
  await seedLaunches(deps.db, [
    { creatorAddress, name: 'One', points: 80 },
    { creatorAddress, name: 'Two', points: 20 },
  ])
  const { status, html } = await get(`/creator/${creatorAddress}`)
  assert.equal(status, 200)
  assert.match(html, /Signed for 2 launches\./)
  assert.deepEqual(namesIn(html).toSorted(), ['One', 'Two'])
  assert.match(html, /<link rel="canonical" href="https:\/\/scores\.example\/creator\/0x[\da-fA-F]{40}"/)
  assert.match(html, /property="og:description" content="What the wallet 0x[\da-fA-F]{40} has signed for: 2 launches/)
  const stranger = await get(`/creator/0x${'0'.repeat(39)}2`)
  assert.match(stranger.html, /This wallet has signed for nothing here/)
})

test('the creator form leads to the page with a GET', async (t) => {
  const { get } = await startPages(t)
  const found = await get(`/creator?address=+${creatorAddress}+`)
  assert.deepEqual([found.status, String(found.headers['location']).toLowerCase()], [303, `/creator/${creatorAddress}`])
  assert.equal((await get('/creator?address=')).headers['location'], '/launches#creators')
})

for (const url of [
  '/leaderboards?window=1y',
  '/leaderboards?limit=0x10',
  '/leaderboards?limit=51',
  '/leaderboards?cursor=nothing',
  `/leaderboards?window=7d&cursor=${'A'.repeat(88)}`,
  '/leaderboards?page=-1',
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
    assert.match(html, /<p class="lede">[^<]*(window|limit|cursor|page|band|when|address) [^<]+<\/p>/)
    if (url.includes('?')) assert.match(html, new RegExp(`href="${url.split('?')[0]}">Show it without these choices`))
  })

test('submitted text is escaped on every list', async (t) => {
  const { deps, get } = await startPages(t)
  const name = '"><script>alert(1)</script>'
  await seedLaunches(deps.db, [{ creatorAddress, name }])
  await seedScore(deps, { creatorAddress, name, symbol: '<b>' })
  for (const url of ['/leaderboards', '/launches', `/creator/${creatorAddress}`]) {
    const { html } = await get(url)
    assert.match(html, /<bdi>(&quot;|")(&gt;|>)&lt;script(&gt;|>)alert/, url)
    assert.ok(!html.includes('<script>alert') && !html.includes('<b>'), url)
  }
})

test('lists have the strict policy, and 304 for a cached copy', async (t) => {
  const { deps, get } = await startPages(t)
  await seedLaunches(deps.db, [{ creatorAddress }])
  for (const url of ['/leaderboards', '/launches', `/creator/${creatorAddress}`]) {
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
  await seedScore(deps, { creatorAddress, name: 'Canary Sock' })
  const { status, html, headers } = await get('/admin')
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['etag'], undefined)
  assert.match(html, /<meta name="robots" content="noindex"/)
  assert.ok(!html.includes('Canary') && !html.includes(adminToken))
  assert.match(html, /<noscript>.*This page needs JavaScript/s)
  const [, content = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  assert.match(content, /<input/)
  assert.doesNotMatch(content, /<input[^>]* name=/)
})
