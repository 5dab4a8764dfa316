import { Redis } from 'ioredis'
import { createMemoryLimiter, type Level, type Limit, type Limiter, toLevel, type Verdict } from './limiter.ts'
import { exponentialBackoff, jitteredBackoff } from './resilience/backoff.ts'

interface RedisOptions {
  url: string
  /** Separates this deployment's keys from others on the same Redis. */
  deployment: string
  elapsedMs: () => number
  onChange: (state: 'local' | 'shared', reason: string) => void
  onFallback: () => void
  /** Slower responses are ignored; 100 by default. */
  respondWithinMs?: number
  /** For simulations; Redis's clock by default, which all replicas share. */
  nowMs?: () => number
}

interface RedisLimiter extends Limiter {
  isShared: () => boolean
  close: () => void
}

// The same decision as in `evaluate` and `combine`. KEYS: buckets; ARGV: the time or nothing, the cost,
// then quota and window of each.
const script = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local cost = tonumber(ARGV[2])
local stored = redis.call('MGET', unpack(KEYS))
local strictest, remaining, reset, wait = 0, 0, 0, 0
local next = {}
for i = 1, #KEYS do
  local quota, window = tonumber(ARGV[i * 2 + 1]), tonumber(ARGV[i * 2 + 2])
  local interval = window / quota
  local full = math.max(now, tonumber(stored[i]) or now)
  if full > now + window + 1 then full = now + window - interval end
  next[i] = full + cost * interval
  local late = next[i] - now - window
  local refused = late > 0.001
  local at = refused and full or next[i]
  local left = math.max(0, math.floor((window - (at - now)) / interval + 0.001))
  if strictest == 0 or (refused and late > wait) or (wait == 0 and left < remaining) then
    strictest, remaining, reset = i, left, at - now
    if refused then wait = late end
  end
end
if wait == 0 then
  for i = 1, #KEYS do
    redis.call('SET', KEYS[i], string.format('%.17g', next[i]), 'PX', math.ceil(next[i] - now) + 1)
  end
end
return { strictest, remaining, math.ceil(reset), math.ceil(wait) }`

// Returns the time that `decide` uses, and a bucket. KEYS: the bucket; ARGV: the time or nothing.
const peekScript = `
local now = ARGV[1]
if now == '' then
  local time = redis.call('TIME')
  now = string.format('%.3f', time[1] * 1000 + time[2] / 1000)
