import { Redis } from 'ioredis'
import { openMemoryLimiter } from './limiter-memory.ts'
import type { Limit, Limiter, Verdict } from './limiter.ts'

interface RedisOptions {
  url: string
  elapsedMs: () => number
  /** Told when the first limit is judged without Redis, and when Redis is back. */
  onChange: (state: 'local' | 'shared', reason: string) => void
  /** Told of each judgement without Redis. */
  onFallback: () => void
  /** An answer that takes longer counts as none; 100 unless given. */
  answerWithinMs?: number
  /** A clock of its own for a simulation; else Redis's, which is the same for all replicas. */
  nowMs?: () => number
}

// The same decision as in `judge` and `combine`. KEYS: buckets; ARGV: the time or nothing, then quota and window of each.
const script = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local stored = redis.call('MGET', unpack(KEYS))
local strictest, remaining, reset, wait = 0, 0, 0, 0
local next = {}
for i = 1, #KEYS do
  local quota, window = tonumber(ARGV[i * 2]), tonumber(ARGV[i * 2 + 1])
  local interval = window / quota
  local full = math.max(now, tonumber(stored[i]) or now)
  if full > now + window + 1 then full = now + window - interval end
  next[i] = full + interval
  local late = next[i] - now - window
  local refused = late > 0.001
  local left = refused and 0 or math.floor((window - (next[i] - now)) / interval + 0.001)
  if strictest == 0 or (refused and late > wait) or (wait == 0 and left < remaining) then
    strictest, remaining = i, left
    reset = (refused and full or next[i]) - now
    if refused then wait = late end
  end
end
if wait == 0 then
  for i = 1, #KEYS do
    redis.call('SET', KEYS[i], string.format('%.3f', next[i]), 'PX', math.ceil(next[i] - now) + 1)
  end
end
return { strictest, remaining, math.ceil(reset), math.ceil(wait) }`

type Answer = [strictest: number, remaining: number, resetMs: number, waitMs: number]
type Decide = (keys: number, ...args: (string | number)[]) => Promise<Answer>

/** How long Redis is left alone after a failure. */
const restMs = 1000

/**
 * Limits that all replicas share, in one call to Redis for all limits of a request. While Redis can't be asked each replica
 * limits by itself: never an error, never no limit.
 */
export async function openRedisLimiter(options: RedisOptions): Promise<Limiter & { close: () => void }> {
  const { elapsedMs, nowMs, onChange, onFallback } = options
  const redis = await connect(options)
  const decide = (redis as unknown as { decide: Decide }).decide.bind(redis) // made by defineCommand, unknown to its types
  const local = openMemoryLimiter({ elapsedMs })
  let state: 'local' | 'shared' = 'shared'
  let askAgainAt = -Infinity
  let isTrying = false

  const enter = (next: typeof state, reason: string) => {
    if (state !== next) onChange(next, reason)
    state = next
  }
  const ask = async (limits: readonly Limit[]): Promise<Verdict> => {
    const keys = limits.map(({ bucket }) => `launchscore:limit:${bucket}`)
    const args = limits.flatMap(({ quota, windowMs }) => [quota, windowMs])
    return verdictOf(limits, await decide(keys.length, ...keys, nowMs?.() ?? '', ...args))
  }
  /** Of those who come while Redis is away one at a time tries: the others needn't wait. */
  const mayAsk = () => state === 'shared' || (!isTrying && elapsedMs() >= askAgainAt)
  const take = async (limits: readonly Limit[]): Promise<Verdict> => {
    if (mayAsk()) {
      try {
        isTrying = true
        const verdict = await ask(limits)
        enter('shared', '')
        if (verdict.isAllowed) local.decide(limits) // so that a failure of Redis refills nothing
        return verdict
      } catch (error) {
        askAgainAt = elapsedMs() + restMs
        enter('local', (error as Error).message)
      } finally {
        isTrying = false
      }
    }
    onFallback()
    return local.decide(limits)
  }
  return { take, refuses: local.refuses, close: () => redis.disconnect() }
}

/** Waits for the first connection a moment, and goes on without when there is none. */
async function connect({ url, answerWithinMs = 100 }: RedisOptions): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 500,
    commandTimeout: answerWithinMs,
    enableAutoPipelining: true,
    connectionName: 'launchscore',
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  })
  redis.on('error', () => {}) // each failing call tells
  redis.defineCommand('decide', { lua: script })
  await redis.connect().catch(() => {})
  return redis
}

function verdictOf(limits: readonly Limit[], [index, remaining, resetMs, waitMs]: Answer): Verdict {
  const strictest = limits[index - 1]
  if (!strictest) throw new Error('Redis named no limit')
  return { isAllowed: waitMs === 0, strictest, remaining, resetMs, waitMs }
}
