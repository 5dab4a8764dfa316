import type { EnvReader } from './env.ts'

export interface DatabaseConfig {
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

export function readDatabase(env: EnvReader): DatabaseConfig {
  const readUrl = (name: string) =>
    env.url(name, ['postgres', 'postgresql'], 'postgres://user:password@host:5432/database')
  env.needs(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'], 'DATABASE_URL')
  return {
    databaseUrl: readUrl('DATABASE_URL'),
    databaseDirectUrl: readUrl('DATABASE_DIRECT_URL'),
    databaseReadUrl: readUrl('DATABASE_READ_URL'),
    databasePoolMax: env.integer('DATABASE_POOL_MAX', { min: 1, max: 1000 }) ?? 10,
    preparedStatements: env.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
  }
}
