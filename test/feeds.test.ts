import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../src/main/commands.ts'
import { apiChangelog } from '../src/site/api/api-changelog.ts'
import { ask, startApp } from './world/app.ts'
import { seedLaunches } from './world/seed.ts'

const names = ['changelog', 'incidents', 'launches']
const creatorAddress = '0xa11ce00000000000000000000000000000000001'

async function start(t: TestContext) {
  const { app, deps } = await startApp(t, { config: { publicUrl: 'https://launchscore.example' } })
  const feed = (file: string, headers: Record<string, string> = {}) => ask(app, { url: `/feeds/${file}`, headers })
  const items = async (name: string) => JSON.parse((await feed(`${name}.json`)).body).items
  const incident = (...args: string[]) => runCommand(deps, ['incident', ...args])
  return { app, deps, feed, items, incident }
}

test('each feed comes as Atom and as JSON Feed, tagged, for five minutes', async (t) => {
  const { feed } = await start(t)
  for (const name of names)
    for (const [ending, type] of [
      ['xml', 'application/atom+xml; charset=utf-8'],
      ['json', 'application/feed+json; charset=utf-8'],
    ]) {
      const { status, headers } = await feed(`${name}.${ending}`)
      assert.deepEqual([status, headers['content-type']], [200, type])
      assert.equal(headers['cache-control'], 'public, max-age=300')
      const held = await feed(`${name}.${ending}`, { 'if-none-match': String(headers['etag']) })
      assert.deepEqual([held.status, held.body], [304, ''])
    }
})

test('Atom and JSON tell the same, and every entry has what the formats ask for', async (t) => {
  const { deps, feed, items, incident } = await start(t)
  await seedLaunches(deps.db, [{ creatorAddress }, { creatorAddress, name: 'Mini Doge' }])
  await incident('open', '--title', 'Scoring fails', '--body', 'Every score ends with 502.')
  for (const name of names) {
    const { body } = await feed(`${name}.xml`)
    const told = await items(name)
    assert.ok(told.length > 0)
    assertWellFormed(body)
    const ids = [...body.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id)
    assert.deepEqual(ids, [`tag:launchscore.example,2026:${name}`, ...told.map(({ id }: { id: string }) => id)])
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(body.split('<updated>').length, told.length + 2)
    assert.ok(body.includes(`<link rel="self" href="https://launchscore.example/feeds/${name}.xml"/>`))
    for (const { url, title, content_text, date_published, date_modified } of told) {
      assert.match(url, /^https:\/\/launchscore\.example\/(transparency#|launch\/)/)
      assert.ok(title && content_text && date_published <= date_modified)
    }
  }
})

test('a feed of which nothing has been said yet is a feed', async (t) => {
  const { feed, items } = await start(t)
  assert.deepEqual(await items('incidents'), [])
  assertWellFormed((await feed('incidents.xml')).body)
})

test('an incident’s entry keeps its id and changes with what is said', async (t) => {
  const { items, incident } = await start(t)
  await incident('open', '--title', 'Scoring fails', '--body', 'Every score ends with 502.', '--impact', 'major')
  const [before] = await items('incidents')
  assert.equal(before.title, 'Open (major): Scoring fails')
  const id = before.id.split('/').at(-1)
  await incident('resolve', id, '--body', 'It is back.')
  const [after] = await items('incidents')
  assert.equal(after.id, before.id)
  assert.equal(after.title, 'Resolved (major): Scoring fails')
  assert.match(after.content_text, /resolved: It is back\.\n\n.*opened: Every score/)
})

test('launches are told newest first, with score and time', async (t) => {
  const { deps, items } = await start(t)
  await seedLaunches(deps.db, [
    { creatorAddress, name: 'Older', enrolledAt: at(1) },
    { creatorAddress, name: 'Newer', enrolledAt: at(2), scheduledFor: at(30) },
  ])
  const [newer, older] = await items('launches')
  assert.deepEqual([newer.title, older.title], ['Newer ($SOCK)', 'Older ($SOCK)'])
  assert.match(newer.content_text, /Scored 80.0 of 100, green.*\nScheduled for 2026-11-30T00:00:00\.000Z\./)
  assert.match(older.content_text, /No time is set yet\./)
})

test('whatever is told, it is text', async (t) => {
  const { deps, feed, items, incident } = await start(t)
  const hostile = `</title><script>alert(1)</script>]]>&amp;"'`
  await seedLaunches(deps.db, [{ creatorAddress, name: hostile }])
  await incident('open', '--title', hostile, '--body', hostile)
  for (const name of ['incidents', 'launches']) {
    const { body } = await feed(`${name}.xml`)
    assertWellFormed(body)
    assert.ok(!body.includes('<script'))
    assert.ok((await items(name))[0].title.includes(hostile))
  }
})

test('the changelog of the API is in order, and names nothing twice', () => {
  const dates = apiChangelog.map(({ date }) => date)
  assert.deepEqual(dates, dates.toSorted().toReversed())
  assert.equal(new Set(apiChangelog.map(({ id }) => id)).size, apiChangelog.length)
  for (const { id, date } of apiChangelog) assert.ok(id.startsWith(date) && /^[a-z0-9-]+$/.test(id))
})

test('there is no feed of anything else', async (t) => {
  const { feed } = await start(t)
  for (const file of ['scores.xml', 'launches', 'launches.rss']) assert.equal((await feed(file)).status, 404)
})

const at = (day: number) => new Date(Date.UTC(2026, 10, day))

/** Every element that is opened is closed in its turn, and no character is markup by accident. */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  const [declaration = '', ...rest] = xml.split('\n')
  assert.equal(declaration, '<?xml version="1.0" encoding="utf-8"?>')
  const text = rest
    .join('\n')
    .replaceAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (_, end, name, _more, empty) => {
      if (end) assert.equal(open.pop(), name)
      else if (!empty) open.push(name)
      return ''
    })
  assert.deepEqual(open, [])
  assert.doesNotMatch(text, /[<>]|&(?!(amp|lt|gt|quot|#39);)/)
}
