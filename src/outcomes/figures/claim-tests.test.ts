import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../../../contract/durations.ts'
import type { Survival } from '../rules/survival-1.0.0.ts'
import type { ClaimTest } from './claim-tests.ts'
import { foldTrackRecord } from './fold.ts'
import type { LaunchRecord } from './launch-record.ts'
import { createLaunchTable } from './launch-table.ts'

const cohort = { promptName: 'standard', promptMajor: 1 }
const firstStart = Date.parse('2026-01-01T00:00:00.000Z')
const bands = ['green', 'amber', 'red'] as const

interface Launch {
  band: (typeof bands)[number]
  outcome: 'alive' | 'dead' | 'rugged' | null
  survival?: Survival
  startsAfterMs?: number
}

const toRecord = ({ band, outcome, survival, startsAfterMs = 0 }: Launch, index: number): LaunchRecord => {
  const tradingSince = new Date(firstStart + startsAfterMs + index)
  return {
    ...cohort,
    bindingId: `01a1fd55-7a80-7a1c-9b2d-${index.toString(16).padStart(12, '0')}`,
    aggregateX100: { green: 8000, amber: 6000, red: 3000 }[band] + (index % 1000),
    band,
    scoredAt: new Date(tradingSince.getTime() - dayMs),
    isCommitted: true,
    isAnchored: false,
    creator: index,
    counts: true,
    hasCurve: false,
    createdAt: tradingSince,
    tradingSince,
    outcomes: outcome ? { '30d': { outcome, cause: null } } : {},
    survival: survival ?? null,
  }
}

interface Told {
  /** Days since the first launch began to trade. */
  atDay?: number
  claims?: { green: number; amber: number; red: number; rugged: number }
}

/** The claims in the figures of a day by their ids; those of H3 also by their bands. */
function testAll(launches: Launch[], { atDay = 60, claims }: Told = {}): Record<string, Partial<ClaimTest>> {
  const input = { cohorts: [], asOf: new Date(firstStart + atDay * dayMs), claims: claims ?? null }
  const params = { ...cohort, horizon: '30d', population: 'committed', unit: 'creator' } as const
  const { tests } = foldTrackRecord({ ...input, launches: createLaunchTable(launches.map(toRecord)) }, params)
  return Object.fromEntries(tests.map((one) => [one.id === 'H3' ? `H3 ${one.band}` : one.id, one]))
}

const repeat = (count: number, ...some: Launch[]): Launch[] =>
  Array.from({ length: count }, (_, index) => some[index % some.length]).flatMap((one) => one ?? [])

const goodGreen: Launch = { band: 'green', outcome: 'alive' }
const badGreen: Launch = { band: 'green', outcome: 'dead' }
const goodRed: Launch = { band: 'red', outcome: 'alive' }
const badRed: Launch = { band: 'red', outcome: 'dead' }

/** The state of H1 and the look that it belongs to. */
const testOrder = (launches: Launch[]) => {
  const { H1 } = testAll(launches)
  return [H1?.state, H1?.look]
}

test('H1 is tested at 100, 300 and 1,000 known launches only', () => {
  assert.deepEqual(testOrder(repeat(99, goodGreen, badRed)), ['waiting', 100])
  assert.deepEqual(testOrder(repeat(100, goodGreen, badRed)), ['held', 100])
  assert.deepEqual(testOrder(repeat(100, badGreen, goodRed)), ['misleads', 100])
  const undecided = repeat(100, goodGreen, badGreen, badRed, goodRed)
  assert.deepEqual(testOrder(undecided), ['waiting', 300])
  assert.deepEqual(testOrder([...undecided, ...repeat(199, goodGreen, badRed)]), ['waiting', 300])
  assert.deepEqual(testOrder([...undecided, ...repeat(200, goodGreen, badRed)]), ['held', 300])
  assert.deepEqual(testOrder(repeat(1000, goodGreen, badGreen, badRed, goodRed)), ['failed', 1000])
})

