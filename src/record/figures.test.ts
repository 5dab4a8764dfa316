import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toWilsonInterval } from '../platform/wilson-interval.ts'
import { type LaunchGroup, drawCurve, findMedian, toBounds, toFigures } from './figures.ts'

type Pair = [number, number]
interface Curve {
  day: number
  atRisk: number
  died: number
  living: number
  interval?: Pair
}
interface Vectors {
  launches: { band: string; survival: Pair }[]
  expected: {
    bands: Record<string, { known: number; traded: number; good: number; wilson: Pair; bounds: Pair; curve: Curve[] }>
  }
  wilson: { good: number; known: number; interval: Pair | null }[]
  curves: { name: string; survival: Pair[]; curve: Curve[] }[]
}

const file = join(import.meta.dirname, '../../test/fixtures/outcomes/statistics.json')
const vectors = JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) =>
  key === 'error' ? undefined : value,
) as Vectors
const { launches, expected } = vectors

/** Equal within 1e-6, through arrays and objects; only what is expected is compared. */
function assertClose(actual: unknown, wanted: unknown, at = ''): void {
  if (typeof wanted === 'number') {
    assert.ok(typeof actual === 'number' && Math.abs(actual - wanted) < 1e-6, `${at}: ${String(actual)} ≠ ${wanted}`)
  } else if (wanted === null || typeof wanted !== 'object') {
    assert.equal(actual, wanted, at)
  } else {
    for (const [key, value] of Object.entries(wanted))
      assertClose((actual as Record<string, unknown> | null)?.[key], value, `${at}.${key}`)
  }
}

const toLife = ([days, died]: Pair) => ({ days, died: died === 1, count: 1 })
const listLives = (band: string) =>
  launches.filter((launch) => launch.band === band).map(({ survival }) => toLife(survival))

test('wilson: intervals of shares, null without any', () => {
  for (const { good, known, interval } of vectors.wilson) assertClose(toWilsonInterval(good, known), interval)
})

test('bands: interval, bounds of the unknown, curve and median', () => {
  for (const [band, { known, traded, good, wilson, bounds, curve }] of Object.entries(expected.bands)) {
    assertClose(toWilsonInterval(good, known), wilson, band)
    assertClose(toBounds(good, { known, unknown: traded - known }), bounds, band)
    const drawn = drawCurve(listLives(band))
    assert.equal(drawn.length, curve.length)
    assertClose(drawn, curve, band)
  }
  assert.equal(findMedian(drawCurve(listLives('amber'))), 7)
  assert.equal(findMedian(drawCurve(listLives('red'))), 1)
  assert.equal(findMedian(drawCurve(listLives('green'))), null)
})

test('median: the day on which exactly half still live, for any number of launches', () => {
  for (let launches = 2; launches <= 60; launches += 2) {
    const days = Array.from({ length: launches }, (_, index) => index + 1)
    const drawn = drawCurve(days.map((day) => ({ days: day, died: day <= launches / 2, count: 1 })))
    assert.equal(findMedian(drawn), launches / 2, `${launches} launches`)
  }
})

for (const { name, survival, curve } of vectors.curves)
  test(`curve, ${name}`, () => {
    const drawn = drawCurve(survival.map(toLife))
    assert.equal(drawn.length, curve.length)
    assertClose(drawn, curve)
  })

test('a curve only falls, and its intervals contain it', () => {
  const anySurvival = fc.record({
    days: fc.integer({ min: 1, max: 90 }),
    died: fc.boolean(),
    count: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(anySurvival, { maxLength: 60 }), (survivals) => {
      let before = 1
      for (const { living, interval } of drawCurve(survivals)) {
        assert.ok(living < before && living >= 0)
        if (interval) assert.ok(interval[0] <= living && living <= interval[1])
        before = living
      }
    }),
  )
})

const group = (over: Partial<LaunchGroup>): LaunchGroup => ({
  band: 'amber',
  isAnchored: false,
  hasTraded: true,
  isUntraded: false,
  isOld: true,
  outcome: 'alive',
  cause: null,
  days: 31,
  died: false,
  count: 1,
  ...over,
})

const show = (launches: LaunchGroup[]) =>
  toFigures(
    { cohorts: [], launches, asOf: new Date('2026-11-22T00:00:00.000Z') },
    { horizon: '30d', promptName: 'standard', promptMajor: 1 },
  )

const shareOf = (known: number) => show([group({ count: known })]).bands[1]?.share
const survivalOf = (good: number, bad: number) =>
  show([group({ count: good }), group({ count: bad, outcome: 'dead', cause: 'thin', died: true })]).survival

test('a band has a share from 10 known launches, and survival is shown from 30, 10 of each kind', () => {
  assert.deepEqual([shareOf(9), shareOf(10)], [null, 1])
  for (const [good, bad] of [
    [19, 10],
    [9, 21],
    [21, 9],
  ] as const)
    assert.equal(survivalOf(good, bad), null)
  assert.equal(survivalOf(20, 10)?.[1]?.launches, 30)
})

test('the counts of groups add up, whatever their order', () => {
  const groups = [
    group({ count: 4, isAnchored: true }),
    group({ count: 3, outcome: 'rugged', cause: 'removed', days: 3, died: true }),
    group({ count: 2, outcome: 'unknown', cause: 'vanished' }),
    group({ outcome: 'unknown', cause: 'missed' }),
    group({ band: 'green', hasTraded: false, isUntraded: true, outcome: null, days: null, died: null }),
  ]
  const { funnel, outcomes } = show(groups)
  const { launched, anchored, untraded, traded, due, known, unknown } = funnel
  assert.deepEqual([launched, anchored, untraded, traded, due, known, unknown], [11, 4, 1, 10, 10, 7, 3])
  const { rugged, alive } = outcomes
  assert.deepEqual([rugged, alive, outcomes.unknown], [3, 4, { missed: 1, vanished: 2 }])
  assert.equal(JSON.stringify(show(groups.toReversed())), JSON.stringify(show(groups)))
})

test('a launch of the last week isn’t counted as never seen living', () => {
  const [none, enough] = [{ days: null, died: null }, [group({ count: 20 }), group({ count: 20, outcome: 'dead' })]]
  const { survival } = show([...enough, group({ ...none, count: 5 }), group({ ...none, outcome: null, isOld: false })])
  assert.deepEqual([survival?.[1]?.neverLiving, survival?.[1]?.launches], [5, 40])
})
