import type { LaunchPhase } from '../launch-outcome.ts'
import type { CreatorProfile } from '../schemas/ranking.ts'
import type { Enrollment } from '../schemas/enrollment.ts'
import type { LaunchSummary as Launch } from '../schemas/launch.ts'
import type { ScoreResult } from '../schemas/score.ts'
import type { SignedEdit } from '../schemas/launch.ts'
import type { LaunchProgress } from '../launch-outcome.ts'
import type { ToldState } from '../lead.ts'
import type { ShownStanding } from '../standing.ts'
import type { Original } from './score.ts'

/** The outcome of a page has the token. */
export type LaunchSummary = Omit<Launch, 'token'>

export type { LaunchPhase }

export interface EnrollProps {
  score: ScoreResult
  state: ToldState
  /** Null until its creator signs. */
  enrollment: Enrollment | null
  /** The message that its creator's wallet signs. */
  message: string
  now: string
}

export interface LaunchProps {
  launch: LaunchSummary
  standing: ShownStanding
  /** The launch that this one copies; null: there is none. */
  original: Original | null
  phase: LaunchPhase
  /** The newest first. */
  edits: SignedEdit[]
  hasMoreEdits: boolean
  /** The chain that contracts of this deployment are looked up on. */
  chainId: number
  /** Web push is configured here. */
  canRemind: boolean
  /** The `@name` of a public channel that announces the launches of this deployment; null without one. */
  telegramChannel: string | null
  creator: CreatorProfile
  outcome: LaunchProgress
  state: ToldState
  /** The creator has just signed, and is told what is left to do. */
  isNew: boolean
  now: string
}

/** The way from a launch to where its call to action leads. */
export interface LeaveProps {
  enrollmentId: string
  score: ScoreResult
  state: ToldState
  url: string
  /** Null: it is the same, or could mislead. */
  unicodeUrl: string | null
}
