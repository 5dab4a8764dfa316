import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Sample, combine, weighCriteria } from './combine-1.0.0.ts'
import { newestPrompt } from '../prompts.ts'

const rules = newestPrompt()
const sample = (score: number, over: Partial<Sample> = {}): Sample => ({
  score,
  ownScore: score,
  criteriaScore: score,
  confidence: 0.9,
  isSuspicious: false,
  ...over,
})
const scores = (...list: number[]) =>
  combine(
    list.map((score) => sample(score)),
    rules,
  )

test('one sample is its score, rounded half up, and never surer than 0.8', () => {
  assert.deepEqual(scores(71.5), { score: 72, confidence: 0.8 })
  assert.deepEqual(scores(71.49), { score: 71, confidence: 0.8 })
  assert.deepEqual(combine([sample(0, { confidence: 0.333 })], rules), { score: 0, confidence: 0.33 })
})

test('combine: the trimmed mean of several, or the median if they differ much', () => {
  assert.equal(scores(70, 72).score, 71)
  assert.equal(scores(60, 70, 71).score, 67)
  assert.equal(scores(58, 70, 71, 72, 80).score, 71)
  assert.equal(scores(10, 70, 74).score, 70)
  assert.equal(scores(10, 60, 70, 95).score, 65)
})

test('samples that disagree are less sure', () => {
  assert.equal(scores(70, 70, 70).confidence, 0.9)
  assert.equal(scores(60, 70, 80).confidence, 0.6)
  assert.equal(scores(0, 100).confidence, 0)
})

const told = (over: Partial<Sample>) => combine([sample(80, { confidence: 0.8, ...over })], rules)

test('combine: criteria 15 off and suspicious words lower the confidence only', () => {
  assert.deepEqual(told({ criteriaScore: 65 }), { score: 80, confidence: 0.8 })
  assert.deepEqual(told({ criteriaScore: 64 }), { score: 80, confidence: 0.6 })
  assert.deepEqual(told({ isSuspicious: true }), { score: 80, confidence: 0.6 })
  assert.deepEqual(told({ criteriaScore: 20, isSuspicious: true }), { score: 80, confidence: 0.45 })
})

test('a capped score is compared with its criteria as the judge gave it', () => {
  assert.equal(combine([sample(20, { ownScore: 90, criteriaScore: 88, confidence: 0.7 })], rules).confidence, 0.7)
})

test('combine: a whole score between the samples, a confidence from 0 to 1', () => {
  const any = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(any, fc.double({ min: 0, max: 1, noNaN: true }), (list, confidence) => {
      const one = combine(
        list.map((score) => sample(score, { confidence })),
        rules,
      )
      assert.ok(Number.isInteger(one.score))
      assert.ok(one.score >= Math.floor(Math.min(...list)) && one.score <= Math.ceil(Math.max(...list)))
      assert.ok(one.confidence >= 0 && one.confidence <= 1)
    }),
    { numRuns: 500 },
  )
})

test('criteria are weighed in percent, from 0 to 100', () => {
  const { weights } = rules.meme.criteria
  const all = (level: number) => Object.fromEntries(Object.keys(weights).map((name) => [name, level]))
  assert.equal(weighCriteria(all(5), weights), 100)
  assert.equal(weighCriteria(all(0), weights), 0)
  assert.equal(weighCriteria({ ...all(0), freshness: 5 }, weights), 35)
})
