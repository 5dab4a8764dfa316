import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { aggregateX100 } from './aggregate.ts'

const weights = [25, 20, 15, 10, 15, 15]
/** Six parts with these scores; null stands for a stub. */
const toParts = (scores: (number | null)[]) =>
  weights.map((weight, index) => ({ score: scores[index] ?? 50, weight, stub: scores[index] === null }))

const cases: [title: string, scores: (number | null)[], expected: number][] = [
  ['six live signals', [80, 60, 70, 100, 75, 40], 6975],
  ['one stub', [81, 60, null, 100, 75, 40], 7000],
  ['a mean halfway between two hundredths', [null, null, 1, 0, 0, null], 38],
  ['two stubs', [80, null, 70, 100, 75, null], 7962],
  ['two stubs at the edge of green', [70, null, 70, 70, 70, null], 7000],
  ['only the rules live', [null, null, null, 100, 75, null], 8500],
  ['nothing but zeros', [0, 0, 0, 0, 0, 0], 0],
  ['one signal live', [null, null, null, null, 33, null], 3300],
]
for (const [title, scores, expected] of cases) {
  test(`${title} make ${expected}`, () => assert.equal(aggregateX100(toParts(scores)), expected))
}

/** A score of 1 that weighs `weight`, among `total`. */
const oneIn = (weight: number, total: number) => [
  { score: 1, weight, stub: false },
  { score: 0, weight: total - weight, stub: false },
]

test('aggregate: half a hundredth rounds up, less rounds down', () => {
  assert.equal(aggregateX100(oneIn(1, 200)), 1)
  assert.equal(aggregateX100(oneIn(3, 200)), 2)
  assert.equal(aggregateX100(oneIn(1, 201)), 0)
})

test('aggregate: six equal scores give that score', () => {
  for (let score = 0; score <= 100; score += 1) {
    assert.equal(aggregateX100(toParts(Array(6).fill(score))), 100 * score)
  }
})

test('aggregate: the score of a stub makes no difference', () => {
  const live = { score: 80, weight: 75, stub: false }
  for (const score of [0, 50, 100]) assert.equal(aggregateX100([{ score, weight: 25, stub: true }, live]), 8000)
})

test('aggregate: throws without a live signal', () => {
  assert.throws(() => aggregateX100(toParts([null, null, null, null, null, null])), RangeError)
  assert.throws(() => aggregateX100([]), RangeError)
})

const anyParts = fc
  .array(fc.record({ score: fc.nat(100), weight: fc.integer({ min: 1, max: 100 }), stub: fc.boolean() }))
  .filter((parts) => parts.some(({ stub }) => !stub))
const sixParts = fc
  .tuple(...weights.map(() => fc.option(fc.nat(100))))
  .filter((scores) => scores.some((score) => score !== null))
  .map(toParts)

test('aggregate: the exact rational mean, rounded half up', () => {
  fc.assert(
    fc.property(fc.oneof(anyParts, sixParts), (parts) => {
      const live = parts.filter(({ stub }) => !stub)
      const total = live.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
      const weighted = live.reduce((sum, { score, weight }) => sum + BigInt(score) * BigInt(weight), 0n)
      // The distance from the exact mean, in units of half a hundredth times the total weight: above −1, at most 1.
      const distance = 2n * (BigInt(aggregateX100(parts)) * total - 100n * weighted)
      assert.ok(distance > -total && distance <= total)
    }),
    { numRuns: 3000 },
  )
})
