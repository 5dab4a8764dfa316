import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreName } from '../../contract/signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../../contract/signals/rules/social-1.2.0.ts'
import type { Fact } from '../../contract/signals/schemas.ts'
import { aggregateX100 } from '../../contract/aggregate.ts'
import { toBand } from '../../contract/bands.ts'
import { explain } from './build-score.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { listRaises } from '../../contract/signals/list-raises.ts'

const weights = { meme: 25, creator: 20, image: 15, name: 10, social: 15, risk: 15 }

/** A record as the rules make it; the other signals have 60. */
function record(name: string, handle: string | null, over: { mentions?: number; stub?: string } = {}): ScoreResult {
  const { mentions = 0, stub } = over
  const social = scoreSocial({ handle, name, symbol: 'SOCK', mentions, claimedEarlier: false })
  const made: Record<string, { score: number; facts?: Fact[] }> = {
    meme: { score: 60 },
    creator: { score: 60 },
    image: { score: 60 },
    name: scoreName(name),
    social,
    risk: { score: 60 },
  }
  const parts = Object.entries(weights).map(([signal, weight]) => ({
    signal,
    weight,
    score: made[signal]?.score ?? 60,
    stub: signal === stub,
  }))
  const total = aggregateX100(parts)
  const signals = Object.fromEntries(
    Object.keys(weights).map((signal) => [signal, { ...made[signal], stub: signal === stub, confidence: null }]),
  )
  const explanation = explain(parts, total)
  const submission = { name, symbol: 'SOCK', xHandle: handle }
  return { aggregate: total / 100, band: toBand(total), signals, explanation, submission } as unknown as ScoreResult
}

test('raises: a handle that matches neither name nor ticker gains 20 points of social', () => {
  const [first] = listRaises(record('Left Sock', '@moonboy'))
  assert.deepEqual([first?.signal, first?.code, first?.points, first?.gain], ['social', 'match_name', 20, 3])
})

test('raises: a launch without a handle is only advised to have one that matches its name', () => {
  const raises = listRaises(record('Left Sock', null))
  assert.deepEqual(
    raises.map(({ signal, code, points }) => [signal, code, points]),
    [['social', 'match_name', 55]],
  )
})

test('raises: each promised total is what the rules make of the changed name', () => {
  const before = record('LEFT sock washing machine', '@leftsock')
  const raise = listRaises(before).find(({ code }) => code === 'too_long')
  assert.ok(raise)
  const points = scoreName('LEFT sock washing machine').facts.find(({ code }) => code === 'too_long')?.effect ?? 0
  assert.equal(raise.points, -points)
  assert.equal(raise.aggregate, Math.round(100 * (before.aggregate - points * 0.1)) / 100)
})

test('raises: nothing is promised that costs nothing, the best first', () => {
  const raises = listRaises(record('Left Sock', '@leftsock', { mentions: 3 }))
  assert.deepEqual(
    raises.map(({ code }) => code),
    ['mentions'],
  )
  const many = listRaises(record('MOON_1000X_GEM', '@gem1000x99201')).map(({ gain }) => gain)
  assert.deepEqual(
    many,
    many.toSorted((a, b) => b - a),
  )
  assert.ok(many.every((gain) => gain > 0))
})

test('raises: stubs keep no weight, and records without facts get no advice', () => {
  const preliminary = record('Left Sock', '@moonboy', { stub: 'risk' })
  assert.equal(listRaises(preliminary)[0]?.gain, Math.round((100 * 20 * 15) / 85) / 100)
  const old = record('Left Sock', '@moonboy')
  for (const reading of Object.values(old.signals)) delete reading.facts
  assert.deepEqual(listRaises(old), [])
})

/** The record with facts of a signal that no rule of a browser decides. */
function withFacts(signal: string, score: number, facts: Fact[]): ScoreResult {
  const made = record('Left Sock', '@leftsock', { mentions: 9 })
  return { ...made, signals: { ...made.signals, [signal]: { score, facts, stub: false } } } as ScoreResult
}

test('raises: a signature lifts the cap of the creator signal', () => {
  const facts: Fact[] = [
    { code: 'unsigned', effect: null, values: { cap: 50 } },
    { code: 'wallet_age', effect: 30, values: { days: 812, of: 30 } },
    { code: 'transactions', effect: 15, values: { count: 88, of: 20 } },
    { code: 'no_entry', effect: 30, values: { of: 30 } },
  ]
  const raise = listRaises(withFacts('creator', 50, facts)).find(({ signal }) => signal === 'creator')
  assert.deepEqual([raise?.code, raise?.points, raise?.isMost], ['unsigned', 25, false])
})

test('raises: a young wallet is advised to be another one, and what it could win is a bound', () => {
  const facts: Fact[] = [
    { code: 'no_history', effect: 0, values: { of: 30 } },
    { code: 'transactions', effect: 0, values: { count: 0, of: 20 } },
    { code: 'no_entry', effect: 30, values: { of: 30 } },
  ]
  const raise = listRaises(withFacts('creator', 30, facts)).find(({ signal }) => signal === 'creator')
  assert.deepEqual([raise?.code, raise?.points, raise?.isMost], ['no_history', 50, true])
})

const rated = (hook: number): Fact[] => [
  { code: 'freshness', effect: null, values: { rating: 4, most: 5 } },
  { code: 'hook', effect: null, values: { rating: hook, most: 5 } },
]

const codes = (hook: number) =>
  listRaises(withFacts('meme', 60, rated(hook)))
    .filter(({ signal }) => signal === 'meme')
    .map(({ code, isMost }) => [code, isMost])

test('raises: the weakest criterion of a judged signal, unless all are good', () => {
  assert.deepEqual(codes(2), [['hook', true]])
  assert.deepEqual(codes(4), [])
})
