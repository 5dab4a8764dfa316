import type { ShownStanding } from '../standing.ts'
import type { Appeal } from '../schemas/appeal.ts'
import type { Attestation, PendingAttestation } from '../schemas/attestation.ts'
import type { CreatorHistory, CreatorProfile } from '../schemas/ranking.ts'
import type { Enrollment } from '../schemas/enrollment.ts'
import type { ScoreResult, WarningCode } from '../schemas/score.ts'
import type { Position } from '../score-place.ts'
import type { LaunchProgress, Outcome } from '../launch-outcome.ts'
import type { LeadState } from '../lead.ts'

export type { Position }

/** One record of a submission, as the history shows it. */
export type Replay = Pick<ScoreResult, 'id' | 'aggregate' | 'band' | 'confidence' | 'promptVersion' | 'createdAt'> & {
  warnings: WarningCode[]
}

/** The first score of a launch that another creator enrolled earlier. */
export interface Original {
  scoreId: string
  name: string
  symbol: string
  enrolledAt: string
}

/** What a wallet launched on the chains. */
export interface CreatorLaunches {
  history: CreatorHistory
  /** The outcomes of the newest 24, newest first. */
  newest: Outcome[]
}

export interface ScoreProps {
  score: ScoreResult
  standing: ShownStanding
  original: Original | null
  /** Null for a preliminary score, and with a critical warning or a bad outcome. */
  position: Position | null
  creator: Omit<CreatorProfile, 'launches' | 'history'> & { criticalCount: number }
  launches: CreatorLaunches
  /** Newest first, and the score itself. */
  replays: Replay[]
  /** `?records=more` shows more of them. */
  hasMoreReplays: boolean
  attestation: Attestation | PendingAttestation | null
  enrollment: Enrollment | null
  appeal: Appeal | null
  outcome: LaunchProgress
  state: LeadState
  /** The chain that attestations of this deployment stand on. */
  chainId: number
  /** Anybody may re-score it, but not after the launch. */
  canRescore: boolean
  canPublish: boolean
  canRemind: boolean
  /** How the author of an appeal can get its answer: by e-mail, or by web push under this key. */
  answersBy: { email: boolean; pushKey: string | null }
  /** Of the record, as it is attested. */
  digest: string
  now: string
  /** The reader has just had it scored. */
  isFresh: boolean
  /** Visible earlier submissions by others that it resembles. */
  earlier: EarlierSubmission[]
}

/** A score that is not published. */
export interface DraftProps extends Pick<
  ScoreProps,
  'score' | 'position' | 'creator' | 'launches' | 'state' | 'chainId' | 'now' | 'isFresh' | 'earlier'
> {
  expiresAt: string
}

export type EarlierSubmission = NonNullable<ScoreResult['earlierSubmissions']>[number] &
  Pick<Original, 'name' | 'symbol'> & { createdAt: string }
