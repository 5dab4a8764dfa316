import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { FolderUnusable } from '../database/data-folder.ts'
import type { Database } from '../database/db.ts'
import { openEmbeddedDb } from '../database/embedded-db.ts'
import {
  createServerListener,
  type ListenerState,
  neverCurrentListener,
  type NotificationListener,
} from '../database/listener.ts'
import { isSameDatabase, type OpenDb, openServerDb } from '../database/server-db.ts'
import { type WatchPool, watchQueries } from '../database/watch-queries.ts'
import type { Deps } from '../deps.ts'
import { observePools } from '../operations/metrics.ts'
import { ConfigError } from '../platform/env.ts'
import type { Log } from '../platform/log.ts'
import { observe } from '../platform/metrics.ts'

interface StorageParts extends Pick<Deps, 'config' | 'clock' | 'random' | 'log' | 'metrics'> {
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number
}

interface OpenStorage {
  storage: Pick<Deps, 'db' | 'reads' | 'replica' | 'migrations' | 'takeSnapshot'>
  listener: NotificationListener
  close: () => Promise<void>
}

/** Opens the database, or takes the one that is given, and listens to its notifications. */
export async function openStorage(parts: StorageParts, given?: OpenDb<Database>): Promise<OpenStorage> {
  const { config, log, metrics } = parts
  const database = given ?? (await openDatabase(config, log, watchQueries(metrics)))
  observePools(metrics, database)
  const listener = openListener({ ...parts, database })
  const replica = openReplica({ ...parts, database })
  const { db, reads, migrations, takeSnapshot = refuseSnapshot } = database
  return { storage: { db, reads, replica, migrations, takeSnapshot }, listener, close: () => database.close() }
}

/**
 * The reads and the clock for lists. With a replica, the clock returns the time up to which the replica has all
 * changes.
 */
function openReplica(parts: StorageParts & { database: OpenDb<Database> }) {
  const { clock, database } = parts
  const { replica } = database
  observe(parts.metrics, {
    name: 'launchscore_replica_in_use',
    help: 'Whether lists are read from the replica of DATABASE_READ_URL; 0: it is down, or more than a second behind',
    labelNames: [],
    collect: (set) => {
      const isInUse = replica?.isInUse()
      if (isInUse !== undefined) set({}, Number(isInUse))
    },
  })
  if (!replica) return { reads: database.reads, clock }
  return { reads: replica.reads, clock: { now: () => new Date(clock.now().getTime() - Math.ceil(replica.ageMs())) } }
}

const refuseSnapshot = () => Promise.reject(new Error('A server is backed up without the service.'))

/** Without notifications, new deliveries are found at the next interval, and each key is checked once a second. */
function openListener(parts: StorageParts & { database: OpenDb<Database> }): NotificationListener {
  const { config, database, random, log, metrics, elapsedMs } = parts
  const url = config.databaseDirectUrl ?? config.databaseUrl
  let isConnected = url === null // there is no other process
  observe(metrics, {
    name: 'launchscore_listener_connected',
    help: 'Whether this process hears of the changes of other processes (LISTEN)',
    labelNames: [],
    collect: (set) => set({}, Number(isConnected)),
  })
  if (database.listener) return database.listener
  if (url === null) return neverCurrentListener
  const onChange = (state: ListenerState) => {
    isConnected = state === 'listening'
    logListener(log, state)
  }
  return createServerListener({ url, elapsedMs, id: random.uuid(), onChange })
}

function logListener(log: Log, state: ListenerState): void {
  if (state === 'listening') return log.info('listening for changes of other processes')
  const reason = 'not listening for changes of other processes; each API key is checked once a second'
  log.warn(
    state === 'pooled' ? `${reason}. Set DATABASE_DIRECT_URL to the server behind the connection pooler` : reason,
  )
}

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
