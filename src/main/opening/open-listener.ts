import type { Database } from '../../database/db.ts'
import {
  type ListenerState,
  type NotificationListener,
  createServerListener,
  neverCurrentListener,
} from '../../database/listener.ts'
import type { OpenDb } from '../../database/server-db.ts'
import type { Deps } from '../../deps.ts'
import type { Log } from '../../platform/log.ts'
import { observe } from '../../platform/metrics.ts'

interface ListenerParts extends Pick<Deps, 'config' | 'random' | 'log' | 'metrics'> {
  database: OpenDb<Database>
  elapsedMs: () => number
}

/** Without notifications, new deliveries are found at the next interval, and each key is checked once a second. */
export function openListener(parts: ListenerParts): NotificationListener {
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
