import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { FolderUnusable } from '../database/data-folder.ts'
import type { Database } from '../database/db.ts'
import { openEmbeddedDb } from '../database/embedded-db.ts'
import { isSameDatabase, type OpenDb, openServerDb } from '../database/server-db.ts'
import type { WatchPool } from '../database/watch-queries.ts'
import { ConfigError } from '../platform/env.ts'
import type { Log } from '../platform/log.ts'

interface DatabaseOptions {
  watch?: WatchPool
  /** Whether a new embedded database may have the tables of this release already; true by default. */
  withTables?: boolean
}

/** Opens the configured database, without migrating it. */
export async function openDatabase(config: Config, log: Log, options: DatabaseOptions = {}): Promise<OpenDb<Database>> {
  const { watch } = options
  const { databaseUrl, databaseDirectUrl, preparedStatements, statementTimeoutMs, databasePoolMax } = config
  let wasBehind = false
  const onReplica = (isInUse: boolean) => {
    if (!isInUse) log.warn('the replica is down or more than a second behind; reading lists from the primary')
    else if (wasBehind) log.info('reading lists from the replica again')
    wasBehind ||= !isInUse
  }
  if (!databaseUrl) return openFolder(resolve(config.dataDir), log, options)
  const opened = openServerDb<Database>({
    url: databaseUrl,
    directUrl: databaseDirectUrl,
    readUrl: config.databaseReadUrl,
    onReplica,
    prepared: preparedStatements,
    statementTimeoutMs,
    maxConnections: databasePoolMax,
    onIdleError: (error) => log.warn({ reason: error.message }, 'lost an idle database connection'),
    onPooler: () => log.warn('DATABASE_URL leads to a connection pooler: statements are not prepared'),
    ...(watch && { watch }),
  })
  if (databaseDirectUrl !== null) await requireSameDatabase(opened)
  return opened
}

/** Before a migration: it would change the other database, and the service would then start on one that lacks it. */
async function requireSameDatabase({ db, migrations, close }: OpenDb<Database>): Promise<void> {
  const isSame = await isSameDatabase(db, migrations).catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (isSame) return
  await close()
  throw new ConfigError(['DATABASE_DIRECT_URL leads to another database than DATABASE_URL'])
}

async function openFolder(folder: string, log: Log, options: DatabaseOptions): Promise<OpenDb<Database>> {
  process.umask(0o077)
  try {
    return await openEmbeddedDb(folder, { log, ...options })
  } catch (error) {
    throw error instanceof FolderUnusable ? new ConfigError([`DATA_DIR ${error.message}`]) : error
  }
}
