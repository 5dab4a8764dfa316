import { accessSync, constants, statSync } from 'node:fs'
import type { EnvReader } from '../platform/env.ts'
import { parseDatabaseUrl } from '../platform/network/database-servers.ts'

export interface DatabaseConfig {
  /** Null: the embedded database. It may name several servers, of which one is the primary. */
  databaseUrl: string | null
  /** The same database past a connection pooler, for LISTEN and migrations. */
  databaseDirectUrl: string | null
  /** A streaming replica of it, or several, for reads that may miss the last second. */
  databaseReadUrl: string | null
  /** Connections of the pool; a few more are for reads, LISTEN and migrations. */
  databasePoolMax: number
  preparedStatements: boolean
}

export function readDatabase(env: EnvReader): DatabaseConfig {
  env.needs(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'], 'DATABASE_URL')
  return {
    databaseUrl: readUrl(env, 'DATABASE_URL', ['read-write', 'primary']),
    databaseDirectUrl: readUrl(env, 'DATABASE_DIRECT_URL', ['read-write', 'primary']),
    databaseReadUrl: readUrl(env, 'DATABASE_READ_URL', ['standby', 'any']),
    databasePoolMax: env.integer('DATABASE_POOL_MAX', { min: 1, max: 1000 }) ?? 10,
    preparedStatements: env.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) !== 'off',
  }
}

const example = 'postgres://user:password@host:5432/database'
const examples = `${example}; several hosts are separated by commas: host1:5432,host2:5432`

/** The URL of one server or of several. The first of `sessions` is the one that is meant when the URL names none. */
function readUrl(env: EnvReader, name: string, sessions: string[]): string | null {
  const url = env.checked(name, (value) => parseDatabaseUrl(value) !== null, `must be a URL like ${examples}`)
  const { session = null, sslProblem = null, sslFiles = [] } = (url && parseDatabaseUrl(url)) || {}
  if (sslProblem !== null) env.problem(name, sslProblem)
  for (const { parameter, path } of sslFiles)
    if (!isReadable(path)) env.problem(name, `has an ${parameter} that is not a readable file`)
  if (session !== null && !sessions.includes(session))
    env.problem(name, `has a target_session_attrs that must be ${sessions.join(' or ')}`)
  return url
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
