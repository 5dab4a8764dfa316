import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ada, bob, enroll } from './world/creators.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { type LaunchSeed, seedLaunches } from './world/seed.ts'

const at = (ms: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + ms)
const points = { green: 80, amber: 60, red: 30 }

interface Item {
  enrollmentId: string
  band: string
}

/** Walks a list to its end. */
async function walk(get: (query: string) => Promise<{ launches: Item[]; nextCursor: string | null }>, query: string) {
  const seen: Item[] = []
  for (let cursor = ''; ;) {
    const page = await get(`?${query}${cursor}`)
    seen.push(...page.launches)
    if (page.nextCursor === null) return seen
    cursor = `&cursor=${page.nextCursor}`
  }
}

test('an enrolled launch is in the list and in its creator’s profile', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  const { body: scored } = await score({ creatorAddress: ada.address })
  assert.deepEqual((await ask(app, { url: '/api/v1/launches' })).body.launches, [])
  const scheduledFor = new Date(Date.now() + 7_200_000).toISOString()
  const { body: enrollment } = await enroll(app, { scoreId: scored.id, wallet: ada, scheduledFor })
  const item = {
    ...enrollment,
    chainId: 8453,
    name: 'Left Sock',
    symbol: 'SOCK',
    imageUrl: scored.submission.imageUrl,
    aggregate: scored.aggregate,
    band: scored.band,
    outcome: null,
    warnings: [],
    isCopy: false,
  }
  const list = await ask(app, { url: '/api/v1/launches' })
  assert.deepEqual(list.body, { launches: [item], limit: 25, nextCursor: null })
  const profile = await ask(app, { url: `/api/v1/creator/${ada.address.toLowerCase()}` })
  const bands = { green: 0, amber: 0, red: 0, [scored.band]: 1 }
  const { history, ...record } = profile.body
  assert.deepEqual(record, { creatorAddress: ada.address, totalEnrolled: 1, bands, launches: [item] })
  assert.equal(history.launched.all, 0)
})

const ids = (items: { enrollmentId: string }[]) => items.map(({ enrollmentId }) => enrollmentId)

test('launches: newest first, 25 by default, filtered by band', async (t) => {
  const { app, deps } = await startApp(t)
  const seeds = Array.from({ length: 60 }, (_, n): LaunchSeed => {
    const band = (['green', 'amber', 'red'] as const)[n % 3] ?? 'red'
    return { creatorAddress: ada.address, points: points[band], enrolledAt: at(n) }
  })
  const launches = (await seedLaunches(deps.db, seeds)).toReversed()
  const list = async (query: string) => (await ask(app, { url: `/api/v1/launches${query}` })).body
  const first = await list('')
  assert.deepEqual(ids(first.launches), ids(launches.slice(0, 25)))
  assert.equal((await list('?limit=50&unknown=1')).launches.length, 50)
  const amber = launches.filter(({ score }) => score.band === 'amber')
  const got = await list('?band=amber&limit=50')
  assert.deepEqual([ids(got.launches), got.nextCursor], [ids(amber), null])
  assert.deepEqual(new Set(got.launches.map(({ band }: Item) => band)), new Set(['amber']))
})

test('launches: cursors list every launch exactly once during enrollments', async (t) => {
  const { app, deps } = await startApp(t)
  const creatorAddress = ada.address
  // many at the same time: the id decides
  const before = await seedLaunches(
    deps.db,
    Array.from({ length: 30 }, (_, n) => ({ creatorAddress, enrolledAt: at(n % 4), points: n % 2 ? 80 : 30 })),
  )
  let later = 10
  const get = async (query: string) => {
    const { body } = await ask(app, { url: `/api/v1/launches${query}` })
    await seedLaunches(deps.db, [{ creatorAddress, enrolledAt: at((later += 1)), points: 80 }])
    return body
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.constantFrom('', '&band=green'), async (limit, band) => {
      const seen = (await walk(get, `limit=${limit}${band}`)).map(({ enrollmentId }) => enrollmentId)
      assert.equal(new Set(seen).size, seen.length)
      const expected = before.filter(({ score }) => band === '' || score.band === 'green')
      const known = new Set(expected.map(({ enrollmentId }) => enrollmentId))
      assert.equal(seen.filter((id) => known.has(id)).length, expected.length)
    }),
    { numRuns: 12 },
  )
})

