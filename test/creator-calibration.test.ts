import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import * as fc from 'fast-check'
import { dayMs } from '../contract/time.ts'
import { type MarketFault, type MarketWorld, startMarket } from '../dev/stand-ins/market.ts'
import { weth } from '../dev/world/weth.ts'
import { foldFigures, sampleLaunches } from '../src/creators/calibrate.ts'
import {
  type Before,
  type GroupFigures,
  creatorGroups,
  toCreatorFigures,
  toGroup,
} from '../src/creators/rules/calibration-1.0.0.ts'
import { toWilsonInterval } from '../src/platform/wilson-interval.ts'
import { ask, startApp } from './world/app.ts'
import { must } from './world/operators.ts'
import { closeAfter, never } from './world/waiting.ts'
import { seedIndexedLaunches } from './world/indexing.ts'
import { canary, poolOf } from './world/outcomes.ts'

const start = new Date('2026-09-01T12:00:00.000Z')
const dayNo = (days: number) => new Date(start.getTime() + days * dayMs)
const toAddress = () => `0x${randomBytes(20).toString('hex')}`

async function startCalibrating(t: TestContext) {
  const tokens: MarketWorld['tokens'] = { [weth]: [canary] }
  let fault: MarketFault | undefined
  const market = await startMarket({ tokens, findFault: () => fault })
  closeAfter(t, market.close)
  let time = start
  let block = 2_000_000n
  const started = await startApp(t, {
    environment: { MARKET_DATA_URL: market.url, MARKET_DATA_PER_MINUTE: '100000' },
    clock: { now: () => time },
  })
  const { app, deps } = started
  /** A launch; returns its token. */
  const launch = async (creator: string, days: number, isAlive = false) => {
    const token = toAddress()
    if (isAlive) tokens[token] = [poolOf(25_000, { address: toAddress() })]
    await seedIndexedLaunches(deps.db, [{ creator, token, block: (block += 1n), launchedAt: dayNo(days) }])
    return token
  }
  /** As the jobs do until nothing is due. */
  const sampleOn = async (days: number, runs = 6) => {
    time = dayNo(days)
    for (let run = 0; run < runs; run += 1) await sampleLaunches(deps, never)
    await foldFigures(deps)
  }
  const read = async () => {
    const { status, body } = await ask(app, { url: '/api/v1/track-record/creators' })
    assert.equal(status, 200)
    return body
  }
  const readGroup = async (name: string): Promise<GroupFigures> =>
    (await read()).groups.find(({ group }: GroupFigures) => group === name)
  const listSamples = async (query = '') =>
    (await ask(app, { url: `/api/v1/track-record/creators/samples${query}` })).body
  return {
    ...started,
    market,
    launch,
    sampleOn,
    read,
    readGroup,
    listSamples,
    setFault: (next: MarketFault) => (fault = next),
  }
}

test('before the first count there are zeros and no shares', async (t) => {
  const world = await startCalibrating(t)
  const { groups, asOf, minKnown, observing } = await world.read()
  assert.deepEqual([asOf, minKnown, observing], [null, 20, true])
  assert.deepEqual(
    groups.map(({ group, launches, share, interval }: GroupFigures) => [group, launches, share, interval]),
    creatorGroups.map((group) => [group, 0, null, null]),
  )
})

test('a new deployment has figures once launches of a week are indexed', async (t) => {
  const world = await startCalibrating(t)
  for (let n = 0; n < 24; n += 1) await world.launch(toAddress(), 0, n < 6)
  await world.sampleOn(8)
  assert.deepEqual(await world.readGroup('no_launch'), {
    group: 'no_launch',
    launches: 24,
    known: 24,
    alive: 6,
    unknown: 0,
    share: 0.25,
    interval: toWilsonInterval(6, 24),
  })
})

test('below 20 known launches the share is withheld', async (t) => {
  const world = await startCalibrating(t)
  for (let n = 0; n < 19; n += 1) await world.launch(toAddress(), 0)
  await world.sampleOn(8)
  const { known, share, interval } = await world.readGroup('no_launch')
  assert.deepEqual([known, share, interval], [19, null, null])
})

test('the history is what was known before the launch', async (t) => {
  const world = await startCalibrating(t)
  const creator = toAddress()
  for (let n = 0; n < 3; n += 1) await world.launch(creator, n / 10)
  await world.sampleOn(8)
  await world.launch(creator, 9)
  await world.launch(creator, 7.5)
  await world.sampleOn(17)
  const { samples } = await world.listSamples()
  const last = samples
    .toSorted((a: { launchedAt: string }, b: { launchedAt: string }) => (a.launchedAt < b.launchedAt ? -1 : 1))
    .slice(-2)
  assert.deepEqual(
    last.map(({ earlier, knownEarlier, aliveEarlier }: Record<string, number>) => [
      earlier,
      knownEarlier,
      aliveEarlier,
    ]),
    [
      [3, 0, 0], // launched before anybody had looked at the others
      [4, 3, 0],
    ],
  )
  assert.equal((await world.readGroup('none_of_3_alive')).launches, 1)
  assert.equal((await world.readGroup('not_looked_at')).launches, 1)
})

