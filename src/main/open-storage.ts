import type { Database } from '../database/db.ts'
import {
  createServerListener,
  type ListenerState,
  neverCurrentListener,
  type NotificationListener,
} from '../database/listener.ts'
import type { OpenDb } from '../database/server-db.ts'
import { watchQueries } from '../database/watch-queries.ts'
import type { Deps } from '../deps.ts'
import { observePools } from '../operations/metrics.ts'
import type { Log } from '../platform/log.ts'
import { observe } from '../platform/metrics.ts'
import { openDatabase } from './open-database.ts'

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
  const database = given ?? (await openDatabase(config, log, { watch: watchQueries(metrics) }))
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
  let wasLost = false
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
    if (!isConnected || wasLost) logListener(log, state)
    wasLost ||= !isConnected
  }
  return createServerListener({ url, elapsedMs, id: random.uuid(), onChange })
}

function logListener(log: Log, state: ListenerState): void {
  if (state === 'listening') return log.info('listening for changes of other processes again')
  const reason = 'not listening for changes of other processes; each API key is checked once a second'
  log.warn(
    state === 'pooled' ? `${reason}. Set DATABASE_DIRECT_URL to the server behind the connection pooler` : reason,
  )
}
