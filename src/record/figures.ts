import { dayMs, hourMs } from '../../contract/time.ts'
import type { Band } from '../../contract/schemas/score.ts'
import { bandNames } from '../database/column-types.ts'
import { type Interval, toWilsonInterval } from '../platform/wilson-interval.ts'
import {
  type Horizon,
  type Outcome,
  type Survival,
  confirmedAfterHours,
  horizons,
  outcomeRules,
} from '../tokens/rules/outcome-1.0.0.ts'

export const horizonNames = Object.keys(horizons) as Horizon[]

/** Known launches below which a figure would show chance. */
const minCounts = { band: 10, known: 30, good: 10, bad: 10 }

const untradedDays = 30

/** The launches that one prompt scored. */
export interface Cohort {
  promptName: string
  promptMajor: number
}

export interface FigureParams extends Cohort {
  horizon: Horizon
}

/** The scores and enrollments of a band of a cohort. */
export interface CohortCounts extends Cohort {
  band: Band
  /** Launches with a final score. */
  scored: number
  enrolled: number
  /** Launches that have had no token for 180 days since they were first enrolled. */
  neverLaunched: number
}

/**
 * Launches that are alike in everything the figures need. Each launch was enrolled before its token was created, and is the one
 * of its creator that traded first.
 */
export interface LaunchGroup {
  band: Band
  isAnchored: boolean
  hasTraded: boolean
  /** It has had no market for 30 days, and its launchpad has no curve. */
  isUntraded: boolean
  /** It began to trade before the part of the record that survival leaves out. */
  isOld: boolean
  outcome: Outcome | null
  cause: string | null
  /** How long it lived; null: it was never seen living. */
  days: number | null
  died: boolean | null
  count: number
}

/** The times that `isUntraded` and `isOld` compare with. */
export const toLimits = (asOf: Date) => ({
  /** Tokens without a market that were created until then are untraded. */
  untradedUntil: new Date(asOf.getTime() - untradedDays * dayMs),
  /** A launch that began to trade until then has had observations before the end of the survival curve. */
  oldUntil: new Date(asOf.getTime() - confirmedAfterHours * hourMs - dayMs),
})

/** Makes the figures of a cohort at a horizon from the counts of its launches. */
export function toFigures(
  { cohorts, launches, asOf }: { cohorts: CohortCounts[]; launches: LaunchGroup[]; asOf: Date },
  params: FigureParams,
) {
  const bands = bandNames.map((band) => {
    const scored = cohorts.filter(
      (one) => one.band === band && one.promptName === params.promptName && one.promptMajor === params.promptMajor,
    )
    return {
      band,
      scored: sum(scored.map((one) => one.scored)),
      enrolled: sum(scored.map((one) => one.enrolled)),
      neverLaunched: sum(scored.map((one) => one.neverLaunched)),
      ...toBandFigures(launches.filter((group) => group.band === band)),
    }
  })
  const total = (name: Exclude<keyof (typeof bands)[number], 'band' | 'share' | 'interval' | 'bounds'>) =>
    sum(bands.map((band) => band[name]))
  const ofOutcome = (outcome: Outcome) => count(launches, (group) => group.outcome === outcome)
  const [known, good] = [total('known'), total('good')]
  const isEnough = known >= minCounts.known && good >= minCounts.good && known - good >= minCounts.bad
  return {
    asOf: asOf.toISOString(),
    ...params,
    rules: outcomeRules,
    funnel: {
      scored: total('scored'),
      enrolled: total('enrolled'),
      launched: total('launched'),
      anchored: count(launches, ({ isAnchored }) => isAnchored),
      untraded: total('untraded'),
      neverLaunched: total('neverLaunched'),
      traded: total('traded'),
      due: total('due'),
      known,
      unknown: total('unknown'),
    },
    outcomes: {
      graduated: ofOutcome('graduated'),
      alive: ofOutcome('alive'),
      dead: ofOutcome('dead'),
      rugged: ofOutcome('rugged'),
      unknown: countCauses(launches),
    },
    bands,
    survival: isEnough ? bandNames.map((band) => toSurvival(band, launches)) : null,
    needs: { known: minCounts.known, good: minCounts.good, bad: minCounts.bad },
  }
}

