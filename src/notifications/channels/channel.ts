import { hourMs } from '../../../contract/durations.ts'
import type { Notice } from './notice.ts'

/** One way to send notifications. The slot's id lets a recipient recognise a repeated notification. */
export interface Channel {
  name: string
  /** Many people read this channel of the operator, so each creator and network has a quota. */
  isShared?: boolean
  /** How many sends run at the same time. */
  concurrency: number
  /** The signal aborts a send after this time. It must stay well below the lease. */
  timeoutMs: number
  /** Sends a notice. Returns null if there are no recipients. Throws `SendFailed`. */
  send: (notice: Notice, signal: AbortSignal) => Promise<Receipt | null>
  /** Checks the settings without sending anything, and says what it found. Throws `UpstreamError`. */
  probe?: (signal: AbortSignal) => Promise<string>
}

export interface Receipt {
  /** The other side's message id, or the number of recipients. */
  receipt: string
  /** How long the other side wants us to wait before the next send. */
  spacingMs?: number
}

/** The wait that another side asks for, at most an hour: a wrong value must not silence a channel. */
export const limitWait = (askedMs: number): number => Math.min(askedMs, hourMs)

/** A failed send. `reason` is one of our codes (`http_500`, `timeout`), never text from the other side. */
export class SendFailed extends Error {
  readonly reason: string
  /** A retry would fail too. */
  readonly isFinal: boolean
  /** At most an hour. */
  readonly retryAfterMs: number | undefined
  /** The whole channel is rate-limited until `retryAfterMs` has passed. */
  readonly isForAll: boolean
  /** The receipt of recipients that were reached. */
  readonly receipt: string | null

  constructor(
    reason: string,
    more: { isFinal?: boolean; retryAfterMs?: number | undefined; isForAll?: boolean; receipt?: string | null } = {},
  ) {
    super(reason)
    this.reason = reason
    this.isFinal = more.isFinal ?? false
    this.retryAfterMs = more.retryAfterMs === undefined ? undefined : limitWait(more.retryAfterMs)
    this.isForAll = more.isForAll ?? false
    this.receipt = more.receipt ?? null
  }
}
