import { accessSync, constants, statSync } from 'node:fs'
import { parseDatabaseUrl } from '../platform/database-servers.ts'
import { canDecodeCredentials, type EnvReader } from '../platform/env.ts'
import { isEncryptionKey, parseEncryptionKey } from '../platform/secret-box.ts'

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

interface DatabaseConfig {
  /** Null: the embedded database. */
  databaseUrl: string | null
  /** The same database past a connection pooler, for LISTEN and migrations. */
  databaseDirectUrl: string | null
  /** A streaming replica of it, for reads that may miss the last second. */
  databaseReadUrl: string | null
  /** Connections of the pool; a few more are for reads, LISTEN and migrations. */
  databasePoolMax: number
  preparedStatements: boolean
}

function readDatabase(env: EnvReader): DatabaseConfig {
  env.needs(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'], 'DATABASE_URL')
  return {
    databaseUrl: readUrl(env, 'DATABASE_URL', 'the primary'),
    databaseDirectUrl: readUrl(env, 'DATABASE_DIRECT_URL', 'the primary'),
    databaseReadUrl: readUrl(env, 'DATABASE_READ_URL', 'a replica'),
    databasePoolMax: env.integer('DATABASE_POOL_MAX', { min: 1, max: 1000 }) ?? 10,
    preparedStatements: env.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
  }
}

const example = 'postgres://user:password@host:5432/database'

/** The URL of one host, which leads to `server`. */
function readUrl(env: EnvReader, name: string, server: string): string | null {
  const text = env.checked(name, (value) => parseDatabaseUrl(value) !== null, `must be a URL like ${example}`)
  const url = text === null ? null : parseDatabaseUrl(text)
  if (!url) return text
  if (url.namesSeveralHosts)
    env.problem(
      name,
      `names several hosts; set it to one that always leads to ${server}: a virtual address, a DNS name, or a proxy such as HAProxy or PgBouncer`,
    )
  if (url.sslProblem !== null) env.problem(name, url.sslProblem)
  for (const { parameter, path } of url.sslFiles)
    if (!isReadable(path)) env.problem(name, `has an ${parameter} that is not a readable file`)
  return text
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
