import type { Band } from '../../scoring/schemas.ts'
import { type Outcome, horizons, outcomeRules } from '../rules/outcome-1.0.0.ts'
import { measureCalibration } from '../statistics/calibration.ts'
import { drawCurve, findMedian } from '../statistics/curve.ts'
import { type Ranked, measureTop, rank } from '../statistics/ranking.ts'
import { toWilsonInterval } from '../../platform/statistics/wilson-interval.ts'
import { toBounds } from '../statistics/bounds.ts'
import { testClaims } from './claim-tests.ts'
import type { ClaimedShares, CohortDay, FoldParams, LaunchRecord } from './launch-record.ts'

export const bands: Band[] = ['green', 'amber', 'red']

/** Known launches below which a figure would be a drawing of chance. */
export const NEEDS = { band: 10, known: 30, good: 10, bad: 10 }

const DAY_MS = 86_400_000
const NEVER_LAUNCHED_DAYS = 180
const UNTRADED_DAYS = 30

export interface FoldInput {
  launches: LaunchRecord[]
  cohorts: CohortDay[]
  /** The end of the last sealed day. */
  asOf: Date
  claims: ClaimedShares | null
}

export type Judged = LaunchRecord & { outcome: Outcome | null; cause: string | null }

export const isGood = ({ outcome }: Pick<Judged, 'outcome'>): boolean => outcome === 'alive' || outcome === 'graduated'
export const isBad = ({ outcome }: Pick<Judged, 'outcome'>): boolean => outcome === 'dead' || outcome === 'rugged'
export const isKnown = (launch: Pick<Judged, 'outcome'>): boolean => isGood(launch) || isBad(launch)

/** The figures of one population, unit, cohort and horizon. The same input in any order gives the same figures. */
export function foldTrackRecord(input: FoldInput, params: FoldParams) {
  const { asOf, claims } = input
  const all = input.launches.filter((launch) => belongs(launch, params)).toSorted(compareStarts)
  const launches = (params.unit === 'creator' ? keepFirst(all) : all).map((launch): Judged => {
    const decided = launch.outcomes[params.horizon]
    return { ...launch, outcome: decided?.outcome ?? null, cause: decided?.cause ?? null }
  })
  const traded = launches.filter(({ tradingSince }) => tradingSince !== null)
  const known = traded.filter(isKnown)
  const [good, bad] = [known.filter(isGood), known.filter(isBad)]
  const isEnough = known.length >= NEEDS.known && good.length >= NEEDS.good && bad.length >= NEEDS.bad
  return {
    asOf: asOf.toISOString(),
    ...params,
    rules: outcomeRules,
    funnel: toFunnel(input, params, { all, launches, traded }),
    outcomes: countOutcomes(traded),
    bands: bands.map((band) => toBandFigures(band, traded, claims)),
    ranking: isEnough ? toRanking(known) : null,
    calibration: isEnough && claims ? measureCalibration(bands.map((band) => toClaimed(band, known, claims))) : null,
    survival: isEnough ? bands.map((band) => toCurve(band, traded)) : null,
    needs: { known: NEEDS.known, good: NEEDS.good, bad: NEEDS.bad },
    tests: isHeadline(params) ? testClaims(traded, claims) : [],
  }
}

export type Figures = ReturnType<typeof foldTrackRecord>

const isHeadline = ({ horizon, population, unit }: FoldParams): boolean =>
  horizon === '30d' && population === 'committed' && unit === 'creator'

const belongs = (launch: LaunchRecord, { promptName, promptMajor, population }: FoldParams): boolean =>
  launch.counts &&
  launch.promptName === promptName &&
  launch.promptMajor === promptMajor &&
  (population === 'observed' || launch.isCommitted)

/** Launches that traded first come first; those that never traded come last. */
export const compareStarts = (a: LaunchRecord, b: LaunchRecord): number =>
  (a.tradingSince?.getTime() ?? Infinity) - (b.tradingSince?.getTime() ?? Infinity) ||
  a.createdAt.getTime() - b.createdAt.getTime() ||
  (a.bindingId < b.bindingId ? -1 : 1)

/** Tokens of one creator are not independent: the earliest that traded counts. */
function keepFirst(launches: LaunchRecord[]): LaunchRecord[] {
  const seen = new Set<string>()
  return launches.filter(({ creator }) => !seen.has(creator) && seen.add(creator))
}

