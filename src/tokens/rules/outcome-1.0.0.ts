/** The version of the outcome rules; every row names the one that decided it. */
export const outcomeRules = 'outcome-rules@1.0.0'

export type Horizon = '24h' | '7d' | '30d' | '90d'

export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

type Cause =
  'removed' | 'cannot_sell' | 'thin' | 'quiet' | 'gone' | 'missed' | 'vanished' | 'unpriced' | 'partial' | 'trades'

export interface Decision {
  outcome: Outcome
  cause: Cause | null
  /** Hours of the observation that decided; null when there was none. */
  hours: number | null
}

/** How it is known when a token began to trade. */
export interface Start {
  /** It was taken to trade on a launchpad's curve, of which the provider showed nothing: an absent token may trade. */
  isOnCurve: boolean
  /** The token's age when it was recorded. */
  reportedAtHours: number
}

/** The first observation from `hours` on decides, if it comes within the grace. */
export const horizons: Record<Horizon, { hours: number; grace: number }> = {
  '24h': { hours: 24, grace: 6 },
  '7d': { hours: 168, grace: 24 },
  '30d': { hours: 720, grace: 72 },
  '90d': { hours: 2160, grace: 216 },
}

const tradedWithinHours = 72
const tradedWithinFirstDayHours = 12
/** A token that has only pairs against unknown quotes begins to trade with the oldest of them, once it is so old. */
const uncountedHours = 168
const minQuietObservations = 3
const minQuietHours = 48

/**
 * The outcome of a token at one horizon, or null while an observation to come could still change it. `observations` may
 * come in any order; `ageHours` is the token's age, up to which all observations are known.
 */
export function decideOutcome(
  observations: Observation[],
  horizon: Horizon,
  ageHours: number,
  { isOnCurve, reportedAtHours }: Start = { isOnCurve: false, reportedAtHours: 0 },
): Decision | null {
  const sorted = observations.toSorted((a, b) => a.hours - b.hours)
  const { hours, grace } = horizons[horizon]
  const start = findUncountedStart(sorted, reportedAtHours)
  if (start && hours <= start.hours) return { outcome: 'unknown', cause: 'unpriced', hours: start.hours }
  const observation = sorted.find((candidate) => candidate.hours >= hours && candidate.hours <= hours + grace)
  if (!observation) return ageHours > hours + grace ? { outcome: 'unknown', cause: 'missed', hours: null } : null
  // A graduation needs the last observation of its day, and a removal needs a second observation.
  if (ageHours < (toDay(observation.hours) + 1) * 24 || awaitsConfirmation(sorted, observation.hours, ageHours))
    return null
  return { ...judge(sorted, observation, { horizon, isOnCurve }), hours: observation.hours }
}

/** The observation by which trading is known to have begun, if it found pairs against unknown quotes alone. */
function findUncountedStart(observations: Observation[], reportedAtHours: number): Observation | null {
  const start = observations.find(
    ({ state, hours }) => state === 'seen' || (state === 'uncounted' && hours >= uncountedHours),
  )
  return start?.state === 'uncounted' && start.hours <= reportedAtHours ? start : null
}

/** No market was seen up to this observation. */
const isUnlisted = (observations: Observation[], last: Observation): boolean =>
  observations.every(({ state, hours }) => hours > last.hours || state !== 'seen')

type Judged = Omit<Decision, 'hours'>

function judge(
  observations: Observation[],
  observation: Observation,
  { horizon, isOnCurve }: { horizon: Horizon; isOnCurve: boolean },
): Judged {
  const rug = findRug(observations)
  if (rug && rug.hours <= observation.hours) return { outcome: 'rugged', cause: rug.cause }
  if (isOnCurve && isUnlisted(observations, observation)) return { outcome: 'unknown', cause: 'unpriced' }
  if (isBelow(observation)) return { outcome: 'dead', cause: 'thin' }
  if (isAbove(observation)) return judgeAbove(observations, observation, horizon)
  if (observation.state === 'absent') return judgeAbsent(observations, observation)
  return { outcome: 'unknown', cause: observation.state === 'uncounted' ? 'unpriced' : 'partial' }
}

function judgeAbove(observations: Observation[], observation: Observation, horizon: Horizon): Judged {
  const { hours } = horizons[horizon]
  const isFirstDay = horizon === '24h'
  const from = isFirstDay ? tradedWithinFirstDayHours : hours - tradedWithinHours
  const recent = observations.filter((other) => other.hours >= from && other.hours <= observation.hours)
  if (recent.some(isTraded)) {
    const graduation = findGraduation(observations, Infinity)
    const hasGraduated = graduation !== null && graduation.hours <= observation.hours
    return { outcome: hasGraduated ? 'graduated' : 'alive', cause: null }
  }
  const spans = observation.hours - (recent[0]?.hours ?? observation.hours) >= minQuietHours
  if (!isFirstDay && recent.length >= minQuietObservations && spans && recent.every(isQuiet))
    return { outcome: 'dead', cause: 'quiet' }
  return { outcome: 'unknown', cause: 'trades' }
}

