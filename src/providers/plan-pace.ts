import type { PaceLimit } from '../platform/limits/call-pace.ts'

interface Account {
  url: string
  key: string | null
  /** The operator's setting; null: the default of the host. */
  perMinute: number | null
}

/** A fifth below the given calls per second. */
const below = (perSecond: number): PaceLimit => ({ spacingMs: 0, ...evenly(0.8 * perSecond * 60) })

/** Allows bursts of a second, because plans count by the second. */
function evenly(perMinute: number) {
  const calls = Math.max(1, Math.floor(perMinute / 60))
  return { calls, windowMs: (calls * 60_000) / perMinute }
}

/** GoPlus documents 30 calls a minute without a key and refuses bursts; one call a second passes. */
const keylessGoplus: PaceLimit = { spacingMs: 1000, calls: 28, windowMs: 60_000 }

/** The smallest plan of each host, which most accounts have. */
const smallestPlans: Record<string, PaceLimit> = {
  'api.etherscan.io': below(3),
  'api.blockscout.com': below(5),
  'api.routescan.io': below(2),
}

/** The pace that keeps an account below the rate of its plan; null: the plan is unknown, and refusals teach the pace. */
export function findPlanPace({ url, key, perMinute }: Account): PaceLimit | null {
  if (perMinute !== null) return { spacingMs: 0, ...evenly(perMinute) }
  const { hostname } = new URL(url)
  if (hostname === 'api.gopluslabs.io') return key === null ? keylessGoplus : null
  return smallestPlans[hostname] ?? null
}
