import { accessSync, constants, statSync } from 'node:fs'
import type { EnvReader } from '../platform/env.ts'
import { parseDatabaseUrl } from '../platform/network/database-servers.ts'

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