/** Gone: at least the second observation in a row that finds nothing, after one that found less than the floor. */
function judgeAbsent(observations: Observation[], observation: Observation): Judged {
  const earlier = observations.slice(0, observations.indexOf(observation))
  const lastWithMarket = earlier.findLastIndex((other) => !isUnwitnessed(other))
  const last = earlier[lastWithMarket]
  const isSecond = earlier.length - lastWithMarket - 1 >= 1
  return isSecond && last && isBelow(last)
    ? { outcome: 'dead', cause: 'gone' }
    : { outcome: 'unknown', cause: 'vanished' }
}

const isUnwitnessed = ({ state, chainDepth }: Observation): boolean => state === 'absent' && chainDepth === null

export interface Graduation {
  /** Hours since trading began, of the observation that completed the seven days. */
  hours: number
  /** The first of the seven days, counted from 0. */
  fromDay: number
  /** The least depth of the days' last observations, in US dollars. */
  minDepth: number
}

const windowDays = 7
const lastDay = 89
/** Amounts in US dollars; trades of 24 hours. */
const thresholds = { depth: 20_000, trades: 50, buys: 10, sells: 10, volume: 2000 }

/**
 * The first seven days in a row, within 90 days, on each of which the last observation passes the bar; one of them may lack
 * an observation, not the first or the last. A day counts when it is over: `ageHours` is the token's age. `observations`
 * are in order.
 */
export function findGraduation(observations: Observation[], ageHours: number): Graduation | null {
  const lastObservations = new Map<number, Observation>()
  for (const observation of observations)
    if (observation.hours >= 0) lastObservations.set(toDay(observation.hours), observation)
  for (const [day, last] of lastObservations) {
    if (day > lastDay || ageHours < (day + 1) * 24) continue
    const fromDay = day - windowDays + 1
    const days = Array.from({ length: windowDays }, (_, index) => lastObservations.get(fromDay + index))
    if (fromDay >= 0 && isComplete(days)) {
      const depths = days.flatMap((observation) => observation?.depth ?? [])
      return { hours: last.hours, fromDay, minDepth: Math.min(...depths) }
    }
  }
  return null
}

const toDay = (hours: number): number => Math.floor(hours / 24)

const isComplete = (days: (Observation | undefined)[]): boolean =>
  days[0] !== undefined &&
  days.filter((observation) => observation === undefined).length <= 1 &&
  days.every((observation) => observation === undefined || passes(observation))

const passes = (observation: Observation): boolean =>
  observation.state === 'seen' &&
  (observation.depth ?? 0) >= thresholds.depth &&
  countTrades(observation) >= thresholds.trades &&
  (observation.buys ?? 0) >= thresholds.buys &&
  (observation.sells ?? 0) >= thresholds.sells &&
  (observation.volume ?? 0) >= thresholds.volume &&
  observation.cannotSell !== true

interface Rug {
  /** Hours since trading began. */
  hours: number
  cause: 'removed' | 'cannot_sell'
}

const referenceHours = 36
/** More than this share of what was usual is no removal. */
export const maxLeftShare = 0.1
const minRemoved = 0.5
/** A second observation within these hours has to confirm a removal. */
const confirmationHours = { from: 1, to: 48 }
const checksApartHours = 20

/** The first rug, which is one of two facts and never a fall of the price. `observations` are in the order of their time. */
export function findRug(observations: Observation[]): Rug | null {
  const removed = observations.find(
    (observation, index) => isRemoval(observations, index) && isConfirmed(observations, observation),
  )
  const unsellable = findUnsellable(observations)
  if (removed && (!unsellable || removed.hours <= unsellable.hours)) return { hours: removed.hours, cause: 'removed' }
  return unsellable && { hours: unsellable.hours, cause: 'cannot_sell' }
}

/** Whether a removal up to `hours` may still be confirmed by an observation after `ageHours`. */
const awaitsConfirmation = (observations: Observation[], hours: number, ageHours: number): boolean =>
  observations.some(
    (observation, index) =>
      observation.hours <= hours &&
      ageHours <= observation.hours + confirmationHours.to &&
      isRemoval(observations, index) &&
      !isConfirmed(observations, observation),
  )

/** An insider took out at least half of the quote, and at most a tenth of what was usual is left. */
function isRemoval(observations: Observation[], index: number): boolean {
  const observation = observations[index]
  if (!observation || !isBelow(observation)) return false
  if (observation.removal?.by !== 'insider' || observation.removal.share < minRemoved) return false
  // The median, so that a stranger who adds much for an hour doesn't set the reference.
  const reference = findMedian(
    observations
      .slice(0, index)
      .filter(({ hours }) => hours >= observation.hours - referenceHours)
      .map(effectiveDepth)
      .filter((depth) => depth !== null),
  )
  return (
    reference !== null && reference >= minDepth && (effectiveDepth(observation) ?? Infinity) <= maxLeftShare * reference
  )
}