test('an invalid limit, band or cursor is 400 and named', async (t) => {
  const { app } = await startApp(t)
  const wrong: [path: string, query: string][] = [
    ...[
      '0',
      '51',
      '-1',
      '1.5',
      '5.0',
      '0x10',
      '1e1',
      '%205%20',
      '+5',
      '%2B5',
      '',
      'ten',
      '5&limit=6',
      '1'.repeat(40),
    ].map((limit): [string, string] => ['limit', `limit=${limit}`]),
    ...['blue', '', 'GREEN', 'green&band=red'].map((band): [string, string] => ['band', `band=${band}`]),
    ...['', 'x', 'A'.repeat(31), '_'.repeat(32), `${'A'.repeat(32)}&cursor=${'A'.repeat(32)}`].map(
      (cursor): [string, string] => ['cursor', `cursor=${cursor}`],
    ),
  ]
  for (const [path, query] of wrong) {
    const { status, body } = await ask(app, { url: `/api/v1/launches?${query}` })
    assert.deepEqual([status, body.error.code, body.error.details[0].path], [400, 'bad_request', path], query)
  }
  for (const query of ['limit=1', 'limit=50', `cursor=${'A'.repeat(32)}`])
    assert.equal((await ask(app, { url: `/api/v1/launches?${query}` })).status, 200, query)
})

const of = (creatorAddress: string, band: keyof typeof points, count: number) =>
  Array.from({ length: count }, (_, n) => ({ creatorAddress, points: points[band], enrolledAt: at(n) }))

test('creator profile: counts all enrolled launches by band, lists the latest 25', async (t) => {
  const { app, deps } = await startApp(t)
  await seedLaunches(deps.db, [
    ...of(ada.address, 'green', 20),
    ...of(ada.address, 'red', 13),
    ...of(bob.address, 'amber', 1),
  ])
  const { body } = await ask(app, { url: `/api/v1/creator/${ada.address}` })
  assert.deepEqual([body.totalEnrolled, body.bands], [33, { green: 20, amber: 0, red: 13 }])
  const times = body.launches.map(({ enrolledAt }: { enrolledAt: string }) => enrolledAt)
  assert.deepEqual([times.length, times], [25, times.toSorted().toReversed()])
  assert.equal(times[0], at(19).toISOString())
  const other = await ask(app, { url: `/api/v1/creator/${bob.address}` })
  assert.deepEqual([other.body.bands, other.body.launches.length], [{ green: 0, amber: 1, red: 0 }, 1])
  assert.equal(other.body.launches[0].creatorAddress, bob.address)
})

test('creator profile: zeros for an unknown wallet, 400 for an invalid address', async (t) => {
  const { app } = await startApp(t)
  for (const address of [bob.address, bob.address.toLowerCase(), `0x${bob.address.slice(2).toUpperCase()}`]) {
    const { status, body } = await ask(app, { url: `/api/v1/creator/${address}` })
    assert.equal(status, 200)
    const bands = { green: 0, amber: 0, red: 0 }
    const { history, ...record } = body
    assert.deepEqual(record, { creatorAddress: bob.address, totalEnrolled: 0, bands, launches: [] })
    assert.deepEqual([history.launched.all, history.known, history.isRelayer], [0, 0, false])
  }
  for (const address of [
    '0x12',
    'vitalik.eth',
    bob.address.slice(2),
    bob.address.replace(/[a-f]/, (c) => c.toUpperCase()),
  ]) {
    const { status, body } = await ask(app, { url: `/api/v1/creator/${address}` })
    assert.deepEqual([status, body.error.details[0].path], [400, 'address'], address)
  }
})

test('there are no graduates yet', async (t) => {
  const { app } = await startApp(t)
  const { status, body } = await ask(app, { url: '/api/v1/graduates' })
  assert.equal(status, 200)
  assert.deepEqual([body.graduates, body.count, body.observing, body.nextCursor], [[], 0, false, null])
})

test('public reads are cached briefly, and revalidated with 304', async (t) => {
  const { app, deps } = await startApp(t)
  await seedLaunches(deps.db, [{ creatorAddress: ada.address }])
  for (const url of ['/api/v1/launches', `/api/v1/creator/${ada.address}`, '/api/v1/graduates']) {
    const { headers } = await ask(app, { url })
    assert.match(String(headers['cache-control']), /^public, max-age=\d{1,2}$/)
    const again = await app.inject({ url, headers: { 'if-none-match': `W/${String(headers['etag'])}` } })
    assert.deepEqual([again.statusCode, again.body, again.headers['etag']], [304, '', headers['etag']])
    const head = await app.inject({ method: 'HEAD', url })
    assert.deepEqual([head.statusCode, head.body, head.headers['etag']], [200, '', headers['etag']])
  }
})
