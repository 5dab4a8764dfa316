import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type Horizon,
  type Observation,
  type Start,
  confirmedAfterHours,
  decideOutcome,
  findGraduation,
  measureSurvival,
} from './outcome-1.0.0.ts'

type SeriesObservation = Partial<Observation> & { t: number; state: Observation['state'] }
interface Series {
  name: string
  observations: SeriesObservation[]
  until?: number
  expected: {
    outcomes: Partial<Record<Horizon, { outcome: string; cause: string | null }>>
    graduatedAt: number | null
    survival: [days: number, died: number]
  }
}

const file = join(import.meta.dirname, '../../../test/fixtures/outcomes/series.json')
const { series } = JSON.parse(readFileSync(file, 'utf8')) as { series: Series[] }

const toObservation = ({ t, ...observation }: SeriesObservation): Observation => ({
  hours: t,
  depth: null,
  partial: false,
  chainDepth: null,
  buys: null,
  sells: null,
  volume: null,
  removal: null,
  cannotSell: null,
  ...observation,
})

for (const { name, until, expected, ...one } of series) {
  const observations = one.observations.map(toObservation)
  test(`${name}: outcomes, graduation and survival`, () => {
    for (const [horizon, { outcome, cause }] of Object.entries(expected.outcomes)) {
      const decided = decideOutcome(observations, horizon as Horizon, Infinity)
      assert.deepEqual({ outcome: decided?.outcome, cause: decided?.cause }, { outcome, cause }, horizon)
    }
    assert.equal(findGraduation(observations, Infinity)?.hours ?? null, expected.graduatedAt)
    const survival = measureSurvival(observations, until === undefined ? Infinity : until - confirmedAfterHours)
    const [days, died] = expected.survival
    assert.deepEqual(survival, days === 0 ? null : { days, died: died === 1 })
  })
}

const amount = fc.option(fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60_000 })), {
  nil: null,
})
const trades = fc.option(fc.integer({ min: 0, max: 120 }), { nil: null })
const anyObservation: fc.Arbitrary<Observation> = fc.record({
  hours: fc.double({ min: 0, max: 800, noNaN: true }),
  state: fc.constantFrom('seen', 'seen', 'seen', 'absent', 'uncounted'),
  depth: amount,
  partial: fc.boolean(),
  chainDepth: amount,
  buys: trades,
  sells: trades,
  volume: amount,
  removal: fc.option(
    fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), by: fc.constantFrom('insider', 'venue', 'other') }),
    { nil: null },
  ),
  cannotSell: fc.option(fc.boolean(), { nil: null }),
})
const anyObservations = fc.uniqueArray(anyObservation, { maxLength: 60, selector: ({ hours }) => hours })
const anyHorizon = fc.constantFrom<Horizon>('24h', '7d', '30d')
const anyAge = fc.double({ min: 0, max: 900, noNaN: true })

test('the order in which observations arrive decides nothing', () => {
  fc.assert(
    fc.property(
      anyObservations.chain((observations) =>
        fc.tuple(fc.constant(observations), fc.shuffledSubarray(observations, { minLength: observations.length })),
      ),
      anyHorizon,
      ([observations, shuffled], horizon) => {
        assert.deepEqual(decideOutcome(shuffled, horizon, Infinity), decideOutcome(observations, horizon, Infinity))
        assert.deepEqual(measureSurvival(shuffled), measureSurvival(observations))
      },
    ),
  )
})

test('observations after a decision never change it', () => {
  fc.assert(
    fc.property(
      anyObservations,
      anyHorizon,
      anyAge,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (observations, horizon, age, told) => {
        const known = observations.filter(({ hours }) => hours <= age)
        const start: Start = { isOnCurve: false, reportedAtHours: told * age }
        const decided = decideOutcome(known, horizon, age, start)
        if (decided) assert.deepEqual(decideOutcome(observations, horizon, Infinity, start), decided)
      },
    ),
    { numRuns: 1000 },
  )
})

test('a graduation once found stays', () => {
  fc.assert(
    fc.property(anyObservations, fc.double({ min: 0, max: 900, noNaN: true }), (unsorted, age) => {
      const observations = unsorted.toSorted((a, b) => a.hours - b.hours)
      const found = findGraduation(
        observations.filter(({ hours }) => hours <= age),
        age,
      )
      if (found) assert.deepEqual(findGraduation(observations, Infinity), found)
    }),
    { numRuns: 1000 },
  )
})

/** A token whose pairs against unknown quotes were listed after a week. */
const listedLate = [
  { t: 25, state: 'absent' as const },
  { t: 170, state: 'uncounted' as const },
  { t: 721, state: 'absent' as const },
].map(toObservation)
const judge = (observations: Observation[], horizon: Horizon, reportedAtHours: number) => {
  const { outcome, cause, hours } =
    decideOutcome(observations, horizon, Infinity, { isOnCurve: false, reportedAtHours }) ?? {}
  return [outcome, cause, hours]
}

test('horizons before an uncounted start are unpriced; later ones use observations', () => {
  for (const observations of [listedLate, listedLate.slice(1)]) {
    assert.deepEqual(judge(observations, '24h', 170.1), ['unknown', 'unpriced', 170])
    assert.deepEqual(judge(observations, '7d', 170.1), ['unknown', 'unpriced', 170])
    assert.deepEqual(judge(observations, '30d', 170.1), ['unknown', 'vanished', 721])
  }
})

test('a horizon before the first known quote goes by its own observation', () => {
  const seen = toObservation({ t: 30.5, state: 'seen', depth: 5000, buys: 3, sells: 2 })
  assert.deepEqual(judge([...listedLate, seen], '24h', 170.1), ['unknown', 'vanished', 25])
  // An observation after the start was recorded can't have told it.
  assert.deepEqual(judge(listedLate, '24h', 26), ['unknown', 'vanished', 25])
})
