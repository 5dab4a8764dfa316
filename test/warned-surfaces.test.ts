import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ask, startApp } from './world/app.ts'
import { seedLaunches, seedScore } from './world/seed.ts'

const creatorAddress = '0xa11ce00000000000000000000000000000000001'
const tokenFacts = { isHoneypot: true, sellTax: 1 }

/** A green score of a honeypot, enrolled and scheduled, with a call to action. */
async function startTrap(t: TestContext) {
  const { app, deps } = await startApp(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  const enrolledAt = new Date()
  const scheduledFor = new Date(enrolledAt.getTime() + 3_600_000)
  const seed = { creatorAddress, points: 82, tokenFacts, enrolledAt, scheduledFor }
  const [launch] = await seedLaunches(deps.db, [seed])
  assert.ok(launch)
  const at = { last_issued_at: enrolledAt, updated_at: enrolledAt }
  await deps.db
    .insertInto('launch_pages')
    .values({
      enrollment_id: launch.enrollmentId,
      tagline: 'Fine',
      cta_label: 'Buy it',
      cta_url: 'https://trap.example',
      ...at,
    })
    .execute()
  const get = async (url: string) => String((await ask(app, { url })).body)
  return { get, scoreId: launch.score.id, enrollmentId: launch.enrollmentId }
}

const label = 'Honeypot'

/** The warning stands before the first band of the page's body. */
function assertFirst(html: string, warning: string, path: string) {
  const main = html.slice(html.indexOf('<main'))
  const [at, band] = [main.indexOf(warning), main.indexOf('class="chip')]
  assert.ok(at > 0, `the warning is on ${path}`)
  if (path.endsWith('/leave')) return assert.equal(band, -1, 'this page shows no band')
  assert.ok(band > at, `the band of ${path} comes after it`)
}

const toText = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('score, enroll, launch and leave pages show the honeypot first', async (t) => {
  const { get, scoreId, enrollmentId } = await startTrap(t)
  for (const path of [
    `/score/${scoreId}`,
    `/enroll/${scoreId}`,
    `/launch/${enrollmentId}`,
    `/launch/${enrollmentId}/leave`,
  ]) {
    const html = await get(path)
    assertFirst(
      html,
      '<span class="unseen">Warning: </span>Honeypot: people who buy this token can’t sell it</p>',
      path,
    )
    assert.match(html, /<section class="news crit" aria-label="Critical risk"><svg class="sign"/)
    assert.ok(html.indexOf('class="news') < html.indexOf('<h1'), path)
    assert.match(html, /Reported by GoPlus, [^<]*\. Also: confiscatory tax\.</)
  }
})

test('every list row shows the honeypot in place of the band', async (t) => {
  const { get } = await startTrap(t)
  for (const path of [
    '/leaderboards?tab=lowest&window=all',
    '/leaderboards?tab=new',
    '/leaderboards?band=critical&window=all',
    '/launches',
    '/launches?when=all',
    `/creator/${creatorAddress}`,
  ]) {
    const html = await get(path)
    const row = html.slice(html.search(/<tbody|<li class="plan/), html.search(/<\/tbody>|<p class="foot/))
    assert.match(
      row,
      /class="chip crit"><svg[^>]*><path [^>]*><\/path><\/svg><span class="unseen">Warning: <\/span>Honeypot/,
      path,
    )
    assert.doesNotMatch(row, /class="chip (green|amber|red)/, path)
  }
})

test('counts by band say how many of the launches have a critical warning', async (t) => {
  const { get, scoreId } = await startTrap(t)
  const record = toText(await get(`/creator/${creatorAddress}`))
  const page = await get(`/score/${scoreId}`)
  const rail = toText(page.slice(page.indexOf('id="creator"')))
  assert.match(record, /1 signed: 1 green; 1 of them critical/)
  assert.match(rail, /1 green; 1 of them critical/)
})

test('compare: a critical score’s warning is above its number, which is never highest', async (t) => {
  const { app, deps } = await startApp(t)
  const trap = await seedScore(deps, { creatorAddress, points: 82, tokenFacts })
  const other = await seedScore(deps, { creatorAddress, name: 'Right Sock', points: 60 })
  const html = String((await ask(app, { url: `/compare?ids=${trap},${other}` })).body)
  const [total = ''] = /class="total warned".*?<\/td>/s.exec(html) ?? []
  assert.match(total, /Honeypot<\/span><span class="figure">82\.0<\/span>/)
})

test('the call to action is a link after the warning, not a button', async (t) => {
  const { get, enrollmentId } = await startTrap(t)
  const html = await get(`/launch/${enrollmentId}`)
  const link = `<a class="cta-link" href="/launch/${enrollmentId}/leave" rel="nofollow"><bdi>Buy it`
  assert.match(html, new RegExp(`<span class="unseen">Warning: </span>Honeypot</span>${link}`))
  assert.match(await get(`/launch/${enrollmentId}/leave`), /<a href="https:\/\/trap\.example\/?" rel="nofollow/)
})

test('link previews and share texts show the honeypot first', async (t) => {
  const { get, scoreId, enrollmentId } = await startTrap(t)
  for (const path of [`/score/${scoreId}`, `/launch/${enrollmentId}`]) {
    const html = await get(path)
    for (const name of ['og:title', 'twitter:title', 'og:image:alt'])
      assert.match(html, new RegExp(`"${name}" content="⚑ ${label}: Left Sock`))
    for (const name of ['description', 'og:description', 'twitter:description'])
      assert.match(html, new RegExp(`"${name}" content="⚑ Honeypot: holders cannot sell this token\\. `))
    assert.match(html, new RegExp(`<title>⚑ ${label}: Left Sock`))
  }
  const html = await get(`/score/${scoreId}`)
  const shared = [...html.matchAll(/[?&;]text=([^"&]+)/g)].map(([, text = '']) => decodeURIComponent(text))
  assert.equal(shared.length, 3)
  for (const text of shared) assert.match(text, /^⚑\+Honeypot:\+Left\+Sock\+\(\$SOCK\)\.\+People/)
})

test('feeds and calendar entries show the honeypot first', async (t) => {
  const { get, enrollmentId } = await startTrap(t)
  const { items } = JSON.parse(await get('/feeds/launches.json')) as { items: Record<string, string>[] }
  assert.equal(items[0]?.title, `⚑ ${label}: Left Sock ($SOCK)`)
  assert.match(items[0]?.content_text ?? '', /^⚑ Honeypot: holders cannot sell this token\.\n/)
  assert.ok((await get('/feeds/launches.xml')).includes(`⚑ ${label}: Left Sock`))
  assert.match(await get(`/launch/${enrollmentId}/calendar.ics`), /\r\nSUMMARY:⚑ Honeypot/)
})

test('without a critical warning no page shows one', async (t) => {
  const { app, deps } = await startApp(t)
  const [launch] = await seedLaunches(deps.db, [{ creatorAddress, points: 82 }])
  for (const url of [
    `/score/${launch?.score.id}`,
    `/launch/${launch?.enrollmentId}`,
    '/launches?when=all',
    '/leaderboards?tab=lowest&window=all',
  ])
    assert.doesNotMatch(String((await ask(app, { url })).body), /⚑|class="news|chip crit/)
})

test('a right of the owner replaces the chip of a green score on its page, in lists and in frames', async (t) => {
  const { app, deps } = await startApp(t, { environment: { PUBLIC_URL: 'https://scores.example' } })
  const [launch] = await seedLaunches(deps.db, [
    { creatorAddress, points: 82, tokenFacts: { ownerCanPauseTransfers: true }, enrolledAt: new Date() },
  ])
  const read = async (url: string) => String((await ask(app, { url })).body)
  const chip = '<span class="unseen">Warning: </span>Owner can pause trading</span>'
  for (const path of [`/score/${launch?.score.id}`, '/', '/leaderboards?tab=new']) {
    const html = await read(path)
    assert.ok(html.includes(chip), path)
    assert.doesNotMatch(html.slice(html.indexOf('<main')).split(chip)[0] ?? '', /class="chip green"/, path)
  }
  assert.match(await read(`/embed/score/${launch?.score.id}`), /class="strip amber".*Owner can pause trading/s)
})
