import type { Appeal } from '../schemas/appeal.ts'
import type { Attestation, PendingAttestation } from '../schemas/attestation.ts'
import type { CreatorProfile } from '../schemas/ranking.ts'
import type { Enrollment } from '../schemas/enrollment.ts'
import type { ScoreResult, WarningCode } from '../schemas/score.ts'
import type { Position } from '../score-place.ts'
import type { LaunchOutcome, PageState } from './outcome.ts'

export type { Position }

/** One record of a submission, as the history shows it. */
export type Replay = Pick<ScoreResult, 'id' | 'aggregate' | 'band' | 'confidence' | 'promptVersion' | 'createdAt'> & {
  warnings: WarningCode[]
}

/**
 * The author of a score, the weakest first: anybody; a wallet that signed, while the providers report another deployer of the
 * contract; a creator who signed; one whose wallet has the contract; one whose contract is bound.
 */
export type Standing = 'unsigned' | 'contradicted' | 'signed' | 'deployer' | 'bound'

/** The first score of a launch that another creator enrolled earlier. */
export interface Original {
  scoreId: string
  name: string
  symbol: string
  enrolledAt: string
}

export interface ScoreProps {
  score: ScoreResult
  standing: Standing
  /** The enrolled launch that this one copies; null: there is none. */
  original: Original | null
  /** Null: a preliminary score is not compared, nor one with a critical warning or a bad outcome. */
  position: Position | null
  creator: Omit<CreatorProfile, 'launches'> & { criticalCount: number }
  /** The newest records of the submission, the newest first, and the score itself. */
  replays: Replay[]
  /** `?records=more` shows more of them. */
  hasMoreReplays: boolean
  attestation: Attestation | PendingAttestation | null
  /** Null until its creator signs. */
  enrollment: Enrollment | null
  /** Null without an appeal. */
  appeal: Appeal | null
  outcome: LaunchOutcome
  state: PageState
  /** The chain that attestations of this deployment stand on. */
  chainId: number
  /** Anybody may have it scored again: not after the launch. */
  canRescore: boolean
  /** Publishing is configured here. */
  canPublish: boolean
  /** Web push is configured here. */
  canRemind: boolean
  /** Of the record, as it is attested. */
  digest: string
  now: string
  /** The reader has just had it scored. */
  isFresh: boolean
  /** Earlier submissions by others that it resembles; not those that were taken down since. */
  earlier: EarlierSubmission[]
}

export interface EarlierSubmission {
  resemblance: 'picture' | 'name' | 'similar_name'
  scoreId: string
  name: string
  symbol: string
  isEnrolled: boolean
  createdAt: string
}
