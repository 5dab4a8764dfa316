import type { Band } from '../../../contract/schemas/score.ts'
import type { Horizon, Outcome } from '../rules/outcome-1.0.0.ts'
import type { Survival } from '../rules/survival-1.0.0.ts'

/** A launch with what became of it, as far as a sealed day tells. */
export interface LaunchRecord {
  bindingId: string
  promptName: string
  promptMajor: number
  aggregateX100: number
  band: Band
  scoredAt: Date
  /** Enrolled before the token was created. */
  isCommitted: boolean
  isAnchored: boolean
  /** The number of its wallet: launches of one wallet have the same. */
  creator: number
  /** false: it is older than its score, not final, or corrected. */
  counts: boolean
  /** Its launchpad sells it on a curve first, so that it is never untraded. */
  hasCurve: boolean
  createdAt: Date
  tradingSince: Date | null
  outcomes: Partial<Record<Horizon, { outcome: Outcome; cause: string | null }>>
  /** null: it was never seen living. */
  survival: Survival | null
}

/** The outcome of a launch at one horizon, as far as the figures need it. Times are milliseconds since 1970. */
export interface Judged {
  aggregateX100: number
  band: Band
  scoredAt: number
  createdAt: number
  /** null: it never traded. */
  tradingSince: number | null
  isAnchored: boolean
  hasCurve: boolean
  creator: number
  outcome: Outcome | null
  cause: string | null
  survival: Survival | null
}

/** Final scores and enrollments of a cohort's band on a sealed day. */
export interface CohortDay {
  day: string
  promptName: string
  promptMajor: number
  band: Band
  /** Launches that were first scored on the day. */
  scored: number
  /** Launches that were first enrolled on the day. */
  enrolled: number
  /** Launches that have had no token for 180 days since they were first scored; counted on the day on which these ended. */
  neverLaunched: number
  /** The same since they were first enrolled. */
  enrolledNeverLaunched: number
}

/** The shares that the operator claimed beforehand. */
export interface ClaimedShares {
  green: number
  amber: number
  red: number
  /** Of green launches at most this share is rugged. */
  rugged: number
}

export interface FoldParams {
  horizon: Horizon
  population: 'committed' | 'observed'
  unit: 'creator' | 'token'
  promptName: string
  promptMajor: number
}
