import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestPrompt } from '../prompts.ts'
import { judgedFacts } from './facts-1.2.0.ts'
import type { GateName } from './gates-1.1.0.ts'

const { gates: limits } = newestPrompt()

const judge = (over: Partial<Parameters<typeof judgedFacts>[0]> = {}) =>
  judgedFacts({ score: 80, words: 'Fresh.', ratings: {}, sampled: [80], gates: [], ...over }, limits)

test('the verdict has the points of the signal, and how far apart its samples are', () => {
  assert.deepEqual(judge({ score: 74, sampled: [80, 70, 74] }), [
    { code: 'verdict', effect: 74, values: { words: 'Fresh.', samples: 3, lowest: 70, highest: 80 } },
  ])
})

test('a gate is a cap where it held for the score, and a fact that informs where only some samples were capped', () => {
  for (const [gate, score, expected] of [
    ['copycat', 60, ['judged_copycat', { cap: 60 }]],
    ['bot-bait', 29, ['bot_bait', { cap: 29 }]],
    ['instruction', 20, ['instruction_attempt', { cap: 20 }]],
    ['instruction', 50, ['instruction_attempt', {}]],
  ] as [GateName, number, [string, object]][]) {
    const [, fact] = judge({ score, gates: [gate] })
    assert.deepEqual(fact, { code: expected[0], effect: null, values: expected[1] }, gate)
  }
})

test('ratings and a lowering inform; they give no points', () => {
  assert.deepEqual(judge({ lowering: { asWritten: 95, covered: 62 }, ratings: { freshness: 4 } }).slice(1), [
    { code: 'lowered', effect: null, values: { asWritten: 95, covered: 62 } },
    { code: 'freshness', effect: null, values: { rating: 4, most: 5 } },
  ])
})
