import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { aggregateX100 } from '../../contract/aggregate.ts'
import { explain } from './build-score.ts'

const names = ['meme', 'creator', 'image', 'name', 'social', 'risk']
const weights = [25, 20, 15, 10, 15, 15]
/** The six in order with these scores; null stands for a stub. */
const toParts = (scores: (number | null)[]) =>
  names.map((signal, index) => ({
    signal,
    weight: weights[index] ?? 0,
    score: scores[index] ?? 50,
    stub: scores[index] === null,
  }))
const explained = (scores: (number | null)[]) => explain(toParts(scores), aggregateX100(toParts(scores)))

const summaries: [title: string, scores: (number | null)[], summary: string][] = [
  [
    'a final score names its extremes',
    [92, 41, 70, 100, 75, 60],
    'The score is green at 71.95: name is its strongest signal (100), creator its weakest (41).',
  ],
  [
    'equal scores are named in order',
    [80, 40, 80, 60, 40, 40],
    'The score is amber at 58: meme is its strongest signal (80), creator its weakest (40).',
  ],
  ['a level score names none', [20, 20, 20, 20, 20, 20], 'The score is red at 20: every live signal scores 20.'],
  [
    'a stub is never an extreme, and is named as missing',
    [80, null, 70, 100, 75, 90],
    'The score is green at 81.56: name is its strongest signal (100), image its weakest (70). ' +
      'It is preliminary, because creator is not measured yet.',
  ],
  [
    'several stubs are listed',
    [null, null, null, 100, 75, null],
    'The score is green at 85: name is its strongest signal (100), social its weakest (75). ' +
      'It is preliminary, because meme, creator, image and risk are not measured yet.',
  ],
]
for (const [title, scores, summary] of summaries) {
  test(title, () => assert.equal(explained(scores).summary, summary))
}

test('contributions: the weight, the effective weight and its product with the score', () => {
  assert.deepEqual(explained([80, null, 70, 100, 75, null]).contributions, [
    { signal: 'meme', weight: 0.25, effectiveWeight: 25 / 65, score: 80, contribution: 30.77 },
    { signal: 'creator', weight: 0.2, effectiveWeight: 0, score: 50, contribution: 0 },
    { signal: 'image', weight: 0.15, effectiveWeight: 15 / 65, score: 70, contribution: 16.15 },
    { signal: 'name', weight: 0.1, effectiveWeight: 10 / 65, score: 100, contribution: 15.38 },
    { signal: 'social', weight: 0.15, effectiveWeight: 15 / 65, score: 75, contribution: 17.31 },
    { signal: 'risk', weight: 0.15, effectiveWeight: 0, score: 50, contribution: 0 },
  ])
})

test('explanation: throws without a live signal', () => {
  assert.throws(() => explain(toParts([null, null, null, null, null, null]), 0), RangeError)
})

test('contributions: sum to the aggregate within rounding, their weights to one', () => {
  const someLive = fc
    .tuple(...weights.map(() => fc.option(fc.nat(100))))
    .filter((scores) => scores.some((score) => score !== null))
  fc.assert(
    fc.property(someLive, (scores) => {
      const { contributions } = explained(scores)
      const sum = contributions.reduce((all, { contribution }) => all + contribution, 0)
      const used = contributions.reduce((all, { effectiveWeight }) => all + effectiveWeight, 0)
      assert.ok(Math.abs(sum - aggregateX100(toParts(scores)) / 100) <= 0.035 + 1e-9) // six parts and the total, each off by half a hundredth
      assert.ok(Math.abs(used - 1) < 1e-12)
    }),
    { numRuns: 500 },
  )
})
