import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreName } from '../../signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../../signals/rules/social-1.1.0.ts'
import { type SignalName, signalNames } from '../../signals/schemas.ts'
import { aggregateX100 } from '../../../contract/aggregate.ts'
import { toBand } from '../../../contract/bands.ts'
import { explain } from '../explain.ts'
import type { ScoreResult } from '../schemas.ts'
import { listRaises } from './list-raises.ts'

const weights: Record<SignalName, number> = { meme: 25, creator: 20, image: 15, name: 10, social: 15, risk: 15 }
const rules = { scoreName, scoreSocial }

/** A record as the rules make it; the other signals have 60. */
function record(name: string, handle: string, over: { mentions?: number; stub?: SignalName } = {}): ScoreResult {
  const { mentions = 0, stub } = over
  const social = scoreSocial({ handle, name, symbol: 'SOCK', mentions, claimedEarlier: false })
  const made: Record<SignalName, { score: number; reason: string }> = {
    meme: { score: 60, reason: '' },
    creator: { score: 60, reason: '' },
    image: { score: 60, reason: '' },
    name: scoreName(name),
    social,
    risk: { score: 60, reason: '' },
  }
  const parts = signalNames.map((signal) => ({
    signal,
    weight: weights[signal],
    score: made[signal].score,
    stub: signal === stub,
  }))
  const total = aggregateX100(parts)
  const signals = Object.fromEntries(
    signalNames.map((signal) => [signal, { ...made[signal], stub: signal === stub, confidence: null }]),
  )
  const explanation = explain(parts, total)
  const submission = { name, symbol: 'SOCK', xHandle: handle }
  return { aggregate: total / 100, band: toBand(total), signals, explanation, submission } as unknown as ScoreResult
}

test('raises: a handle that matches neither name nor ticker gains 20 points of social', () => {
  const [first] = listRaises(record('Left Sock', '@moonboy'), rules)
  assert.deepEqual([first?.signal, first?.rule, first?.points, first?.gain], ['social', 'match', 20, 3])
})

test('raises: each promised total is what the rules make of the changed name', () => {
  const before = record('LEFT sock washing machine', '@leftsock')
  const raise = listRaises(before, rules).find(({ rule }) => rule === 'length')
  assert.ok(raise)
  const points = scoreName('LEFT sock washing machine').rules.find(({ id }) => id === 'length')?.points ?? 0
  assert.equal(raise.points, -points)
  assert.equal(raise.aggregate, Math.round(100 * (before.aggregate - points * 0.1)) / 100)
})

test('raises: nothing is promised that costs nothing, the best first', () => {
  const raises = listRaises(record('Left Sock', '@leftsock', { mentions: 3 }), rules)
  assert.deepEqual(
    raises.map(({ rule }) => rule),
    ['mentions'],
  )
  const many = listRaises(record('MOON_1000X_GEM', '@gem1000x99201'), rules).map(({ gain }) => gain)
  assert.deepEqual(
    many,
    many.toSorted((a, b) => b - a),
  )
  assert.ok(many.every((gain) => gain > 0))
})

test('raises: stubs keep no weight, and records of other rules get no advice', () => {
  const preliminary = record('Left Sock', '@moonboy', { stub: 'risk' })
  assert.equal(listRaises(preliminary, rules)[0]?.gain, Math.round((100 * 20 * 15) / 85) / 100)
  const old = record('Left Sock', '@moonboy')
  old.signals.social.reason = 'match: the handle matches nothing (−5) [social-rules@1.0.0]'
  assert.deepEqual(listRaises(old, rules), [])
})
