import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/db.ts'
import { openEmbeddedDb } from '../../database/embedded-db.ts'
import { FolderUnusable } from '../../database/data-folder.ts'
import { type OpenDb, isSameDatabase, openServerDb } from '../../database/server-db.ts'
import type { WatchPool } from '../../database/watch-queries.ts'
import { ConfigError } from '../../platform/env.ts'
import type { Log } from '../../platform/log.ts'

/** Opens the configured database, without migrating it. */
export async function openDatabase(config: Config, log: Log, watch?: WatchPool): Promise<OpenDb<Database>> {
  const { databaseUrl, databaseDirectUrl, preparedStatements, statementTimeoutMs, databasePoolMax } = config
  const onReplica = (isInUse: boolean) =>
    isInUse
      ? log.info('reading lists from the replica')
      : log.warn('the replica is down or more than a second behind; reading lists from the primary')
  if (!databaseUrl) return openFolder(resolve(config.dataDir), log, watch)
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

async function openFolder(folder: string, log: Log, watch?: WatchPool): Promise<OpenDb<Database>> {
  process.umask(0o077)
  try {
    return await openEmbeddedDb(folder, { log, ...(watch && { watch }) })
  } catch (error) {
    throw error instanceof FolderUnusable ? new ConfigError([`DATA_DIR ${error.message}`]) : error
  }
}
