import { dayMs, hourMs } from '../../../contract/durations.ts'
import { toWilsonInterval } from '../../platform/statistics/wilson-interval.ts'
import { bandNames } from '../../database/column-types.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { horizons, outcomeRules } from '../rules/outcome-1.0.0.ts'
import { confirmedAfterHours } from '../rules/survival-1.0.0.ts'
import { toBounds } from '../statistics/bounds.ts'
import { measureCalibration } from '../statistics/calibration.ts'
import { countAtRisk, drawCounts, findMedian } from '../statistics/curve.ts'
import { measureTop, rankCounts } from '../statistics/ranking.ts'
import { testClaims } from './claim-tests.ts'
import type { ClaimedShares, CohortDay, FoldParams, Judged } from './launch-record.ts'
import type { LaunchTable } from './launch-table.ts'
import { type BandTally, type Tally, tally } from './tally.ts'

/** Known launches below which a figure would be a drawing of chance. */
const minCounts = { band: 10, known: 30, good: 10, bad: 10 }

const untradedDays = 30
/** A launch that is a day older than the part that a curve leaves out has had observations before the curve's end. */
const oldAfterMs = confirmedAfterHours * hourMs + dayMs
/** The claims are about this horizon only. */
const claimedHorizon = '30d'

export interface FoldInput {
  launches: LaunchTable
  cohorts: CohortDay[]
  /** The end of the last sealed day. */
  asOf: Date
  claims: ClaimedShares | null
}

/** The figures of one population, unit, cohort and horizon. The same input in any order gives the same figures. */
export function foldTrackRecord(input: FoldInput, params: FoldParams) {
  const { asOf, launches } = input
  const claims = params.horizon === claimedHorizon ? input.claims : null
  const overSince = asOf.getTime() - untradedDays * dayMs
  const all = launches.judge(params)
  const oldSince = asOf.getTime() - oldAfterMs
  const made = tally(params.unit === 'creator' ? keepFirst(all) : all, { overSince, oldSince })
  const [known, good, bad] = [sumBands(made, 'known'), sumMap(made.good), sumMap(made.bad)]
  const steps = bandNames.map((band) => toSteps(input, params, { band, own: made.bands[band] }))
  const isEnough = known >= minCounts.known && good >= minCounts.good && bad >= minCounts.bad
  return {
    asOf: asOf.toISOString(),
    ...params,
    rules: outcomeRules,
    funnel: toFunnel(steps, made.anchored),
    outcomes: { ...made.outcomes, unknown: made.causes },
    bands: steps.map((own) => ({ ...own, ...toBandFigures(made.bands[own.band], claims?.[own.band] ?? null) })),
    ranking: isEnough ? toRanking(made, known) : null,
    calibration:
      isEnough && claims
        ? measureCalibration(bandNames.map((band) => ({ ...made.bands[band], claim: claims[band] })))
        : null,
    survival: isEnough ? bandNames.map((band) => toCurve(band, made.bands[band])) : null,
    needs: { known: minCounts.known, good: minCounts.good, bad: minCounts.bad },
    tests: isHeadline(params) ? testClaims(made, claims, asOf) : [],
  }
}

export type Figures = ReturnType<typeof foldTrackRecord>

const isHeadline = ({ horizon, population, unit }: FoldParams): boolean =>
  horizon === claimedHorizon && population === 'committed' && unit === 'creator'

/** Tokens of one creator are not independent: the earliest that traded counts. */
function* keepFirst(launches: Iterable<Judged>): Generator<Judged> {
  const seen: boolean[] = []
  for (const launch of launches) {
    if (seen[launch.creator]) continue
    seen[launch.creator] = true
    yield launch
  }
}

/** The funnel of one band. */
function toSteps({ cohorts }: FoldInput, params: FoldParams, { band, own }: { band: Band; own: BandTally }) {
  const days = cohorts.filter(
    (one) => one.band === band && one.promptName === params.promptName && one.promptMajor === params.promptMajor,
  )
  const never = params.population === 'committed' ? 'enrolledNeverLaunched' : 'neverLaunched'
  const { launched, untraded, traded, known, unknown } = own
  return {
    band,
    scored: sum(days.map(({ scored }) => scored)),
    enrolled: sum(days.map(({ enrolled }) => enrolled)),
    launched,
    untraded,
    neverLaunched: sum(days.map((one) => one[never])),
    traded,
    due: known + unknown,
    known,
    unknown,
  }
}

type Steps = ReturnType<typeof toSteps>

function toFunnel(steps: Steps[], anchored: number) {
  const total = (name: Exclude<keyof Steps, 'band'>) => sum(steps.map((own) => own[name]))
  return {
    scored: total('scored'),
    enrolled: total('enrolled'),
    launched: total('launched'),
    anchored,
    untraded: total('untraded'),
    neverLaunched: total('neverLaunched'),
    traded: total('traded'),
    due: total('due'),
    known: total('known'),
    unknown: total('unknown'),
  }
}

function toBandFigures({ known, unknown, good, rugged }: BandTally, claimed: number | null) {
  const isEnough = known >= minCounts.band
  return {
    good,
    share: isEnough ? good / known : null,
    interval: isEnough ? toWilsonInterval(good, known) : null,
    bounds: isEnough ? toBounds(good, { known, unknown }) : null,
    claimed,
    rugged,
  }
}

function toRanking({ good, bad, known: ranked }: Tally, known: number) {
  const ranking = rankCounts(good, bad)
  if (!ranking) return null
  const top = [...new Set([5, 10, Math.ceil(known / 10)])].flatMap((k) => measureTop(ranked, k) ?? [])
  const { auc, gini, interval } = ranking
  return { auc, gini, interval, pairs: sumMap(good) * sumMap(bad), top }
}

function toCurve(band: Band, { survivals, neverLiving }: BandTally) {
  const curve = drawCounts(survivals)
  return {
    band,
    launches: countAtRisk(survivals, 0),
    neverLiving,
    median: findMedian(curve),
    atRisk: [0, 7, 30, 60, 90].map((day) => countAtRisk(survivals, day)),
    points: curve.map(({ day, atRisk, died, living, interval }) => ({ day, atRisk, died, living, interval })),
  }
}

const sumBands = (made: Tally, name: 'traded' | 'known' | 'unknown'): number =>
  sum(bandNames.map((band) => made.bands[band][name]))
const sumMap = (counts: Map<number, number>): number => sum([...counts.values()])
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

export const horizonNames = Object.keys(horizons) as (keyof typeof horizons)[]
