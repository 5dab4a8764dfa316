import type { Deps } from './deps.ts'
import { openKeys } from './keys/open-keys.ts'
import { openMemoryLimiter } from './platform/limiter-memory.ts'
import { openRedisLimiter } from './platform/limiter-redis.ts'
import type { Limiter } from './platform/limiter.ts'
import { type Hear, hearNobody, hearNothing, hearServer } from './platform/listener.ts'

interface CallersDeps extends Pick<Deps, 'config' | 'db' | 'reads' | 'clock' | 'random' | 'log' | 'metrics'> {
  /** Never set back, in milliseconds. */
  elapsedMs: () => number
  /** Others may have the database open, although none is configured. */
  isShared: boolean
}

interface Callers extends Pick<Deps, 'keys' | 'limiter'> {
  close: () => Promise<void>
}

/** Opens what is known of callers: their keys, and what each may spend. */
export async function openCallers(deps: CallersDeps): Promise<Callers> {
  const { limiter, close: closeLimiter } = await openLimiter(deps)
  const { keys, close: closeKeys } = openKeys({ ...deps, hear: openHearing(deps) })
  return { keys, limiter, close: () => closeKeys().finally(closeLimiter) }
}

/** Limits in memory, or in Redis for all replicas together. */
async function openLimiter(deps: CallersDeps): Promise<{ limiter: Limiter; close: () => void }> {
  const { config, log, metrics, elapsedMs } = deps
  if (config.redisUrl === null) return { limiter: openMemoryLimiter({ elapsedMs }), close: () => {} }
  const limiter = await openRedisLimiter({
    url: config.redisUrl,
    elapsedMs,
    onFallback: () => metrics.limiterFallbacks.inc(),
    onChange: (state, reason) => {
      if (state === 'local') log.warn({ reason }, 'Redis can’t be asked: this process limits by itself')
      else log.info('Redis answers: limits are shared again')
    },
  })
  return { limiter, close: limiter.close }
}

/** How this process hears of changes that others make in the database: nobody else has the embedded one open. */
function openHearing({ config, random, log, elapsedMs, isShared }: CallersDeps): Hear {
  if (isShared) return hearNothing
  if (!config.databaseUrl) return hearNobody
  return hearServer({
    url: config.databaseUrl,
    elapsedMs,
    id: random.uuid(),
    onChange: (state) => {
      if (state === 'deaf') log.warn('changes of keys are not heard: each key is asked for once a second')
      else log.info('changes of keys are heard')
    },
  })
}
