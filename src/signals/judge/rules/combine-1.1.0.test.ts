import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { newestPrompt } from '../prompts.ts'
import { type Sample, combine as combineScores } from './combine-1.0.0.ts'
import { combine } from './combine-1.1.0.ts'

const rules = newestPrompt()
const sample = (score: number, confidence = 0.9): Sample => ({
  score,
  ownScore: score,
  criteriaScore: score,
  confidence,
  isSuspicious: false,
})
const scores = (...list: number[]) =>
  combine(
    list.map((score) => sample(score)),
    rules,
  )

test('one sample has the spread of a usual judge, within 0 and 100', () => {
  assert.deepEqual(scores(80).spread, { lowest: 70.1, highest: 89.9 })
  assert.deepEqual(scores(4).spread, { lowest: 0, highest: 13.9 })
  assert.deepEqual(scores(97).spread, { lowest: 87.1, highest: 100 })
})

const highestOf = (...most: number[]) =>
  combine(
    most.map((one) => ({ ...sample(20), most: one })),
    rules,
  ).spread.highest

test('the spread ends at the highest score that the gates allow in any sample', () => {
  assert.deepEqual([highestOf(20), highestOf(60), highestOf(20, 60, 20)], [20, 29.9, 24.7])
})

test('samples that agree narrow the spread, samples that differ widen it', () => {
  assert.deepEqual(scores(80, 80, 80).spread, { lowest: 75.3, highest: 84.7 })
  assert.deepEqual(scores(80, 80, 80, 80, 80).spread, { lowest: 76.9, highest: 83.1 })
  assert.deepEqual(scores(68, 80, 92).spread, { lowest: 71.9, highest: 88.1 })
})

test('samples that did not come lower the confidence only', () => {
  const given = [sample(80), sample(82)]
  const { confidence, ...whole } = combine(given, rules)
  const { confidence: lowered, ...short } = combine(given, rules, true)
  assert.deepEqual([confidence, lowered], [0.9, 0.81])
  assert.deepEqual(short, whole)
})

test('combine: the score and confidence of combine-rules@1.0.0, within the spread', () => {
  const any = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(any, (list) => {
      const given = list.map((score) => sample(score))
      const { spread, ...rest } = combine(given, rules)
      assert.deepEqual(rest, combineScores(given, rules))
      assert.ok(spread.lowest >= 0 && spread.highest <= 100)
      assert.ok(spread.lowest <= rest.score && rest.score <= spread.highest)
    }),
  )
})
