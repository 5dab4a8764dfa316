import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviation, krippendorffAlpha, mean, meanAbsoluteError, quantile, spearman } from './summarise.ts'

const near = (actual: number | null, expected: number, digits: number) =>
  assert.equal(actual?.toFixed(digits), expected.toFixed(digits))

test('mean, deviation and quantiles of known values', () => {
  assert.equal(mean([2, 4, 9]), 5)
  near(deviation([2, 4, 4, 4, 5, 5, 7, 9]), 2.138, 3)
  assert.equal(deviation([7]), 0)
  const cases: [number[], number, number | null][] = [
    [[], 0.5, null],
    [[3], 0.95, 3],
    [[4, 1, 3, 2], 0.5, 2],
    [Array.from({ length: 100 }, (_, n) => n + 1), 0.95, 95],
    [[1, 2], 0, 1],
  ]
  for (const [values, share, expected] of cases) assert.equal(quantile(values, share), expected)
})

test('Spearman’s correlation of known pairs', () => {
  const cases: [string, [number, number][], number | null][] = [
    [
      'the same order',
      [
        [1, 10],
        [2, 20],
        [3, 25],
      ].map(([a = 0, b = 0]) => [a, b]),
      1,
    ],
    [
      'the reverse order',
      [
        [1, 9],
        [2, 5],
        [3, 1],
      ].map(([a = 0, b = 0]) => [a, b]),
      -1,
    ],
    // hours of television and IQ: the usual textbook example
    [
      'the textbook',
      [
        [106, 7],
        [86, 0],
        [100, 27],
        [101, 50],
        [99, 28],
        [103, 29],
        [97, 20],
        [113, 12],
        [112, 6],
        [110, 17],
      ].map(([a = 0, b = 0]) => [a, b]),
      -29 / 165,
    ],
    [
      'ties take the mean of their ranks',
      [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 2],
      ].map(([a = 0, b = 0]) => [a, b]),
      0.894427,
    ],
    [
      'all equal',
      [
        [1, 5],
        [2, 5],
      ].map(([a = 0, b = 0]) => [a, b]),
      null,
    ],
    ['nothing', [], null],
  ]
  for (const [what, pairs, expected] of cases) {
    if (expected === null) assert.equal(spearman(pairs), null, what)
    else near(spearman(pairs), expected, 6)
  }
})

test('the mean absolute error is the mean distance', () => {
  assert.equal(
    meanAbsoluteError([
      [50, 47],
      [80, 85],
      [20, 20],
    ]),
    8 / 3,
  )
})

test('Krippendorff’s alpha of his own example is 0.849', () => {
  const units = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
  ]
  near(krippendorffAlpha([...units, [1, 1, 2, 1], [2, 2, 2, 2], [5, 5, 5], [1, 1], [3]]), 0.849, 3)
  assert.equal(
    krippendorffAlpha([
      [50, 50],
      [50, 50],
    ]),
    null,
  )
  assert.equal(krippendorffAlpha([[50], [70]]), null)
  assert.equal(
    krippendorffAlpha([
      [50, 50],
      [70, 70],
    ]),
    1,
  )
})
