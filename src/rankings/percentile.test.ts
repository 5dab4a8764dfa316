import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toPercentile } from './percentile.ts'

const cases: [title: string, below: number, equal: number, size: number, percentile: number | null][] = [
  ['an empty cohort', 0, 0, 0, null],
  ['a cohort of the subject alone', 0, 1, 1, 50],
  ['the best of four, counted', 3, 1, 4, 87.5],
  ['the worst of four, counted', 0, 1, 4, 12.5],
  ['above all, not counted', 4, 0, 4, 100],
  ['below all, not counted', 0, 0, 4, 0],
  ['all equal', 0, 7, 7, 50],
  ['a third', 1, 0, 3, 33.3],
  ['two thirds', 2, 0, 3, 66.7],
  ['half a tenth goes up', 1, 0, 2000, 0.1],
  ['just under half a tenth goes down', 1, 0, 2001, 0],
  ['half a tenth that floats would miss', 287, 0, 2000, 14.4],
]
for (const [title, below, equal, size, percentile] of cases) {
  test(`${title}: ${percentile}`, () => assert.equal(toPercentile({ below, equal, size }), percentile))
}

test('any percentile is the exact share, rounded half up to tenths', () => {
  const counts = fc.tuple(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000))
  fc.assert(
    fc.property(counts, ([below, equal, above]) => {
      const size = below + equal + above
      const percentile = toPercentile({ below, equal, size })
      if (percentile === null) return assert.equal(size, 0)
      const tenths = Math.round(percentile * 10)
      assert.equal(percentile, tenths / 10)
      // Distance of the tenths from 1000 × (below + equal/2) / size, times 2·size: whole numbers.
      const distance = 2 * size * tenths - 1000 * (2 * below + equal)
      assert.ok(distance > -size && distance <= size)
    }),
    { numRuns: 1000 },
  )
})
