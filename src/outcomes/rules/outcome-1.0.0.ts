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
  /** Hours of the look that decided; null when there was none. */
  hours: number | null
}

/** How it is known when a token began to trade. */
export interface Start {
  /** It was taken to trade on a launchpad's curve, of which the provider showed nothing: an absent token may trade. */
  isOnCurve: boolean
  /** The token's age when it was recorded. */
  toldAtHours: number
}

/** The first look from `hours` on decides, if it comes within the grace. */
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
const minQuietLooks = 3
const minQuietHours = 48

/**
 * The outcome of a token at one horizon, or null while a look to come could still change it. `looks` may come in any order;
 * `ageHours` is the token's age, up to which all looks are known.
 */
export function decideOutcome(
  looks: Observation[],
  horizon: Horizon,
  ageHours: number,
  { isOnCurve, toldAtHours }: Start = { isOnCurve: false, toldAtHours: 0 },
): Decision | null {
  const sorted = looks.toSorted((a, b) => a.hours - b.hours)
  const { hours, grace } = horizons[horizon]
  const start = findUncountedStart(sorted, toldAtHours)
  if (start && hours <= start.hours) return { outcome: 'unknown', cause: 'unpriced', hours: start.hours }
  const look = sorted.find((candidate) => candidate.hours >= hours && candidate.hours <= hours + grace)
  if (!look) return ageHours > hours + grace ? { outcome: 'unknown', cause: 'missed', hours: null } : null
  // A graduation needs the last look of its day, and a removal needs a second look.
  if (ageHours < (toDay(look.hours) + 1) * 24 || awaitsConfirmation(sorted, look.hours, ageHours)) return null
  return { ...judge(sorted, look, { horizon, isOnCurve }), hours: look.hours }
}

/** The look by which trading is known to have begun, if it found pairs against unknown quotes alone. */
function findUncountedStart(looks: Observation[], toldAtHours: number): Observation | null {
  const start = looks.find(({ state, hours }) => state === 'seen' || (state === 'uncounted' && hours >= uncountedHours))
  return start?.state === 'uncounted' && start.hours <= toldAtHours ? start : null
}

/** No market was seen up to this look. */
const isUnlisted = (looks: Observation[], last: Observation): boolean =>
  looks.every(({ state, hours }) => hours > last.hours || state !== 'seen')

type Judged = Omit<Decision, 'hours'>

function judge(
  looks: Observation[],
  look: Observation,
  { horizon, isOnCurve }: { horizon: Horizon; isOnCurve: boolean },
): Judged {
  const rug = findRug(looks)
  if (rug && rug.hours <= look.hours) return { outcome: 'rugged', cause: rug.cause }
  if (isOnCurve && isUnlisted(looks, look)) return { outcome: 'unknown', cause: 'unpriced' }
  if (isBelow(look)) return { outcome: 'dead', cause: 'thin' }
  if (isAbove(look)) return judgeAbove(looks, look, horizon)
  if (look.state === 'absent') return judgeAbsent(looks, look)
  return { outcome: 'unknown', cause: look.state === 'uncounted' ? 'unpriced' : 'partial' }
}

function judgeAbove(looks: Observation[], look: Observation, horizon: Horizon): Judged {
  const { hours } = horizons[horizon]
  const isFirstDay = horizon === '24h'
  const from = isFirstDay ? tradedWithinFirstDayHours : hours - tradedWithinHours
  const recent = looks.filter((other) => other.hours >= from && other.hours <= look.hours)
  if (recent.some(isTraded)) {
    const graduation = findGraduation(looks, Infinity)
    const hasGraduated = graduation !== null && graduation.hours <= look.hours
    return { outcome: hasGraduated ? 'graduated' : 'alive', cause: null }
  }
  const spans = look.hours - (recent[0]?.hours ?? look.hours) >= minQuietHours
  if (!isFirstDay && recent.length >= minQuietLooks && spans && recent.every(isQuiet))
    return { outcome: 'dead', cause: 'quiet' }
  return { outcome: 'unknown', cause: 'trades' }
}

/** Gone: at least the second look in a row that finds nothing, after one that found less than the floor. */
function judgeAbsent(looks: Observation[], look: Observation): Judged {
  const earlier = looks.slice(0, looks.indexOf(look))
  const lastWithMarket = earlier.findLastIndex((other) => !isUnwitnessed(other))
  const last = earlier[lastWithMarket]
  const isSecond = earlier.length - lastWithMarket - 1 >= 1
  return isSecond && last && isBelow(last)
    ? { outcome: 'dead', cause: 'gone' }
    : { outcome: 'unknown', cause: 'vanished' }
}

const isUnwitnessed = ({ state, chainDepth }: Observation): boolean => state === 'absent' && chainDepth === null
