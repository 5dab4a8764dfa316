import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Database, Deps } from './deps.ts'
import { systemClock } from './platform/clock.ts'
import { type OpenDb, openEmbeddedDb, openServerDb } from './platform/db.ts'
import { type Log, openLog } from './platform/log.ts'
import { openCallers } from './open-callers.ts'
import { openProviders } from './open-providers.ts'
import { openTransports } from './notifications/open-transports.ts'
import { ConfigError } from './platform/env.ts'
import { FolderUnusable } from './platform/folder-lock.ts'
import { type Hear, hearNothing, hearServer } from './platform/listener.ts'
import { openMetrics } from './platform/metrics.ts'
import { openOutbound } from './platform/outbound.ts'
import { openSharedClock } from './platform/shared-clock.ts'
import { systemRandom } from './platform/random.ts'
import { openImages } from './providers/images-http.ts'
import { openDispatcher } from './webhooks/dispatcher.ts'
import { openSecrets } from './open-secrets.ts'

/** What tests set instead of the real thing. */
export type Given = Partial<Pick<Deps, 'clock' | 'random' | 'log'>> & {
  database?: OpenDb<Database>
  /** Another bot API than Telegram's. */
  telegram?: { apiBase?: string; spacingMs?: number }
  /** Another clock for whatever only grows older, in milliseconds. */
  elapsedMs?: () => number
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}

/** Opens the outside world as configured: the only place that opens connections or picks an implementation. */
export async function openDeps(config: Config, given: Given = {}): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = openLog(config.logLevel) } = given
  const metrics = openMetrics()
  const database = given.database ?? (await openDatabase(config, log))
  const guard = { allow: config.outboundAllow, ...(given.ca && { ca: given.ca }) }
  const outbound = openOutbound(guard)
  const courier = openOutbound({ ...guard, connections: null })
  const providers = openProviders({ config, db: database.db, clock, metrics, log })
  const images = openImages({ outbound })
  const { db, reads, migrations } = database
  const transports = openTransports({ config, db, outbound, log, ...(given.telegram && { telegram: given.telegram }) })
  const { elapsedMs = () => performance.now() } = given
  const isShared = given.database !== undefined
  const callers = await openCallers({ config, db, reads, clock, random, log, metrics, elapsedMs, isShared })
  const { keys, limiter } = callers
  const secrets = openSecrets(config, { isFolderOurs: !config.databaseUrl && !given.database })
  const sharedClock = given.clock ? { now: clock.now, sync: async () => {} } : openSharedClock(db)
  const hear = openHearing(config, { database, random, elapsedMs })
  const dispatcher = openDispatcher({ config, db, secrets, outbound: courier, sharedClock, hear, random, metrics, log })
  const close = async () => {
    await dispatcher.close()
    await callers.close()
    await outbound.close()
    await courier.close()
    await database.close()
  }
  const ports = { ...providers, images, transports, outbound, keys, limiter, secrets, dispatcher }
  return { deps: { config, db, reads, migrations, ...ports, clock, random, metrics, log }, close }
}

/** How new deliveries of other replicas are heard of; unheard, they are found at the next interval. */
function openHearing(
  { databaseUrl: url }: Config,
  { database, random, elapsedMs }: Pick<Deps, 'random'> & { database: OpenDb<Database>; elapsedMs: () => number },
): Hear {
  if (database.hear) return database.hear
  return url === null ? hearNothing : hearServer({ url, elapsedMs, id: random.uuid(), onChange: () => {} })
}

async function openDatabase(config: Config, log: Log): Promise<OpenDb<Database>> {
  const { databaseUrl, preparedStatements, statementTimeoutMs } = config
  if (!databaseUrl) return openFolder(resolve(config.dataDir))
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'an idle database connection was lost')
  return openServerDb({ url: databaseUrl, prepared: preparedStatements, statementTimeoutMs, onIdleError })
}

async function openFolder(folder: string): Promise<OpenDb<Database>> {
  try {
    return await openEmbeddedDb(folder)
  } catch (error) {
    throw error instanceof FolderUnusable ? new ConfigError([`DATA_DIR ${error.message}`]) : error
  }
}
