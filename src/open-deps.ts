import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { Database, Deps } from './deps.ts'
import { systemClock } from './platform/clock.ts'
import { type OpenDb, openEmbeddedDb, openServerDb } from './platform/db.ts'
import { type Log, openLog } from './platform/log.ts'
import { openProviders } from './open-providers.ts'
import { openTransports } from './notifications/open-transports.ts'
import { openMetrics } from './platform/metrics.ts'
import { openOutbound } from './platform/outbound.ts'
import { systemRandom } from './platform/random.ts'
import { openImages } from './providers/images-http.ts'

/** What tests set instead of the real thing. */
export type Given = Partial<Pick<Deps, 'clock' | 'random' | 'log'>> & {
  database?: OpenDb<Database>
  /** Another bot API than Telegram's. */
  telegram?: { apiBase?: string; spacingMs?: number }
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}

/** Opens the outside world as configured: the only place that opens connections or picks an implementation. */
export async function openDeps(config: Config, given: Given = {}): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = openLog(config.logLevel) } = given
  const metrics = openMetrics()
  const database = given.database ?? (await openDatabase(config, log))
  const outbound = openOutbound({ allow: config.outboundAllow, ...(given.ca && { ca: given.ca }) })
  const providers = openProviders({ config, db: database.db, clock, metrics, log })
  const images = openImages({ outbound })
  const { db, reads } = database
  const transports = openTransports({ config, db, outbound, log, ...(given.telegram && { telegram: given.telegram }) })
  const close = async () => {
    await outbound.close()
    await database.close()
  }
  return { deps: { config, db, reads, images, ...providers, transports, outbound, clock, random, metrics, log }, close }
}

async function openDatabase(config: Config, log: Log): Promise<OpenDb<Database>> {
  const { databaseUrl, preparedStatements } = config
  if (!databaseUrl) return openEmbeddedDb(resolve(config.dataDir))
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'an idle database connection was lost')
  return openServerDb({ url: databaseUrl, prepared: preparedStatements, onIdleError })
}
