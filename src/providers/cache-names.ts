import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import { createCoalesce } from '../platform/caching/coalesce.ts'
import { maxEntries } from '../platform/caching/max-entries.ts'
import type { Chain, NameAnswer } from './chain/chain.ts'

export function cacheNames(chain: Chain, { now }: Clock): Chain {
  const answers = new LRUCache<string, { answer: NameAnswer }>({
    ...maxEntries(10_000),
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  const coalesce = createCoalesce<NameAnswer>()
  return {
    ...chain,
    resolveName: async (name, signal) => {
      const cached = answers.get(name)
      if (cached) return cached.answer
      return coalesce(
        name,
        async (signal) => {
          const answer = await chain.resolveName(name, signal)
          answers.set(name, { answer })
          return answer
        },
        signal,
      )
    },
  }
}