end
return { now, redis.call('GET', KEYS[1]) }`

type LuaResult = [strictest: number, remaining: number, resetMs: number, waitMs: number]
interface Commands {
  decide: (keys: number, ...args: (string | number)[]) => Promise<LuaResult>
  peek: (keys: number, ...args: (string | number)[]) => Promise<[now: string, stored: string | null]>
}

/** Redis is not called for this long after a failure. */
const restMs = 1000

/**
 * One call to Redis per request. While Redis is unavailable, each replica limits by itself, so the limiter never fails.
 */
export async function openRedisLimiter(options: RedisOptions): Promise<RedisLimiter> {
  const { url, deployment, respondWithinMs = 100, elapsedMs, nowMs, onChange, onFallback } = options
  const connection = await connect(url, respondWithinMs)
  const { redis, faults } = connection
  const commands = redis as unknown as Commands // defineCommand adds them, unknown to ioredis's types
  const local = createMemoryLimiter({ elapsedMs })
  let state: 'local' | 'shared' = 'shared'
  let askAgainAt = -Infinity
  let isTrying = false

  const toName = ({ bucket }: Limit) => `launchscore:${deployment}:limit:${bucket}`
  const enter = (next: typeof state, reason: string) => {
    if (state !== next) onChange(next, reason)
    state = next
  }
  const ask = async (limits: readonly Limit[], cost: number): Promise<Verdict> => {
    if (faults.isDatabaseRefused) await selectDatabase(connection, respondWithinMs)
    const keys = limits.map(toName)
    const args = limits.flatMap(({ quota, windowMs }) => [quota, windowMs])
    const decided = commands.decide(keys.length, ...keys, nowMs?.() ?? '', cost, ...args)
    return toVerdict(limits, await withTimeout(decided, respondWithinMs))
  }
  /** While Redis is away, one caller at a time tries it and the others don't wait. */
  const mayAsk = () => state === 'shared' || (!isTrying && elapsedMs() >= askAgainAt)
  const consume = async (limits: readonly Limit[], cost = 1): Promise<Verdict> => {
    if (mayAsk()) {
      try {
        isTrying = true
        const verdict = await ask(limits, cost)
        enter('shared', '')
        if (verdict.isAllowed) local.decide(limits, cost) // so that a failure of Redis refills no bucket
        return verdict
      } catch (error) {
        askAgainAt = elapsedMs() + restMs
        enter('local', toReason(connection, error as Error))
      } finally {
        isTrying = false
      }
    }
    onFallback()
    return local.decide(limits, cost)
  }
  const isShared = () => state === 'shared' && redis.status === 'ready' && !faults.isDatabaseRefused
  const peek = async (limit: Limit): Promise<Level> => {
    if (state === 'local' || faults.isDatabaseRefused) return local.peek(limit)
    try {
      const found = commands.peek(1, toName(limit), nowMs?.() ?? '')
      const [now, stored] = await withTimeout(found, respondWithinMs)
      return toLevel(limit, stored === null ? undefined : Number(stored), Number(now))
    } catch {
      return local.peek(limit) // the next request finds out whether Redis is away
    }
  }
  return { consume, peek, refuses: local.refuses, isShared, close: () => redis.disconnect() }
}

const connectTimeoutMs = 500

const reconnectBackoff = jitteredBackoff(exponentialBackoff({ firstMs: 100, factor: 2, maxMs: 2000 }), Math.random)

interface Connection {
  redis: Redis
  /** ioredis reports faults by events; its calls fail without the reason. */
  faults: {
    /** null: no fault since the connection was ready. */
    reason: string | null
    isDatabaseRefused: boolean
  }
}

const toReason = ({ redis, faults }: Connection, { message }: Error): string =>
  redis.status === 'ready' ? message : (faults.reason ?? 'the connection is closed')

/** ioredis ignores a refused database and would continue with number 0, which others may use. */
async function selectDatabase({ redis, faults }: Connection, respondWithinMs: number): Promise<void> {
  await withTimeout(redis.select(redis.options.db ?? 0), respondWithinMs)
  faults.isDatabaseRefused = false
}

/** Continues without a connection after a short wait. */
async function connect(url: string, respondWithinMs: number): Promise<Connection> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: connectTimeoutMs + respondWithinMs, // also ends a connection whose first response never comes
    enableAutoPipelining: true,
    connectionName: 'launchscore',
    retryStrategy: reconnectBackoff,
  })
  const faults: Connection['faults'] = { reason: null, isDatabaseRefused: false }
  redis.on('error', (error: RedisFault) => {
    if (error.command?.name === 'select') faults.isDatabaseRefused = true
    else faults.reason = error.message || (error.code ?? null) // the error of several addresses has no message
  })
  redis.on('ready', () => void (faults.reason = null))
  redis.defineCommand('decide', { lua: script })
  redis.defineCommand('peek', { lua: peekScript })
  await redis.connect().catch(() => {})
  return { redis, faults }
}

type RedisFault = NodeJS.ErrnoException & { command?: { name: string } }

/**
 * A timer of a blocked event loop fires before waiting responses are read, so the timeout reads them first: a busy
 * process is no reason to limit without Redis.
 */
function withTimeout<T>(response: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`Redis did not respond within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(expire), ms)
    void response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function toVerdict(limits: readonly Limit[], [index, remaining, resetMs, waitMs]: LuaResult): Verdict {
  const strictest = limits[index - 1]
  if (!strictest) throw new Error('Redis named no limit')
  return { isAllowed: waitMs === 0, strictest, remaining, resetMs, waitMs }
}

const pingTimeoutMs = 5000

/** Rejects with the reason. */
export async function pingRedis(url: string, signal: AbortSignal): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: pingTimeoutMs,
    commandTimeout: 2 * pingTimeoutMs,
    connectionName: 'launchscore doctor',
    retryStrategy: () => null,
  })
  // A refused password or database shows as an event; the call would only say that the connection is closed.
  const failed = Promise.withResolvers<never>()
  redis.on('error', failed.reject)
  failed.promise.catch(() => {})
  const stop = () => failed.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), failed.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    redis.disconnect()
  }
}
