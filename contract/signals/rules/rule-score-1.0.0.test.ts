import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, finding, ruleScore } from './rule-score-1.0.0.ts'

const version = 'some-rules@1.0.0'
const scoreOf = (start: number, points: number[]) =>
  ruleScore({ start, findings: points.flatMap((each) => finding('some', each, 'found')), version, otherwise: 'Fine.' })
    .score

test('a score starts where it is told and never leaves 0–100', () => {
  assert.equal(scoreOf(60, [15, -5]), 70)
  assert.equal(scoreOf(60, [25, 25]), 100)
  assert.equal(scoreOf(60, [-25, -45]), 0)
})

test('a rule that costs no point is no finding', () => {
  assert.deepEqual(finding('some', 0, 'found'), [])
  assert.deepEqual(finding('some', -0, 'found'), [])
})

test('a finding without points is told in the reason, but is no applied rule', () => {
  const findings = [{ id: 'some', points: 0, text: 'found' }]
  const { reason, rules } = ruleScore({ start: 60, findings, version, otherwise: 'Fine.' })
  assert.equal(reason, 'some: found (+0) [some-rules@1.0.0]')
  assert.deepEqual(rules, [])
})

test('one is counted in the singular', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, 'digit')),
    ['0 digits', '1 digit', '2 digits'],
  )
})
