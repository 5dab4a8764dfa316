import type { Notice } from './notice.ts'

/** One way on which notifications go out. The slot's id is the key by which a repeated one can be told. */
export interface Transport {
  name: string
  /** How many it sends at once. */
  concurrency: number
  /** One sending is told to end after this long; together with what precedes and follows it, less than a lease. */
  timeoutMs: number
  /** Sends a notice; null: there was nobody to send it to. Throws `SendFailed`. */
  send: (notice: Notice, signal: AbortSignal) => Promise<Receipt | null>
}

export interface Receipt {
  /** What the other side calls it, or how many it went to. */
  receipt: string
  /** How long the other side wants to be left alone before the next one, at most some seconds. */
  pauseMs?: number
}

/** A sending failed. `reason` is a short kind of ours (`http_500`, `timeout`), never a text of theirs. */
export class SendFailed extends Error {
  readonly reason: string
  /** No repetition mends it. */
  readonly isFinal: boolean
  readonly retryAfterMs: number | undefined
  /** Nothing may be sent by this transport before `retryAfterMs` is over. */
  readonly isForAll: boolean
  /** Some of it arrived. */
  readonly receipt: string | null

  constructor(
    reason: string,
    more: { isFinal?: boolean; retryAfterMs?: number | undefined; isForAll?: boolean; receipt?: string | null } = {},
  ) {
    super(reason)
    this.reason = reason
    this.isFinal = more.isFinal ?? false
    this.retryAfterMs = more.retryAfterMs
    this.isForAll = more.isForAll ?? false
    this.receipt = more.receipt ?? null
  }
}
