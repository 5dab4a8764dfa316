import { type Level, type Limit, type Limiter, type Verdict, combine, evaluate, toLevel } from './limiter.ts'

interface MemoryOptions {
  elapsedMs: () => number
  maxBuckets?: number
}

interface MemoryLimiter extends Limiter {
  decide: (limits: readonly Limit[]) => Verdict
  peek: (limit: Limit) => Level
  size: () => number
}

/** A bucket is one number: the time when it will be full again. */
export function createMemoryLimiter({ elapsedMs, maxBuckets = 100_000 }: MemoryOptions): MemoryLimiter {
  const fullAt = new Map<string, number>()
  let added = 0
  const decide = (limits: readonly Limit[]): Verdict => {
    const now = elapsedMs()
    const judged = limits.map((limit) => evaluate(limit, fullAt.get(limit.bucket), now))
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
    consume: decide,
    peek: (limit) => toLevel(limit, fullAt.get(limit.bucket), elapsedMs()),
    refuses: (limit) => evaluate(limit, fullAt.get(limit.bucket), elapsedMs()).waitMs > 0,
    size: () => fullAt.size,
  }
}

/** A sweep per request would cost more than the decision. */
const sweepEvery = 64

interface Forgetting {
  now: number
  maxBuckets: number
  atMost: number
}

/** May drop more buckets than were added, so that full ones don't pile up. */
function forgetOldest(fullAt: Map<string, number>, { now, maxBuckets, atMost }: Forgetting): void {
  let left = atMost
  for (const [bucket, at] of fullAt) {
    if (left-- === 0 || (at > now && fullAt.size <= maxBuckets)) return
    fullAt.delete(bucket)
  }
}
