import type { Reason } from './schemas.ts'

const minuteMs = 60_000

/** What a delivery waits after its first, second … failure (D40); the one after the last wait ends it. */
const waitsMs = [1, 5, 30, 120].map((minutes) => minutes * minuteMs)

/** How long a subscription's repetitions rest after a 5xx (D41). */
const pauseMs = 6 * 60 * minuteMs

export type Verdict = { state: 'delivered' } | { state: 'failed' } | { state: 'pending'; dueAt: Date }

/** What an attempt makes of a delivery (D40, D42); `failures` are those before it. */
export function verdictOn(error: Reason | null, { failures, at }: { failures: number; at: Date }): Verdict {
  if (error === null) return { state: 'delivered' }
  const waitMs = waitsMs[failures]
  if (error === 'http_4xx' || waitMs === undefined) return { state: 'failed' }
  return { state: 'pending', dueAt: new Date(at.getTime() + waitMs) }
}

/** Until when an attempt's failure pauses its subscription; null: it does not. */
export const pauseAfter = (error: Reason | null, at: Date): Date | null =>
  error === 'http_5xx' ? new Date(at.getTime() + pauseMs) : null

/** Why an attempt with this answer failed; null when it didn't. */
export function faultOfStatus(status: number): Reason | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 400 && status < 500) return 'http_4xx'
  return status >= 500 && status < 600 ? 'http_5xx' : 'http_other'
}