test('H1 keeps the result of its first decisive look', () => {
  const { H1 } = testAll([...repeat(100, goodGreen, badRed), ...repeat(900, badGreen, goodRed)])
  assert.deepEqual([H1?.state, H1?.look, H1?.known], ['held', 100, 1000])
})

test('H1 waits while an earlier launch is not decided', () => {
  const open: Launch = { band: 'green', outcome: null }
  assert.deepEqual(testOrder([...repeat(50, goodGreen, badRed), open, ...repeat(50, goodGreen, badRed)]), [
    'waiting',
    100,
  ])
  assert.deepEqual(testOrder([...repeat(100, goodGreen, badRed), open]), ['held', 100])
})

const lives = (band: Launch['band'], died: boolean, days: number): Launch => ({
  band,
  outcome: died ? 'dead' : 'alive',
  survival: { days, died },
})

const deaths = { green: 1, amber: 5, red: 9 }

/** Of green launches a tenth dies early, of amber ones a half and of red ones nine tenths. */
const ordered = repeat(
  120,
  ...bands.flatMap((band) =>
    Array.from({ length: 10 }, (_, n) => lives(band, n < deaths[band], n < deaths[band] ? 2 + n : 40)),
  ),
)

test('H2 holds when the curves differ in the order of the bands, and only then', () => {
  assert.equal(testAll(ordered)['H2']?.state, 'held')
  const turned = ordered.map((one): Launch => ({ ...one, band: one.band === 'green' ? 'red' : 'green' }))
  assert.equal(testAll(turned)['H2']?.state, 'waiting')
})

test('H2 is tested 37 days after the last of its launches began to trade', () => {
  assert.deepEqual(
    [testAll(ordered, { atDay: 37 })['H2']?.state, testAll(ordered, { atDay: 37 })['H2']?.z],
    ['waiting', null],
  )
  assert.equal(testAll(ordered, { atDay: 38 })['H2']?.state, 'held')
  const last = { ...lives('amber', false, 40), startsAfterMs: 10 * dayMs }
  const late = [...ordered.slice(0, 99), last]
  assert.equal(testAll(late, { atDay: 46 })['H2']?.state, 'waiting')
  assert.equal(testAll(late, { atDay: 48 })['H2']?.state, 'held')
})

test('a death after 30 days changes no result of H2', () => {
  const later = ordered.map((one, index): Launch =>
    one.survival?.died === false ? { ...one, survival: { days: 31 + (index % 50), died: index % 2 === 0 } } : one,
  )
  assert.equal(testAll(later, { atDay: 120 })['H2']?.z, testAll(ordered)['H2']?.z)
})

test('H3 and H4 are tested from 50 known launches of their band', () => {
  const claims = { green: 0.5, amber: 0.2, red: 0.1, rugged: 0.05 }
  const green = (count: number) => repeat(count, goodGreen, badGreen)
  const read = (launches: Launch[]) => {
    const tests = testAll(launches, { claims })
    return [tests['H3 green']?.state, tests['H4']?.state]
  }
  assert.deepEqual(read(green(49)), ['waiting', 'waiting'])
  assert.deepEqual(read(green(50)), ['held', 'held'])
  assert.deepEqual(read(repeat(50, goodGreen)), ['failed', 'held'])
  assert.deepEqual(read(repeat(50, goodGreen, { band: 'green', outcome: 'rugged' })), ['held', 'failed'])
  assert.deepEqual(Object.keys(testAll(green(50))), ['H1', 'H2'])
})

test('H4 stays refuted when the later launches are good', () => {
  const claims = { green: 0.5, amber: 0.2, red: 0.1, rugged: 0.05 }
  const rugged = repeat(50, goodGreen, { band: 'green', outcome: 'rugged' })
  assert.equal(testAll([...rugged, ...repeat(2000, goodGreen)], { claims })['H4']?.state, 'failed')
})