test('each launch is looked at once, at 7 to 14 days; each creator counts once in a group', async (t) => {
  const world = await startCalibrating(t)
  const creator = toAddress()
  for (const days of [0, 0.5, 4, 9]) await world.launch(creator, days)
  await world.sampleOn(11)
  await world.sampleOn(12)
  const { samples } = await world.listSamples()
  assert.equal(samples.length, 3)
  assert.equal((await world.readGroup('few_launches')).launches, 1)
})

test('a relayer’s launches are left out, and don’t stop those of others', async (t) => {
  const world = await startCalibrating(t)
  const relayer = `0x56${'0'.repeat(38)}`
  await seedIndexedLaunches(
    world.deps.db,
    Array.from({ length: 60 }, (_, n) => ({ creator: relayer, launchedAt: new Date(start.getTime() + n * 1000) })),
  )
  const creator = `0x57${'0'.repeat(38)}`
  await world.launch(creator, 0)
  await world.sampleOn(8)
  const { samples } = await world.listSamples()
  assert.deepEqual(
    samples.map(({ creatorAddress }: { creatorAddress: string }) => creatorAddress.toLowerCase()),
    [creator],
  )
})

test('an outage of the market leaves no sample', async (t) => {
  const world = await startCalibrating(t)
  await world.launch(toAddress(), 0)
  world.setFault('http 500')
  await world.sampleOn(8)
  assert.deepEqual((await world.listSamples()).samples, [])
})

test('the figures can be counted again from the samples, page by page', async (t) => {
  const world = await startCalibrating(t)
  for (let n = 0; n < 30; n += 1) {
    const creator = toAddress()
    for (let earlier = 0; earlier <= n % 4; earlier += 1) await world.launch(creator, earlier / 2, n % 3 === 0)
  }
  await world.sampleOn(9)
  const listed = []
  for (let query = '?limit=20'; ;) {
    const { samples, nextCursor } = await world.listSamples(query)
    listed.push(...samples)
    if (nextCursor === null) break
    query = `?limit=20&cursor=${nextCursor}`
  }
  assert.equal(new Set(listed.map(({ token }) => token)).size, listed.length)
  const firsts = new Map<string, Before & { isAlive: boolean | null; count: number }>()
  for (const one of listed.toSorted((a, b) => a.launchedAt.localeCompare(b.launchedAt))) {
    const before = { earlier: one.earlier, known: one.knownEarlier, alive: one.aliveEarlier }
    const key = `${one.creatorAddress} ${toGroup(before)}`
    if (!firsts.has(key)) firsts.set(key, { ...before, isAlive: one.alive, count: 1 })
  }
  assert.deepEqual((await world.read()).groups, toCreatorFigures([...firsts.values()]))
})

test('samples of a hidden creator are not listed', async (t) => {
  const world = await startCalibrating(t)
  const creator = toAddress()
  await world.launch(creator, 0)
  await world.launch(toAddress(), 0)
  await world.sampleOn(8)
  await must(world, 'creator', 'hide', creator, '--reason', 'Impostor.')
  assert.equal((await world.listSamples()).samples.length, 1)
})

test('every history has one group, and more knowledge never lumps it with the unknown', () => {
  const anyBefore = fc
    .nat(50)
    .chain((earlier) =>
      fc.nat(earlier).chain((known) => fc.nat(known).map((alive): Before => ({ earlier, known, alive }))),
    )
  fc.assert(
    fc.property(anyBefore, (before) => {
      const group = toGroup(before)
      assert.ok(creatorGroups.includes(group))
      if (before.known >= 3 && before.earlier >= 3) assert.notEqual(group, 'not_looked_at')
      const [figures] = toCreatorFigures([{ ...before, isAlive: true, count: 20 }]).filter(
        ({ launches }) => launches > 0,
      )
      assert.deepEqual([figures?.group, figures?.share], [group, 1])
    }),
  )
})

test('the track record shows the figures by group', async (t) => {
  const world = await startCalibrating(t)
  for (let n = 0; n < 20; n += 1) await world.launch(toAddress(), 0, n < 5)
  await world.sampleOn(8)
  const { body } = await world.app.inject({ url: '/track-record', headers: { 'accept-language': 'en' } })
  const text = body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  assert.match(text, /By the creator’s history/)
  assert.match(text, / None 20 0 5 25% 11\.\d% – 4\d/)
  assert.doesNotMatch(text, /10 or more known, none alive/, 'a group without launches has no row')
})
