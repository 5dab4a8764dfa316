import type { Budgets } from '../../activity/budgets/budgets.ts'
import type { KeyWaits } from '../idempotency/key-waits.ts'
import type { DailyScores } from './daily-scores.ts'
import type { ScoringQueues } from './scoring-queues.ts'

/** The limits that a scoring must pass. */
export interface AdmissionDeps {
  /** Limits the scorings in flight in this process. */
  scorings: ScoringQueues
  /** Limits the scorings that a key or a client network starts in a day. */
  dailyScores: DailyScores
  /** Limits what a day's scorings cost: scores, bytes and the model's tokens. */
  budgets: Budgets
  /** Limits the requests that wait for the holder of their Idempotency-Key. */
  keyWaits: KeyWaits
}