export type Figures = ReturnType<typeof toFigures>

function toBandFigures(groups: LaunchGroup[]) {
  const due = count(groups, ({ outcome }) => outcome !== null)
  const unknown = count(groups, ({ outcome }) => outcome === 'unknown')
  const good = count(groups, ({ outcome }) => outcome === 'alive' || outcome === 'graduated')
  const known = due - unknown
  const isEnough = known >= minCounts.band
  return {
    launched: count(groups),
    untraded: count(groups, ({ isUntraded }) => isUntraded),
    traded: count(groups, ({ hasTraded }) => hasTraded),
    due,
    known,
    unknown,
    good,
    share: isEnough ? good / known : null,
    interval: isEnough ? toWilsonInterval(good, known) : null,
    bounds: isEnough ? toBounds(good, { known, unknown }) : null,
    rugged: count(groups, ({ outcome }) => outcome === 'rugged'),
  }
}

/** The share if all unknown ones were bad, and if all were good. */
export const toBounds = (good: number, { known, unknown }: { known: number; unknown: number }): Interval => [
  good / (known + unknown),
  (good + unknown) / (known + unknown),
]

/** The unknown outcomes by their cause. */
function countCauses(launches: LaunchGroup[]): Record<string, number> {
  const ofCause = Map.groupBy(
    launches.filter(({ outcome, cause }) => outcome === 'unknown' && cause !== null),
    ({ cause }) => cause ?? '',
  )
  return Object.fromEntries([...ofCause].map(([cause, groups]) => [cause, count(groups)] as const).toSorted(byName))
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]) => Number(a > b) - Number(a < b)

type Lives = Survival & { count: number }

function toSurvival(band: Band, launches: LaunchGroup[]) {
  const own = launches.filter((group) => group.band === band && group.hasTraded)
  const lives = own.flatMap(({ days, died, count: of }): Lives[] =>
    days === null ? [] : [{ days, died: died === true, count: of }],
  )
  const points = drawCurve(lives)
  return {
    band,
    launches: count(lives),
    neverLiving: count(own, ({ days, isOld }) => days === null && isOld),
    median: findMedian(points),
    atRisk: [0, 7, 30, 60, 90].map((day) => countAtRisk(lives, day)),
    points,
  }
}

/** A step of a survival curve: the share still living after `day`. */
interface CurvePoint {
  day: number
  atRisk: number
  died: number
  living: number
  /** By Greenwood's variance on the log-log scale; null when nobody or everybody lives. */
  interval: Interval | null
}

/** The Kaplan–Meier curve: one point for each day on which a launch died. */
export function drawCurve(lives: Lives[]): CurvePoint[] {
  let living = 1
  let greenwood = 0
  const days = new Set(lives.filter(({ died }) => died).map((life) => life.days))
  return [...days]
    .toSorted((a, b) => a - b)
    .map((day) => {
      const atRisk = countAtRisk(lives, day)
      const died = count(lives, (life) => life.died && life.days === day)
      living *= 1 - died / atRisk
      greenwood += died / (atRisk * (atRisk - died))
      return { day, atRisk, died, living, interval: toInterval(living, greenwood) }
    })
}

/** The quantile of 97.5% of the normal distribution. */
const z = 1.959963984540054

function toInterval(living: number, greenwood: number): Interval | null {
  if (living === 0 || living === 1) return null
  const half = (z * Math.sqrt(greenwood)) / Math.abs(Math.log(living))
  return [living ** Math.exp(half), living ** Math.exp(-half)]
}

/** The first day on which at most half still live; null when more than half outlive the curve. */
export const findMedian = (curve: CurvePoint[]): number | null =>
  // A product of shares that is one half may come out a little above it.
  curve.find(({ living }) => living <= 0.5 + 1e-9)?.day ?? null

/** How many lived at least so many days. */
const countAtRisk = (lives: Lives[], day: number): number => count(lives, (life) => life.days >= day)

const count = <T extends { count: number }>(groups: T[], isCounted: (group: T) => boolean = () => true): number =>
  sum(groups.filter(isCounted).map((group) => group.count))
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
