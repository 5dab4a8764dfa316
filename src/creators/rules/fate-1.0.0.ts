import { dayMs, hourMs } from '../../../contract/time.ts'

/** The version of the rules that say whether a launch is alive, for the history of creators. */
export const fateRules = 'fate-rules@1.0.0'

export interface Fate {
  /** null: what was found doesn't tell. */
  isAlive: boolean | null
  /** The launch's age when this was found. */
  days: number
  /** A new look is not needed yet. */
  isFresh: boolean
}

interface Known {
  look: { isAlive: boolean | null; at: Date } | undefined
  outcome: { outcome: 'graduated' | 'alive' | 'dead' | 'rugged'; at: Date } | undefined
  launchedAt: Date
  now: Date
}

/** What is known of a launch: the newer of its decided outcome and its last look. undefined: nothing. */
export function toFate({ look, outcome, launchedAt, now }: Known): Fate | undefined {
  if (outcome && (!look || look.isAlive === null || outcome.at >= look.at)) {
    const days = toDays(launchedAt, outcome.at)
    if (outcome.outcome === 'rugged' || outcome.outcome === 'dead')
      return { isAlive: false, days, isFresh: outcome.outcome === 'rugged' || days >= absentDays.market }
    return { ...whileTrusted(true, outcome.at, now), days }
  }
  if (!look) return undefined
  const days = toDays(launchedAt, look.at)
  if (look.isAlive !== false) return { ...whileTrusted(look.isAlive, look.at, now), days }
  return { isAlive: false, days, isFresh: toDays(look.at, now) <= (days >= 30 ? 30 : 1) }
}

const toDays = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / dayMs

const whileTrusted = (isAlive: boolean | null, at: Date, now: Date) => ({
  isAlive: toDays(at, now) <= trustedDays ? isAlive : null,
  isFresh: now.getTime() - at.getTime() <= hourMs,
})

/** A token that lived longer ago than this isn't known to live. */
const trustedDays = 7

/** Market data may show nothing of a young token, and nothing of one that still trades on its launchpad's curve. */
const absentDays = { market: 7, curve: 30 }

/** Whether a token without a listed pair is alive; null: too young to tell. */
export function judgeAbsent({ launchedAt, now, hasCurve }: { launchedAt: Date; now: Date; hasCurve: boolean }) {
  return toDays(launchedAt, now) >= (hasCurve ? absentDays.curve : absentDays.market) ? false : null
}
