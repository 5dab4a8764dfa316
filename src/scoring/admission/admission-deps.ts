import type { KeyWaits } from '../idempotency/key-waits.ts'
import type { DailyBytes } from './daily-bytes.ts'
import type { DailyScores } from './daily-scores.ts'
import type { ScoringQueues } from './scoring-queues.ts'

/** The limits that a scoring must pass. */
export interface AdmissionDeps {
  /** Limits the scorings in flight in this process. */
  scorings: ScoringQueues
  /** Limits the scorings that start in a day. */
  dailyScores: DailyScores
  /** Limits the bytes that scorings store in a day. */
  dailyBytes: DailyBytes
  /** Limits the requests that wait for the holder of their Idempotency-Key. */
  keyWaits: KeyWaits
}
