import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toWilsonInterval } from '../../platform/statistics/wilson-interval.ts'
import type { Survival } from '../rules/survival-1.0.0.ts'
import { toBounds } from './bounds.ts'
import { measureCalibration } from './calibration.ts'
import { drawCurve, findMedian, testCurves } from './curve.ts'
import { chiSquarePValue, toPValue } from './normal.ts'
import { measureTop, rank, testRanking } from './ranking.ts'

type Pair = [number, number]
interface Curve {
  day: number
  atRisk: number
  died: number
  living: number
  error?: number
  interval?: Pair
}
interface Vectors {
  launches: { aggregate: number; band: string; good: boolean | null; survival: Pair }[]
  expected: {
    auc: { u: number; auc: number; gini: number; error: number; interval: Pair }
    test: { z: number; variance: number; p: number }
    brier: { brier: number; reference: number; skill: number; reliability: number; resolution: number }
    top: { k: number; share: number; lift: number }[]
    bands: Record<
      string,
      { known: number; traded: number; good: number; wilson: Pair; bounds: Pair; claim: number; curve: Curve[] }
    >
    logRank: Record<
      'threeBands' | 'greenAgainstRest',
      { observed: number[]; expected: number[]; chiSquare: number; df: number; p: number }
    >
  }
  wilson: { good: number; known: number; interval: Pair | null }[]
  auc: { name: string; good: number[]; bad: number[]; auc: number | null; interval: Pair | null }[]
  curves: { name: string; survival: Pair[]; curve: Curve[] }[]
}

const file = join(import.meta.dirname, '../../../test/fixtures/outcomes/statistics.json')
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
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

const toSurvival = ([days, died]: Pair): Survival => ({ days, died: died === 1 })
const listScores = (good: boolean) =>
  launches.filter((launch) => launch.good === good).map(({ aggregate }) => aggregate)
const scores = { good: listScores(true), bad: listScores(false) }
const listSurvivals = (...bands: string[]) =>
  launches.filter(({ band }) => bands.includes(band)).map(({ survival }) => toSurvival(survival))

test('ranking: area under the curve with DeLong’s interval, and its test', () => {
  const { u, auc, gini, error, interval } = expected.auc
  assertClose(rank(scores), { u, auc, gini, error, interval })
  assertClose(testRanking(scores), expected.test)
})

for (const { name, good, bad, auc, interval } of vectors.auc)
  test(`ranking, ${name}: ${auc}`, () => {
    const ranking = rank({ good, bad })
    if (auc === null) assert.equal(ranking, null)
    else assertClose(ranking, { auc, interval })
  })

test('top: share and lift among the highest scores', () => {
  const known = launches.flatMap(({ aggregate, good }, index) =>
    good === null ? [] : [{ aggregate, isGood: good, scoredAt: index }],
  )
  for (const top of expected.top) assertClose(measureTop(known, top.k), top)
  assert.equal(measureTop([], 5), null)
})

test('wilson: intervals of shares, null without any', () => {
  for (const { good, known, interval } of vectors.wilson) assertClose(toWilsonInterval(good, known), interval)
})

test('bands: interval, bounds of the unknown, curve and median', () => {
  for (const [band, { known, traded, good, wilson, bounds, curve }] of Object.entries(expected.bands)) {
    assertClose(toWilsonInterval(good, known), wilson, band)
    assertClose(toBounds(good, { known, unknown: traded - known }), bounds, band)
    const drawn = drawCurve(listSurvivals(band))
    assert.equal(drawn.length, curve.length)
    assertClose(drawn, curve, band)
  }
  assert.equal(findMedian(drawCurve(listSurvivals('amber'))), 7)
  assert.equal(findMedian(drawCurve(listSurvivals('red'))), 1)
  assert.equal(findMedian(drawCurve(listSurvivals('green'))), null)
})

test('median: the day on which exactly half still live, for any number of launches', () => {
  for (let launches = 2; launches <= 60; launches += 2) {
    const days = Array.from({ length: launches }, (_, index) => index + 1)
    const drawn = drawCurve(days.map((day) => ({ days: day, died: day <= launches / 2 })))
    assert.equal(findMedian(drawn), launches / 2, `${launches} launches`)
  }
})

for (const { name, survival, curve } of vectors.curves)
  test(`curve, ${name}`, () => {
    const drawn = drawCurve(survival.map(toSurvival))
    assert.equal(drawn.length, curve.length)
    assertClose(drawn, curve)
  })

test('calibration: Brier’s score of the claimed shares', () => {
  const bands = Object.values(expected.bands).map(({ claim, known, good }) => ({ claim, known, good }))
  const { brier, reference, skill, reliability, resolution } = expected.brier
  assertClose(measureCalibration(bands), { brier, reference, skill, reliability, resolution })
  assert.equal(measureCalibration([]), null)
})

test('log-rank: three bands, and green against the rest', () => {
  const { threeBands, greenAgainstRest } = expected.logRank
  const { observed, expected: counts, chiSquare, p } = threeBands
  assertClose(testCurves(['green', 'amber', 'red'].map((band) => listSurvivals(band))), {
    observed,
    expected: counts,
    chiSquare,
    degrees: 2,
    p,
  })
  const two = greenAgainstRest
  assertClose(testCurves([listSurvivals('green'), listSurvivals('amber', 'red')]), {
    observed: two.observed,
    expected: two.expected,
    chiSquare: two.chiSquare,
    degrees: 1,
    p: two.p,
  })
  assert.equal(testCurves([[], []]), null)
})

test('p-values of known quantiles', () => {
  const table: Pair[] = [
    [0, 1],
    [1.959963984540054, 0.05],
    [2.575829303548901, 0.01],
    [3.290526731491926, 0.001],
    [6, 1.9731752900753e-9],
  ]
  for (const [z, p] of table) assert.ok(Math.abs(toPValue(z) - p) < 1e-12, `${z}: ${toPValue(z)}`)
  assert.ok(Math.abs(chiSquarePValue(5.991464547107979, 2) - 0.05) < 1e-12)
  assert.ok(Math.abs(chiSquarePValue(3.841458820694124, 1) - 0.05) < 1e-12)
})

const anyScores = fc.array(
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  { minLength: 1, maxLength: 40 },
)

test('ranking equals the count over all pairs', () => {
  fc.assert(
    fc.property(anyScores, anyScores, (good, bad) => {
      const wins = good.flatMap((x) => bad.map((y) => (Number(x > y) + Number(x >= y)) / 2))
      assertClose(
        rank({ good, bad })?.u,
        wins.reduce<number>((total, win) => total + win, 0),
      )
    }),
  )
})

test('a curve only falls, and its intervals contain it', () => {
  const anySurvival = fc.record({ days: fc.integer({ min: 1, max: 90 }), died: fc.boolean() })
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
