import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '../contract/time.ts'
import { countLaunchesOf, isRelayer, listLaunchesAmong, readLaunchesOf } from '../src/creators/launch-index-store.ts'
import { sharedTestDb } from './world/database.ts'
import { seedIndexedLaunches } from './world/indexing.ts'

const creator = `0x${'c'.repeat(40)}`
const start = Date.UTC(2026, 9, 1)
const listTimes = (count: number, everyMs: number) =>
  Array.from({ length: count }, (_, n) => ({ creator, launchedAt: new Date(start + n * everyMs) }))

test('the launches of a wallet are listed with the newest first, on all chains', async () => {
  const { db } = await sharedTestDb()
  const seeded = await seedIndexedLaunches(db, [
    { creator, launchedAt: new Date(start) },
    { creator, chainId: 4663, launchpad: 'flap', launchedAt: new Date(start + 2 * dayMs) },
    { creator, chainId: 56, launchpad: 'fourmeme', launchedAt: new Date(start + dayMs) },
    {},
    { creator: null },
  ])
  const { indexed } = await readLaunchesOf(db, { creator, limit: 10 })
  assert.deepEqual(
    indexed,
    [seeded[1], seeded[2], seeded[0]].map((row) => {
      const { chainId, launchpad, token, launchedAt } = row ?? assert.fail()
      return { chainId, launchpad, token, launchedAt }
    }),
  )
  assert.equal(await countLaunchesOf(db, creator), 3)
  assert.equal((await readLaunchesOf(db, { creator, limit: 1 })).indexed.length, 1)
})

test('a launch that is stored again is one launch, and the event that names the creator counts', async () => {
  const { db } = await sharedTestDb()
  const token = `0x${'7'.repeat(40)}`
  const [row] = await seedIndexedLaunches(db, [
    { token, creator: null, launchpad: 'doppler' },
    { token, creator, launchpad: 'bankr-rh' },
  ])
  await seedIndexedLaunches(db, [{ ...row }, { token, creator }])
  assert.deepEqual(
    (await readLaunchesOf(db, { creator, limit: 9 })).indexed.map(({ launchpad }) => launchpad),
    ['bankr-rh'],
  )
})

for (const [what, launches, expected] of [
  ['200 launches in a year', listTimes(200, 30 * hourMs), false],
  ['201 launches in a year', listTimes(201, 30 * hourMs), true],
  ['40 launches within a day', listTimes(40, hourMs / 2), false],
  ['41 launches within a day', listTimes(41, hourMs / 2), true],
  ['a launch every hour', listTimes(150, hourMs), false],
  ['no launches', [], false],
] as const)
  test(`a wallet with ${what} launches ${expected ? 'for others' : 'for itself'}`, async () => {
    const { db } = await sharedTestDb()
    await seedIndexedLaunches(db, [...launches])
    assert.equal(await isRelayer(db, creator), expected)
  })

test('of a wallet with more launches than anybody needs to know, 10,000 are counted', async () => {
  const { db } = await sharedTestDb()
  const bot = `0x${'b'.repeat(40)}`
  await seedIndexedLaunches(
    db,
    listTimes(10_001, 1000).map((row) => ({ ...row, creator: bot })),
  )
  assert.equal(await countLaunchesOf(db, bot), 10_000)
  assert.equal(await isRelayer(db, bot), true)
})

test('among wallets, every launch of a creator is read, and few of a bot with thousands', async () => {
  const { db } = await sharedTestDb()
  const bot = `0x${'b'.repeat(40)}`
  await seedIndexedLaunches(db, [
    ...Array.from({ length: 1000 }, (_, n) => ({ creator: bot, launchedAt: new Date(start + n * 1000) })),
    ...listTimes(3, dayMs),
    { creator, launchedAt: new Date(start - dayMs) },
    { creator, chainId: 4663, launchpad: 'flap', launchedAt: new Date(start) },
  ])
  const found = await listLaunchesAmong(db, { creators: [creator, bot], chainId: 8453, since: new Date(start) })
  const { [creator]: own = [], [bot]: ofBot = [] } = Object.groupBy(found, (launch) => launch.creator)
  assert.deepEqual(
    own.map(({ launchedAt }) => launchedAt),
    listTimes(3, dayMs).map(({ launchedAt }) => launchedAt),
  )
  assert.equal(ofBot.length, 201)
  assert.deepEqual(ofBot.at(-1)?.launchedAt, new Date(start + 999_000))
})
