import { type Limit, type Limiter, type Verdict, combine, judge } from './limiter.ts'

interface MemoryOptions {
  /** Never set back, in milliseconds. */
  elapsedMs: () => number
  /** How many buckets are remembered; past that the longest untouched are forgotten, which refills them. */
  maxBuckets?: number
}

export interface MemoryLimiter extends Limiter {
  decide: (limits: readonly Limit[]) => Verdict
  /** How many buckets are remembered. */
  size: () => number
}

/** Limits for one process. What is known of a bucket is one number: when it will be full again. */
export function openMemoryLimiter({ elapsedMs, maxBuckets = 100_000 }: MemoryOptions): MemoryLimiter {
  const fullAt = new Map<string, number>() // the longest untouched first
  let added = 0 // at most, since the last sweep
  const decide = (limits: readonly Limit[]): Verdict => {
    const now = elapsedMs()
    const judged = limits.map((limit) => judge(limit, fullAt.get(limit.bucket), now))
    const verdict = combine(judged)
    if (verdict.isAllowed)
      for (const { limit, next } of judged) {
        fullAt.delete(limit.bucket)
        fullAt.set(limit.bucket, next)
      }
    added += limits.length
    if (added >= sweepEvery || fullAt.size > maxBuckets) {
      forgetOldest(fullAt, { now, maxBuckets, atMost: added * 2 })
      added = 0
    }
    return verdict
  }
  return {
    decide,
    take: decide,
    refuses: (limit) => judge(limit, fullAt.get(limit.bucket), elapsedMs()).waitMs > 0,
    size: () => fullAt.size,
  }
}

/** A sweep for each request would cost more than the decision. */
const sweepEvery = 64

interface Forgetting {
  now: number
  maxBuckets: number
  atMost: number
}

/** More than were added may go, so that full buckets, which say nothing, don't pile up. */
function forgetOldest(fullAt: Map<string, number>, { now, maxBuckets, atMost }: Forgetting): void {
  let left = atMost
  for (const [bucket, at] of fullAt) {
    if (left-- === 0 || (at > now && fullAt.size <= maxBuckets)) return
    fullAt.delete(bucket)
  }
}
