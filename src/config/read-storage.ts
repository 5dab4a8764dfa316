import { type DatabaseConfig, readDatabase } from './read-database.ts'
import type { EnvReader } from '../platform/env.ts'
import { canDecodeCredentials } from '../platform/network/url-credentials.ts'
import { isEncryptionKey, parseEncryptionKey } from '../platform/crypto/encryption-key.ts'

/** Where the service stores its data, and how it encrypts what is secret. */
export interface StorageConfig extends DatabaseConfig {
  dataDir: string
  /** Where replicas share their limits; null: each process keeps its own in memory. */
  redisUrl: string | null
  /** Bytes that scorings may store in a UTC day, all together (D83); one client network a tenth of them. */
  storeDailyBytes: number
  /** The keys that encrypt stored secrets. `current` is null without ENCRYPTION_KEY; embedded, a key is then generated. */
  encryptionKeys: { current: Buffer | null; previous: Buffer[] }
}

export const readStorage = (env: EnvReader): StorageConfig => ({
  dataDir: env.text('DATA_DIR') ?? './data',
  ...readDatabase(env),
  redisUrl: readRedisUrl(env),
  storeDailyBytes: env.integer('STORE_DAILY_BYTES', { min: 1 }) ?? 2_147_483_648,
  encryptionKeys: readEncryptionKeys(env),
})

function readRedisUrl(env: EnvReader): string | null {
  const url = env.url('REDIS_URL', ['redis', 'rediss'], 'redis://127.0.0.1:6379')
  if (url === null || canCallRedis(new URL(url))) return url
  env.problem(
    'REDIS_URL',
    'must have a number as its database (redis://host:6379/0), and a percent-encoded user name and password',
  )
  return null
}

/** The parameter `db` counts for ioredis like a path does. */
const canCallRedis = (url: URL): boolean =>
  /^(\/\d{0,9})?$/.test(url.pathname) && /^\d{0,9}$/.test(url.searchParams.get('db') ?? '') && canDecodeCredentials(url)

function readEncryptionKeys(env: EnvReader): StorageConfig['encryptionKeys'] {
  // embedded, the generated key is the current one
  if (env.text('DATABASE_URL') !== null) env.needs(['ENCRYPTION_KEY_PREVIOUS'], 'ENCRYPTION_KEY')
  const current = env.checked('ENCRYPTION_KEY', isEncryptionKey, 'must be 32 bytes in base64')
  const rule = 'must be a comma-separated list of 32-byte keys in base64'
  const previous = env.list('ENCRYPTION_KEY_PREVIOUS', isEncryptionKey, rule)
  return { current: current ? parseEncryptionKey(current) : null, previous: previous.map(parseEncryptionKey) }
}
