import type { PaceLimit } from '../platform/limits/call-pace.ts'

interface Account {
  url: string
  key: string | null
  perMinute: number | null
}

/** Paces that keep most accounts below their plan's rate; null: unknown. */
export type HostPlans = Record<string, (key: string | null) => PaceLimit | null>

/** A fifth below the given calls per second. */
export const below = (perSecond: number): PaceLimit => ({ spacingMs: 0, ...evenly(0.8 * perSecond * 60) })

/** Allows bursts of a second, because plans count by the second. */
function evenly(perMinute: number) {
  const calls = Math.max(1, Math.floor(perMinute / 60))
  return { calls, windowMs: (calls * 60_000) / perMinute }
}

/** null: the plan is unknown, and refusals teach the pace. */
export function findPlanPace({ url, key, perMinute }: Account, plans: HostPlans = {}): PaceLimit | null {
  if (perMinute !== null) return { spacingMs: 0, ...evenly(perMinute) }
  return plans[new URL(url).hostname]?.(key) ?? null
}
