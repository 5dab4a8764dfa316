import { hourMs } from '../../../contract/time.ts'
import type { ReminderChannel } from '../../database/column-types.ts'
import { UpstreamError } from '../../platform/errors.ts'
import type { GetJson, JsonRequest, JsonResponse } from '../../platform/outbound/get-json.ts'
import type { Notice } from './notice.ts'

export interface Channel {
  name: string
  /** Many people read this operator channel, so each creator and network has a quota. */
  isShared?: boolean
  /** Reaches only those who asked for reminders this way, so it sends nothing where nobody has. */
  reminds?: ReminderChannel
  concurrency: number
  /** Must stay well below the lease. */
  timeoutMs: number
  /** Sends a notice. Returns null if there are no recipients. Throws `SendFailed`. */
  send: (notice: Notice, signal: AbortSignal) => Promise<Receipt | null>
  /** Checks the settings without sending anything. Throws `UpstreamError`. */
  probe?: (signal: AbortSignal) => Promise<string>
}

export interface Receipt {
  receipt: string
  /** How long to wait before the next send. */
  spacingMs?: number
}

/** Caps a requested wait at an hour, so that a wrong value can't silence a channel. */
export const limitWait = (askedMs: number): number => Math.min(askedMs, hourMs)

/** `reason` is one of our codes (`http_500`, `timeout`), never text from the other server. */
export class SendFailed extends Error {
  readonly reason: string
  readonly isFinal: boolean
  /** At most an hour. */
  readonly retryAfterMs: number | undefined
  readonly isForAll: boolean
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

const minPauseMs = 1_000

/** Posts JSON and returns a 2xx response. `parseRetryAfter` reads the wait time of a rejection. Throws `SendFailed`. */
export async function postJson(
  getJson: GetJson,
  {
    request,
    parseRetryAfter,
  }: { request: JsonRequest; parseRetryAfter: (response: JsonResponse) => number | undefined },
  signal: AbortSignal,
): Promise<JsonResponse> {
  const response = await getJson(request, signal).catch((error: unknown) => {
    throw error instanceof UpstreamError ? new SendFailed(error.fault) : error
  })
  const { status } = response
  if (status >= 200 && status < 300) return response
  if (status === 429)
    throw new SendFailed('http_429', { isForAll: true, retryAfterMs: toPauseMs(parseRetryAfter(response)) })
  throw new SendFailed(`http_${status}`, { isFinal: !isTemporary(status), retryAfterMs: parseRetryAfter(response) })
}

const toPauseMs = (askedMs = 0) => Math.max(minPauseMs, askedMs)

/** Whether a retry may get another status. */
export const isTemporary = (status: number): boolean => status >= 500 || status === 408 || status === 425
