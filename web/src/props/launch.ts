import type { LaunchPhase } from '../../../contract/launch-outcome.ts'
import type { CreatorProfile, Enrollment, LaunchSummary, ScoreResult, SignedEdit } from '../api-shapes.ts'
import type { LaunchOutcome, PageState } from './outcome.ts'
import type { Original, Standing } from './score.ts'

export type { LaunchPhase }

export interface EnrollProps {
  score: ScoreResult
  state: PageState
  /** Null until its creator signs. */
  enrollment: Enrollment | null
  /** The message that its creator's wallet signs. */
  message: string
  now: string
}

export interface LaunchProps {
  launch: LaunchSummary
  standing: Standing
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
  outcome: LaunchOutcome
  state: PageState
  /** The creator has just signed, and is told what is left to do. */
  isNew: boolean
  now: string
}

/** The way from a launch to where its call to action leads. */
export interface LeaveProps {
  enrollmentId: string
  score: ScoreResult
  state: PageState
  url: string
  /** Null: it is the same, or could mislead. */
  unicodeUrl: string | null
}
