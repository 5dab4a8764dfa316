import type { Deps } from '../../deps.ts'
import { createLimitedCallers } from '../../keys/limited-callers.ts'
import { createNetworkHash } from '../../keys/network-hash.ts'
import { openKeys } from '../../keys/open-keys.ts'
import { createMemoryLimiter } from '../../platform/limits/limiter-memory.ts'
import { openRedisLimiter } from '../../platform/limits/limiter-redis.ts'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { NotificationListener } from '../../database/listener.ts'
import { observe } from '../../platform/metrics.ts'
import { nameDeployment } from './name-deployment.ts'

interface CallersDeps extends Pick<Deps, 'config' | 'db' | 'reads' | 'clock' | 'random' | 'log' | 'metrics'> {
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number
  listener: NotificationListener
}

interface Callers {
  callers: Pick<Deps, 'keys' | 'limiter' | 'limitedCallers' | 'hashNetwork'>
  close: () => Promise<void>
}

/** Opens what authenticates and limits callers: keys, the rate limiter, and the hashes of client networks. */
export async function openCallers(deps: CallersDeps): Promise<Callers> {
  const { limiter, close: closeLimiter } = await openLimiter(deps)
  const { keys, close: closeKeys } = openKeys(deps)
  const limitedCallers = createLimitedCallers(deps.clock)
  const hashNetwork = createNetworkHash(deps)
  return { callers: { keys, limiter, limitedCallers, hashNetwork }, close: () => closeKeys().finally(closeLimiter) }
}

/** Limits in memory, or in Redis for all replicas together. */
async function openLimiter(deps: CallersDeps): Promise<{ limiter: Limiter; close: () => void }> {
  const { config, log, metrics, elapsedMs } = deps
  if (config.redisUrl === null) return { limiter: createMemoryLimiter({ elapsedMs }), close: () => {} }
  const limiter = await openRedisLimiter({
    url: config.redisUrl,
    deployment: nameDeployment(config),
    elapsedMs,
    onFallback: () => metrics.limiterFallbacks.inc(),
    onChange: (state, reason) => {
      if (state === 'local') log.warn({ reason }, 'Redis is unavailable; this process counts limits in memory')
      else log.info('Redis is available; limits are shared again')
    },
  })
  observe(metrics, {
    name: 'launchscore_redis_up',
    help: 'Whether Redis counts the rate limits; 0: this process counts them in memory',
    labelNames: [],
    collect: (set) => set({}, Number(limiter.isShared())),
  })
  return { limiter, close: limiter.close }
}
