import { Redis } from 'ioredis'

const connectTimeoutMs = 5000

/** Rejects with the reason. */
export async function pingRedis(url: string, signal: AbortSignal): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: 2 * connectTimeoutMs,
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