const isConfirmed = (observations: Observation[], { hours }: Observation): boolean =>
  observations.some(
    (observation) =>
      observation.hours >= hours + confirmationHours.from &&
      observation.hours <= hours + confirmationHours.to &&
      isBelow(observation),
  )

function findUnsellable(observations: Observation[]): Observation | null {
  const checks = observations.filter(({ cannotSell }) => cannotSell === true)
  const first = checks[0]
  return (first && checks.find(({ hours }) => hours >= first.hours + checksApartHours)) ?? null
}

function findMedian(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

export interface Survival {
  /** Whole days, at least 1. */
  days: number
  /** false: still living when last seen. */
  died: boolean
}

/** A death needs this long to be confirmed, so a curve ends as long before its date. */
export const confirmedAfterHours = 168
const minSpanHours = 144

/**
 * How long a token lived, or null for one that was never seen living. Deaths and living observations after `untilHours` are
 * left aside: the young dead aren't confirmed yet, so the young living mustn't count either.
 */
export function measureSurvival(observations: Observation[], untilHours = Infinity): Survival | null {
  const sorted = observations.toSorted((a, b) => a.hours - b.hours)
  const lastLiving = sorted.findLast((observation) => observation.hours <= untilHours && isLiving(observation))
  if (!lastLiving) return null
  const died = [findDeath(sorted), findRug(sorted)]
    .flatMap((end) => end?.hours ?? [])
    .filter((hours) => hours <= untilHours)
  if (died.length > 0) return { days: toDays(Math.min(...died)), died: true }
  return { days: toDays(lastLiving.hours), died: false }
}

const toDays = (hours: number): number => Math.max(1, Math.ceil(hours / 24))

/** The first observation below the floor or without trades that a week of further observations confirms. */
function findDeath(observations: Observation[]): Observation | undefined {
  return observations.find((observation, index) => {
    if (!isBelow(observation) && !isQuiet(observation)) return false
    const week = observations.slice(index + 1).filter(({ hours }) => hours <= observation.hours + confirmedAfterHours)
    return week.every(isLifeless) && week.some(({ hours }) => hours >= observation.hours + minSpanHours)
  })
}

/** It says something, and not that the token lives. */
const isLifeless = (observation: Observation): boolean =>
  !isLiving(observation) && (isBelow(observation) || isQuiet(observation) || observation.state === 'absent')

/** Below this depth, in US dollars, an ordinary holder can't leave: selling 100 USD moves the price by 17%. */
export const minDepth = 1000

/** The money in the pools: by the provider, or by the chain when the provider lists the token no longer. */
export function effectiveDepth({ state, depth, chainDepth }: Observation): number | null {
  if (state === 'seen') return depth
  return state === 'absent' ? chainDepth : null
}

/** A missing amount can show life, never death. */
function isBelow(observation: Observation): boolean {
  const depth = effectiveDepth(observation)
  return depth !== null && !observation.partial && depth < minDepth
}

function isAbove(observation: Observation): boolean {
  const depth = effectiveDepth(observation)
  return depth !== null && depth >= minDepth
}

const countTrades = ({ buys, sells }: Observation): number => (buys ?? 0) + (sells ?? 0)

const isTraded = (observation: Observation): boolean => observation.state === 'seen' && countTrades(observation) >= 1

/** Trades of which nothing is known are no quiet. */
const isQuiet = (observation: Observation): boolean =>
  observation.state === 'seen' &&
  !observation.partial &&
  observation.buys !== null &&
  observation.sells !== null &&
  countTrades(observation) === 0

const isLiving = (observation: Observation): boolean => isAbove(observation) && isTraded(observation)

/** One observation of one token. Amounts are US dollars, rounded to three significant digits before they are stored. */
export interface Observation {
  /** Hours since trading began. */
  hours: number
  /** `absent`: the provider knows no pair. `uncounted`: it knows only pairs against unknown quotes. */
  state: 'seen' | 'absent' | 'uncounted'
  /** The dollars that all holders together could take out; null when no amount is known. */
  depth: number | null
  /** Amounts of some pairs are missing, so that `depth` is a lower bound. */
  partial: boolean
  /** The depth of the last known pools as the chain shows it; null when the chain wasn't asked. */
  chainDepth: number | null
  buys: number | null
  sells: number | null
  volume: number | null
  removal: Removal | null
  /** Whether holders can't sell, as the token risk provider reports; null when it wasn't asked. */
  cannotSell: boolean | null
}

/** Liquidity taken out between this observation and the one before. */
export interface Removal {
  /** Fraction of the quote that was in the pools at the previous observation. */
  share: number
  by: 'insider' | 'venue' | 'other'
}
