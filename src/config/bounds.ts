import { type ConnectionBounds, connectionBounds } from '../platform/http/connections.ts'

/** Deadlines and bounds that no variable sets; tests replace them. */
export interface Bounds {
  /** A statement on a database server takes at most this long: far above any of ours, well within a scoring's deadline. */
  statementTimeoutMs: number
  connections: ConnectionBounds
  /** `/ready` fails, and `/metrics` leaves figures out, when the database takes longer than this (D53). */
  healthTimeoutMs: number
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** The maximum time between two messages of a scoring that is streamed as events. */
  heartbeatMs: number
  /** How long a publish request waits for the attestation to be in a block (D38). */
  publishWaitMs: number
  attesting: {
    /** A transaction that is in no block is sent again after this. */
    resendMs: number
    /** A transaction that is in no block is signed again with higher fees after this. */
    bumpMs: number
    /** The number of blocks after which a block counts as final: deeper than the chain's reorganisations. */
    finalBlocks: number
    /** The maximum gas price in wei; nothing is signed above it. */
    feePerGasCap: bigint
    /**
     * The maximum number of transactions that are not in a block yet, because transaction pools accept few per account.
     */
    inFlight: number
  }
  /**
   * The lease of an Idempotency-Key. It is renewed while the work runs, so a dead process holds the key for at most
   * this long.
   */
  keyLeaseMs: number
  /** Verifying a signature takes at most this long. */
  signatureDeadlineMs: number
  /** The deadline of a delivery attempt, from the DNS lookup to the last byte of the response. */
  deliveryDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
  /** The deadline for all samples, from the start of the measurement. */
  samplingDeadlineMs: number
}

export const bounds: Bounds = {
  statementTimeoutMs: 10_000,
  connections: connectionBounds,
  healthTimeoutMs: 1000,
  scoreDeadlineMs: 25_000,
  heartbeatMs: 5_000,
  publishWaitMs: 15_000,
  attesting: { resendMs: 10_000, bumpMs: 30_000, finalBlocks: 64, feePerGasCap: 500n * 10n ** 9n, inFlight: 16 },
  keyLeaseMs: 5_000,
  signatureDeadlineMs: 15_000,
  deliveryDeadlineMs: 10_000,
  providerTimeoutMs: 10_000,
  modelTimeoutMs: 20_000,
  samplingDeadlineMs: 20_000,
}
