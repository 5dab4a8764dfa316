import { type ConnectionBounds, connectionBounds } from '../platform/http/connections.ts'

/** Deadlines and bounds that no variable sets; tests replace them. */
export interface Bounds {
  /** A statement on a database server takes at most this long: far above any of ours, well within a scoring's deadline. */
  statementTimeoutMs: number
  connections: ConnectionBounds
  /** A scoring takes at most this long. */
  scoreDeadlineMs: number
  /** A scoring that is sent as events says at least this often that it goes on. */
  heartbeatMs: number
  /** A publishing waits at most this long for its attestation to land (D38). */
  publishWaitMs: number
  attesting: {
    /** A transaction that is in no block is sent again after this. */
    resendMs: number
    /** A transaction that is in no block is signed again with higher fees after this. */
    bumpMs: number
    /** Blocks after which what happened on the chain counts as final: deeper than its reorganisations go. */
    finalBlocks: number
    /** Wei for a unit of gas; nothing is signed above it. */
    feePerGasCap: bigint
    /** Transactions that may wait for a block at once: pools take few of one account. */
    inFlight: number
  }
  /** A process that works under an Idempotency-Key and died holds the key for this long; one that lives renews its hold. */
  keyLeaseMs: number
  /** Verifying a signature takes at most this long. */
  signatureDeadlineMs: number
  /** A webhook delivery is answered within this, from the name's look-up to the answer's last byte, or has failed. */
  deliveryDeadlineMs: number
  /** One call to a data provider takes at most this long. */
  providerTimeoutMs: number
  /** One call to the model takes at most this long. */
  modelTimeoutMs: number
  /** From the start of a measurement to the end of its sampling. */
  samplingDeadlineMs: number
}

export const bounds: Bounds = {
  statementTimeoutMs: 10_000,
  connections: connectionBounds,
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
