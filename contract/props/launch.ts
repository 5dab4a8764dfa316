import type { LaunchPhase, LaunchProgress } from '../launch-outcome.ts'
import type { LeadState } from '../lead.ts'
import type { Enrollment } from '../schemas/enrollment.ts'
import type { LaunchSummary as Launch, SignedEdit } from '../schemas/launch.ts'
import type { ScoreResult } from '../schemas/score.ts'
import type { ShownStanding } from '../standing.ts'
import type { CreatorLaunches, Original } from './score.ts'

/** The token is part of the page's outcome. */
export type LaunchSummary = Omit<Launch, 'token'>

export type { LaunchPhase }

export interface EnrollProps {
  score: ScoreResult
  state: LeadState
  enrollment: Enrollment | null
  message: string
  now: string
}

/** How visitors can be reminded of a launch. */
export interface RemindBy {
  push: boolean
  email: boolean
  /** Opens the deployment's bot; null: it has none. */
  telegramUrl: string | null
}

export interface LaunchProps {
  launch: LaunchSummary
  standing: ShownStanding
  original: Original | null
  phase: LaunchPhase
  edits: SignedEdit[]
  hasMoreEdits: boolean
  /** The chain that contracts of this deployment are looked up on. */
  chainId: number
  remindBy: RemindBy
  /** The `@name` of a public announcement channel. */
  telegramChannel: string | null
  creator: CreatorLaunches
  /** The transaction that recorded the score; null: none did. */
  recorded: { txHash: string; chainId: number } | null
  outcome: LaunchProgress
  state: LeadState
  isNew: boolean
  now: string
}

/** The page before leaving to a call to action of a launch's page, or to a link of a submission. */
export interface LeaveProps {
  from: 'launch' | 'score'
  /** The path of the page that the link is on. */
  backPath: string
  score: ScoreResult
  state: LeadState
  url: string
  /** Null: the same, or misleading. */
  unicodeUrl: string | null
}

/** The pages of the links in reminders by e-mail. */
export interface ReminderProps {
  step: 'asked' | 'confirm' | 'confirmed' | 'stop' | 'stopped' | 'over'
  /** Null: the link is damaged, or the address is deleted. */
  launch: { enrollmentId: string; name: string | null } | null
  token: string
}
