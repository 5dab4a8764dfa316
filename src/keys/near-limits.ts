import { LRUCache } from 'lru-cache'
import { maxEntries } from '../platform/caching.ts'
import type { Level, Limit, Verdict } from '../platform/limiter.ts'
import type { Tier } from '../../contract/schemas/own-scores.ts'
import type { CallerKey } from './authenticate.ts'

export interface NearLimit {
  /** The lineage of the key. */
  ownerId: string
  prefix: string
  tier: Tier
  limit: number
  used: number
  windowSeconds: number
}

/** The key lineages that this process saw near the limit of their tier. */
export interface NearLimits {
  /** Called after each request with a key. */
  note: (key: Pick<CallerKey, 'rootId' | 'prefix'>, use: TierUse) => void
  /** Returns what was noted, and forgets it. */
  take: () => NearLimit[]
}

interface TierUse {
  tier: Tier
  /** That of the tier. */
  limit: Limit
  verdict: Pick<Verdict, 'strictest' | 'remaining'>
}

interface NearLimitsDeps {
  peek: (limit: Limit) => Level | Promise<Level>
  elapsedMs: () => number
}

const nearShare = 0.8
/** How often a lineage's limit is read that another limit of the request hides. */
const peekEveryMs = 1000
const maxLineages = 10_000

/** Costs a comparison for a key that is far from its limit, and never delays a request. */
export function createNearLimits({ peek, elapsedMs }: NearLimitsDeps): NearLimits {
  const noted = new Map<string, NearLimit>()
  const peekedAt = new LRUCache<string, number>(maxEntries(maxLineages))
  const add = ({ rootId, prefix }: Pick<CallerKey, 'rootId' | 'prefix'>, { tier, limit }: TierUse, left: number) => {
    const used = limit.quota - left
    if (used < nearShare * limit.quota || (noted.size >= maxLineages && !noted.has(rootId))) return
    const windowSeconds = limit.windowMs / 1000
    noted.set(rootId, { ownerId: rootId, prefix, tier, limit: limit.quota, used, windowSeconds })
  }
  const mayPeek = (rootId: string) => {
    const now = elapsedMs()
    if (now - (peekedAt.get(rootId) ?? -Infinity) < peekEveryMs) return false
    peekedAt.set(rootId, now)
    return true
  }
  const addPeeked = async (key: Pick<CallerKey, 'rootId' | 'prefix'>, use: TierUse) =>
    add(key, use, (await peek(use.limit)).remaining)
  return {
    note: (key, use) => {
      const { limit, verdict } = use
      // No limit of the request has less left than the strictest one.
      if (verdict.remaining > (1 - nearShare) * limit.quota) return
      if (verdict.strictest === limit) add(key, use, verdict.remaining)
      else if (mayPeek(key.rootId)) void addPeeked(key, use)
    },
    take: () => {
      const taken = [...noted.values()]
      noted.clear()
      return taken
    },
  }
}
