import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { systemClock } from '../platform/clock.ts'
import { type OpenDb, openServerDb } from '../database/server-db.ts'
import { openEmbeddedDb } from '../database/embedded/embedded-db.ts'
import { type Log, createLog } from '../platform/log.ts'
import { openCallers } from './open-callers.ts'
import { openOutbounds } from './open-outbounds.ts'
import { createProviders } from './create-providers.ts'
import { createChannels } from '../notifications/create-channels.ts'
import { createNetworkHash } from '../keys/network-hash.ts'
import { ConfigError } from '../platform/env.ts'
import { FolderUnusable } from '../database/embedded/folder-lock.ts'
import { type NotificationListener, neverCurrentListener } from '../database/notification-listener.ts'
import { type ListenerState, createServerListener } from '../database/server-listener.ts'
import { createMetrics, observe } from '../platform/metrics.ts'
import { observePools } from '../health/observe-pools.ts'
import type { Tracer } from '../platform/tracing/trace.ts'
import { type WatchPool, watchQueries } from '../database/watch-queries.ts'
import { getVersion } from '../platform/package-version.ts'
import { openSharedClock } from '../database/shared-clock.ts'
import { systemRandom } from '../platform/random.ts'
import { imageAgent } from '../platform/http/service-header.ts'
import { createImages } from '../providers/images/images-http.ts'
import { createDailyBytes } from '../scoring/admission/daily-bytes.ts'
import { createDailyScores } from '../scoring/admission/daily-scores.ts'
import { createScoringQueues } from '../scoring/admission/scoring-queues.ts'
import { createTakedownEpoch } from '../scoring/takedown/shown-cache.ts'
import { DeliveryWorker } from '../delivery/worker.ts'
import { openActivePrompt } from '../judge/versions/active-prompt.ts'
import { openIsolatedRules } from '../judge/isolated-rules.ts'
import { openSecrets } from './open-secrets.ts'
import { disableSubscription } from '../webhooks/subscriptions/disable-subscription.ts'
import type { ServiceDeps } from './service-deps.ts'

/** Replacements for tests. */
export type Given = Partial<Pick<Deps, 'clock' | 'random' | 'log'>> & {
  database?: OpenDb<Database>
  /** A bot API in place of Telegram's. */
  telegram?: { apiBase?: string; spacingMs?: number }
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}

/** Opens the outside world as configured. Nothing else opens connections or picks an implementation. */
export async function openDeps(
  config: Config,
  given: Given = {},
): Promise<{ deps: ServiceDeps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = createLog(config.logLevel) } = given
  const metrics = createMetrics()
  const tracer = await openTracer(config, { random, log })
  const database = given.database ?? (await openDatabase(config, log, watchQueries(metrics)))
  observePools(metrics, database)
  const {
    outbound,
    forImages,
    close: closeOutbounds,
  } = openOutbounds({ config, metrics, ...(given.ca && { ca: given.ca }) })
  const providers = createProviders({ config, db: database.db, clock, metrics, log })
  const images = createImages({ outbound: forImages, metrics, userAgent: imageAgent(config.serviceName) })
  const { db, reads, migrations, takeSnapshot = refuseSnapshot } = database
  const channels = createChannels({
    config,
    db,
    outbound: outbound.push,
    log,
    ...(given.telegram && { telegram: given.telegram }),
  })
  const { elapsedMs = () => performance.now() } = given
  const listener = openListener(config, { database, random, log, metrics, elapsedMs })
  const takedownEpoch = createTakedownEpoch({ listener, elapsedMs })
  const activePrompt = openActivePrompt({ reads, log, elapsedMs, listener })
  const callers = await openCallers({ config, db, reads, clock, log, metrics, elapsedMs, listener })
  const { keys, limiter, limitedCallers } = callers
  const secrets = openSecrets(config, { isFolderOurs: !config.databaseUrl && !given.database })
  const sharedClock = given.clock ? { now: clock.now, sync: async () => {} } : openSharedClock(db)
  const deliveryWorker = new DeliveryWorker({
    config,
    db,
    secrets,
    webhookOutbound: outbound.webhooks,
    sharedClock,
    listener,
    disableSubscription: (id, reason) => disableSubscription({ db, clock, random, log }, id, reason),
    random,
    metrics,
    log,
  })
  const isolatedRules = openIsolatedRules()
  const close = async () => {
    deliveryWorker.close()
    await callers.close()
    await listener.close()
    await closeOutbounds()
    await isolatedRules.close()
    await database.close()
    await tracer?.close()
  }
  const replica = openReplicaDeps({ database, clock, metrics })
  const hashNetwork = createNetworkHash({ db, random })
  const dailyScores = createDailyScores({ config, db, clock, metrics, log })
  const scorings = createScoringQueues({ maxInFlight: config.scoreMaxInFlight, metrics })
  const ports = {
    isolatedRules,
    ...providers,
    hashNetwork,
    dailyScores,
    scorings,
    dailyBytes: createDailyBytes({ config, db, clock, metrics, log }),
    images,
    takedownEpoch,
    activePrompt,
    channels,
    outbound,
    keys,
    limiter,
    limitedCallers,
    secrets,
    sharedClock,
    deliveryWorker,
    tracer,
  }
  return {
    deps: { config, db, reads, replica, migrations, takeSnapshot, ...ports, clock, random, metrics, log },
    close,
  }
}

/** Loads OpenTelemetry's SDK only if traces are exported. */
async function openTracer(config: Config, { random, log }: Pick<Deps, 'random' | 'log'>): Promise<Tracer | null> {
  if (!config.otlp) return null
  const { openOtlpTracer } = await import('../platform/tracing/otlp-tracer.ts')
  const resource = { serviceName: config.serviceName, version: getVersion(), instanceId: random.uuid() }
  const onChange = (state: 'failing' | 'working', reason: string) => {
    if (state === 'failing')
      log.warn({ reason }, 'traces can’t be exported; spans are lost until the receiver responds')
    else log.info('traces are exported again')
  }
  return openOtlpTracer({ ...config.otlp, resource, onChange })
}

/** The time up to which the replica misses nothing takes the place of the present. */
function openReplicaDeps(parts: Pick<Deps, 'clock' | 'metrics'> & { database: OpenDb<Database> }) {
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

interface ListenerParts extends Pick<Deps, 'random' | 'log' | 'metrics'> {
  database: OpenDb<Database>
  elapsedMs: () => number
}

/** Without notifications, new deliveries are found at the next interval, and each key is checked once a second. */
function openListener(config: Config, parts: ListenerParts): NotificationListener {
  const { database, random, log, metrics, elapsedMs } = parts
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
  return openServerDb({
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
}

async function openFolder(folder: string, log: Log, watch?: WatchPool): Promise<OpenDb<Database>> {
  process.umask(0o077)
  try {
    return await openEmbeddedDb(folder, { log, ...(watch && { watch }) })
  } catch (error) {
    throw error instanceof FolderUnusable ? new ConfigError([`DATA_DIR ${error.message}`]) : error
  }
}
