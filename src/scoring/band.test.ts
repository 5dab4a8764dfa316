import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Band, bandRule, toBand } from './band.ts'

const edges: [aggregateX100: number, band: Band][] = [
  [10000, 'green'],
  [7001, 'green'],
  [7000, 'green'],
  [6999, 'amber'],
  [4500, 'amber'],
  [4499, 'red'],
  [0, 'red'],
]
for (const [aggregateX100, band] of edges) {
  test(`${aggregateX100 / 100} is ${band}`, () => assert.equal(toBand(aggregateX100), band))
}

test('docs/scoring.md says the thresholds of the bands', () => {
  const document = readFileSync(new URL('../../docs/scoring.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  const [green = '', amber = ''] = bandRule.split(', ')
  assert.ok(document.includes(`${green}, ${amber}`))
})
