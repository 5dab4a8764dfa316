import { findGraduation, toDay } from './graduation-1.0.0.ts'
import type { Observation } from './observation.ts'
import { isAbove, isBelow, isQuiet, isTraded } from './predicates-1.0.0.ts'
import { awaitsConfirmation, findRug } from './rug-1.0.0.ts'

/** The version of the outcome rules; every row names the one that decided it. */
export const outcomeRules = 'outcome-rules@1.0.0'

export type Horizon = '24h' | '7d' | '30d' | '90d'

export type Outcome = 'graduated' | 'alive' | 'dead' | 'rugged' | 'unknown'

export type Cause =
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
  toldAtHours: number
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
  { isOnCurve, toldAtHours }: Start = { isOnCurve: false, toldAtHours: 0 },
): Decision | null {
  const sorted = observations.toSorted((a, b) => a.hours - b.hours)
  const { hours, grace } = horizons[horizon]
  const start = findUncountedStart(sorted, toldAtHours)
  if (start && hours <= start.hours) return { outcome: 'unknown', cause: 'unpriced', hours: start.hours }
  const observation = sorted.find((candidate) => candidate.hours >= hours && candidate.hours <= hours + grace)
  if (!observation) return ageHours > hours + grace ? { outcome: 'unknown', cause: 'missed', hours: null } : null
  // A graduation needs the last observation of its day, and a removal needs a second observation.
  if (ageHours < (toDay(observation.hours) + 1) * 24 || awaitsConfirmation(sorted, observation.hours, ageHours))
    return null
  return { ...judge(sorted, observation, { horizon, isOnCurve }), hours: observation.hours }
}

/** The observation by which trading is known to have begun, if it found pairs against unknown quotes alone. */
function findUncountedStart(observations: Observation[], toldAtHours: number): Observation | null {
  const start = observations.find(
    ({ state, hours }) => state === 'seen' || (state === 'uncounted' && hours >= uncountedHours),
  )
  return start?.state === 'uncounted' && start.hours <= toldAtHours ? start : null
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