interface Counted {
  all: LaunchRecord[]
  launches: Judged[]
  traded: Judged[]
}

function toFunnel({ cohorts, asOf }: FoldInput, params: FoldParams, { all, launches, traded }: Counted) {
  const own = cohorts.filter((one) => one.promptName === params.promptName && one.promptMajor === params.promptMajor)
  const pick = params.population === 'committed' ? 'enrolled' : 'scored'
  const over = new Date(asOf.getTime() - NEVER_LAUNCHED_DAYS * DAY_MS)
  const scoredBefore = sum(own.filter(({ day }) => Date.parse(day) + DAY_MS <= over.getTime()).map((one) => one[pick]))
  const launchedBefore = all.filter(({ scoredAt }) => scoredAt < over).length
  const isOver = ({ createdAt }: LaunchRecord) => asOf.getTime() - createdAt.getTime() >= UNTRADED_DAYS * DAY_MS
  const known = traded.filter(isKnown).length
  const unknown = traded.filter(({ outcome }) => outcome === 'unknown').length
  return {
    scored: sum(own.map(({ scored }) => scored)),
    enrolled: sum(own.map(({ enrolled }) => enrolled)),
    launched: launches.length,
    anchored: launches.filter(({ isAnchored }) => isAnchored).length,
    untraded: launches.filter((launch) => launch.tradingSince === null && isOver(launch)).length,
    neverLaunched: Math.max(0, scoredBefore - launchedBefore),
    traded: traded.length,
    due: known + unknown,
    known,
    unknown,
  }
}

function countOutcomes(traded: Judged[]) {
  const count = (name: Outcome) => traded.filter(({ outcome }) => outcome === name).length
  const unknown: Record<string, number> = {}
  for (const { outcome, cause } of traded)
    if (outcome === 'unknown' && cause !== null) unknown[cause] = (unknown[cause] ?? 0) + 1
  return { graduated: count('graduated'), alive: count('alive'), dead: count('dead'), rugged: count('rugged'), unknown }
}

function toBandFigures(band: Band, all: Judged[], claims: ClaimedShares | null) {
  const traded = all.filter((launch) => launch.band === band)
  const known = traded.filter(isKnown).length
  const good = traded.filter(isGood).length
  const unknown = traded.filter(({ outcome }) => outcome === 'unknown').length
  const isEnough = known >= NEEDS.band
  return {
    band,
    traded: traded.length,
    known,
    unknown,
    good,
    share: isEnough ? good / known : null,
    interval: isEnough ? toWilsonInterval(good, known) : null,
    bounds: isEnough ? toBounds(good, { known, unknown }) : null,
    claimed: claims ? claims[band] : null,
    rugged: traded.filter(({ outcome }) => outcome === 'rugged').length,
  }
}

function toRanking(known: Judged[]) {
  const scores = (some: Judged[]) => some.map(({ aggregateX100 }) => aggregateX100 / 100)
  const [good, bad] = [known.filter(isGood), known.filter(isBad)]
  const ranking = rank({ good: scores(good), bad: scores(bad) })
  if (!ranking) return null
  const ranked: Ranked[] = known.map((launch) => ({
    aggregate: launch.aggregateX100 / 100,
    isGood: isGood(launch),
    scoredAt: launch.scoredAt.getTime(),
  }))
  const top = [5, 10, Math.ceil(known.length / 10)].flatMap((k) => measureTop(ranked, k) ?? [])
  const { auc, gini, interval } = ranking
  return { auc, gini, interval, pairs: good.length * bad.length, top }
}

function toClaimed(band: Band, known: Judged[], claims: ClaimedShares) {
  const own = known.filter((launch) => launch.band === band)
  return { claim: claims[band], known: own.length, good: own.filter(isGood).length }
}

function toCurve(band: Band, traded: Judged[]) {
  const own = traded.filter((launch) => launch.band === band)
  const survivals = own.flatMap(({ survival }) => survival ?? [])
  const curve = drawCurve(survivals)
  return {
    band,
    launches: survivals.length,
    neverLiving: own.length - survivals.length,
    median: findMedian(curve),
    atRisk: [0, 7, 30, 60, 90].map((day) => survivals.filter(({ days }) => days >= day).length),
    points: curve.map(({ day, atRisk, died, living, interval }) => ({ day, atRisk, died, living, interval })),
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

export const horizonNames = Object.keys(horizons) as (keyof typeof horizons)[]
