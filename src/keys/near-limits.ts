import { LRUCache } from 'lru-cache'
import { maxEntries } from '../platform/caching.ts'
import type { Level, Limit } from '../platform/limiter.ts'
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
  /** Called after each request with a key. `remaining` is that of the strictest limit: its tier has no less left. */
  note: (key: Pick<CallerKey, 'rootId' | 'prefix'>, tier: Tier, limit: Limit, remaining: number) => void
  /** Returns what was noted, and forgets it. */
  take: () => NearLimit[]
}

interface NearLimitsDeps {
  peek: (limit: Limit) => Level | Promise<Level>
  elapsedMs: () => number
}

const nearShare = 0.8
/** A lineage is looked at no more often. */
const lookEveryMs = 1000
const maxLineages = 10_000

/** Costs a comparison for a key that is far from its limit, and never delays a request. */
export function createNearLimits({ peek, elapsedMs }: NearLimitsDeps): NearLimits {
  const noted = new Map<string, NearLimit>()
  const lookedAt = new LRUCache<string, number>(maxEntries(maxLineages))
  const look = async (key: Pick<CallerKey, 'rootId' | 'prefix'>, tier: Tier, limit: Limit) => {
    const { remaining } = await peek(limit)
    const used = limit.quota - remaining
    if (used < nearShare * limit.quota || (noted.size >= maxLineages && !noted.has(key.rootId))) return
    const windowSeconds = limit.windowMs / 1000
    noted.set(key.rootId, { ownerId: key.rootId, prefix: key.prefix, tier, limit: limit.quota, used, windowSeconds })
  }
  return {
    note: (key, tier, limit, remaining) => {
      if (remaining > (1 - nearShare) * limit.quota) return
      const now = elapsedMs()
      if (now - (lookedAt.get(key.rootId) ?? -Infinity) < lookEveryMs) return
      lookedAt.set(key.rootId, now)
      void look(key, tier, limit)
    },
    take: () => {
      const taken = [...noted.values()]
      noted.clear()
      return taken
    },
  }
}
