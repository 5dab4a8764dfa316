import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Band, toBand } from './bands.ts'

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
