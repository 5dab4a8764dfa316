import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { createBudgets } from '../activity/budgets.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/db.ts'
import type { NotificationListener } from '../database/listener.ts'
import type { OpenDb } from '../database/server-db.ts'
import { createSharedClock } from '../database/shared-clock.ts'
import type { Deps } from '../deps.ts'
import { createLimitedCallers, createNetworkHash } from '../keys/limited-callers.ts'
import { createNearLimits } from '../keys/near-limits.ts'
import { openKeys } from '../keys/open-keys.ts'
import { createTelegramBot } from '../notifications/channels/telegram-bot.ts'
import { createChannels } from '../notifications/create-channels.ts'
import { imageAgent } from '../platform/http/headers.ts'
import { createMemoryLimiter, type Limiter } from '../platform/limiter.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics, observe } from '../platform/metrics.ts'
import { openOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createResolver } from '../platform/outbound/resolver.ts'
import { systemRandom } from '../platform/random.ts'
import { getVersion } from '../platform/release.ts'
import { createSecretBox, findEncryptionKey, keepEncryptionKey, type SecretBox } from '../platform/secret-box.ts'
import { systemClock } from '../platform/time.ts'
import type { Tracer } from '../platform/trace.ts'
import { createImages } from '../providers/images/images-http.ts'
import { createScoringQueues } from '../scoring/admission.ts'
import { createDailyScores } from '../scoring/daily-scores.ts'
import { createKeyWaits } from '../scoring/idempotency.ts'
import { createTakedownEpoch } from '../scoring/shown-body.ts'
import { createActivePrompt } from '../signals/judge/activation.ts'
import { releasedVersions } from '../signals/judge/prompts.ts'
import { releasedSignals } from '../signals/registry.ts'
import { DeliveryWorker } from '../webhooks/delivery-worker.ts'
import { disableSubscription } from '../webhooks/disable-subscription.ts'
import { createProviders } from './create-providers.ts'
import { openStorage } from './open-storage.ts'

/** Replacements for tests. */
export type Overrides = Partial<Deps> & {
  database?: OpenDb<Database>
  /** The configured database, if it is open already. */
  opened?: OpenDb<Database>
  /** A bot API in place of Telegram's. */
  telegram?: { apiBase?: string; spacingMs?: number; waitSeconds?: number }
  /** A monotonic clock in milliseconds. */
  elapsedMs?: () => number
  /** The part of the providers' plans that this process uses; all by default. */
  planShare?: number
  /** Certificate authorities that are trusted beside the system's. */
  ca?: string
}

/** Opens the dependencies as configured. Nothing else opens connections or picks an implementation. */
export async function openDeps(
  config: Config,
  given: Overrides = {},
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { clock = systemClock, random = systemRandom, log = createLog(config.logLevel) } = given
  const { elapsedMs = () => performance.now(), versions = releasedVersions, signals = releasedSignals } = given
  const { metrics = createMetrics() } = given
  const own = { config, clock, random, log, metrics, versions, signals }
  const tracer = await openTracer(own)
  const {
    storage,
    listener,
    close: closeStorage,
  } = await openStorage({ ...own, elapsedMs }, given.database ?? given.opened)
  const { planShare = 1 } = given
  const parts = { ...own, ...storage, listener, elapsedMs, planShare }
  const { outbound, forImages, close: closeOutbounds } = openOutbounds({ ...own, ...(given.ca && { ca: given.ca }) })
  const providers = createProviders(parts, forImages)
  const { callers, close: closeCallers } = await openCallers(parts)
  const senders = openSenders(parts, outbound, given)
  const scoring = openScoring(parts, forImages)
  const close = async () => {
    senders.deliveryWorker.close()
    await closeCallers()
    await listener.close()
    await closeOutbounds()
    await closeStorage()
    await tracer?.close()
  }
  const deps = { ...own, ...storage, ...providers, ...callers, ...senders, ...scoring, outbound, tracer, scorer: null }
  return { deps, close }
}

/** What is open before the rest of `deps`. */
interface Parts extends Pick<Deps, 'config' | 'db' | 'reads' | 'clock' | 'random' | 'log' | 'metrics' | 'versions'> {
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number
  listener: NotificationListener
}

/** Loads OpenTelemetry's SDK only if traces are exported. */
async function openTracer({ config, random, log }: Pick<Deps, 'config' | 'random' | 'log'>): Promise<Tracer | null> {
  if (!config.otlp) return null
  const { openOtlpTracer } = await import('../platform/otlp-tracer.ts')
  const resource = { serviceName: config.serviceName, version: getVersion(), instanceId: random.uuid() }
  const onChange = (state: 'failing' | 'working', reason: string) => {
    if (state === 'failing')
      log.warn({ reason }, 'traces can’t be exported; spans are lost until the receiver responds')
    else log.info('traces are exported again')
  }
  return openOtlpTracer({ ...config.otlp, resource, onChange })
}

interface Outbounds extends Pick<Deps, 'outbound'> {
  forImages: Outbound
  close: () => Promise<void>
}

/**
 * Opens the guarded HTTP clients for URLs that strangers choose. Each use has its own resolver, so that slow names of one delay
 * no other. Their senders share fairly between subscriptions, so any number of their look-ups may wait.
 */
export function openOutbounds({ config, metrics, ca }: Pick<Deps, 'config' | 'metrics'> & { ca?: string }): Outbounds {
  const guard = { allow: config.outboundAllow, ...(ca !== undefined && { ca }) }
  const ofService = { metrics, servers: config.dnsServers }
  const ofSenders = { ...ofService, maxWaitingPerNetwork: 1024 }
  const push = openOutbound({ ...guard, use: 'push', resolve: createResolver({ name: 'push look-ups', ...ofSenders }) })
  const webhooks = openOutbound({
    ...guard,
    use: 'webhooks',
    resolve: createResolver({ name: 'webhook look-ups', ...ofSenders }),
    connections: null, // the delivery worker limits them
  })
  const forImages = openOutbound({
    ...guard,
    use: 'images',
    resolve: createResolver({ name: 'image look-ups', ...ofService }),
    connections: 'unshared',
  })
  const close = async () => {
    await Promise.all([push, webhooks, forImages].map((one) => one.close()))
  }
  return { outbound: { push, webhooks }, forImages, close }
}

interface Callers {
  callers: Pick<Deps, 'keys' | 'limiter' | 'limitedCallers' | 'nearLimits' | 'hashNetwork'>
  close: () => Promise<void>
}

/** Opens what authenticates and limits callers: keys, the rate limiter, and the hashes of client networks. */
async function openCallers(parts: Parts): Promise<Callers> {
  const { limiter, close: closeLimiter } = await openLimiter(parts)
  const { keys, close: closeKeys } = openKeys(parts)
  const limitedCallers = createLimitedCallers(parts.clock)
  const nearLimits = createNearLimits({ ...parts, peek: limiter.peek })
  const hashNetwork = createNetworkHash(parts)
  const callers = { keys, limiter, limitedCallers, nearLimits, hashNetwork }
  return { callers, close: () => closeKeys().finally(closeLimiter) }
}

/** Limits in memory, or in Redis for all replicas together. */
async function openLimiter(parts: Parts): Promise<{ limiter: Limiter; close: () => void }> {
  const { config, log, metrics, elapsedMs } = parts
  if (config.redisUrl === null) return { limiter: createMemoryLimiter({ elapsedMs }), close: () => {} }
  const { openRedisLimiter } = await import('../platform/limiter-redis.ts')
  const limiter = await openRedisLimiter({
    url: config.redisUrl,
    deployment: nameDeployment(config),
    elapsedMs,
    onFallback: () => metrics.limiterFallbacks.inc(),
    onChange: (state, reason) => {
      if (state === 'local') log.warn({ reason }, 'Redis is unavailable; this process counts limits in memory')
      else log.info('Redis is available; limits are shared again')
    },
  })
  observe(metrics, {
    name: 'launchscore_redis_up',
    help: 'Whether Redis counts the rate limits; 0: this process counts them in memory',
    labelNames: [],
    collect: (set) => set({}, Number(limiter.isShared())),
  })
  return { limiter, close: limiter.close }
}

type Senders = Pick<Deps, 'channels' | 'telegramBot' | 'secrets' | 'sharedClock' | 'deliveryWorker'>

/** Opens what sends notifications and webhook deliveries when they are due. */
function openSenders(parts: Parts, outbound: Deps['outbound'], given: Overrides): Senders {
  const { config, db, clock, random, log, metrics } = parts
  const { telegram } = given
  const secrets = createSecrets(config, { isFolderOurs: !config.databaseUrl && !given.database })
  const bot = config.notify.telegram
  const telegramBot = bot && createTelegramBot({ ...bot, ...telegram })
  const channels = createChannels({
    config,
    db,
    outbound: outbound.push,
    log,
    secrets,
    telegramBot,
    ...(telegram && { telegram }),
  })
  // from 0, so that an increase counts the first failure too
  for (const { name } of channels) metrics.sends.inc({ queue: 'notifications', target: name, outcome: 'failed' }, 0)
  const sharedClock = given.clock ? { now: given.clock.now, sync: async () => {} } : createSharedClock(db)
  const deliveryWorker = new DeliveryWorker({
    ...parts,
    secrets,
    sharedClock,
    webhookOutbound: outbound.webhooks,
    disableSubscription: (id, grounds) => disableSubscription({ db, clock, random, log }, id, grounds),
  })
  return { channels, telegramBot, secrets, sharedClock, deliveryWorker }
}

/**
 * With the embedded database, the key is created once in the data folder, and still decrypts when ENCRYPTION_KEY is set later.
 * Replicas on a server must share a key, so none is created there: null (D46).
 */
export function createSecrets(
  { dataDir, encryptionKeys: { current, previous } }: Pick<Config, 'dataDir' | 'encryptionKeys'>,
  { isFolderOurs }: { isFolderOurs: boolean },
): SecretBox | null {
  if (!isFolderOurs) return current && createSecretBox([current, ...previous])
  const folder = resolve(dataDir)
  if (!current) return createSecretBox([keepEncryptionKey(folder), ...previous])
  const made = findEncryptionKey(folder)
  return createSecretBox([current, ...previous, ...(made ? [made] : [])])
}

type Scoring = Pick<
  Deps,
  'images' | 'dailyScores' | 'budgets' | 'scorings' | 'keyWaits' | 'activePrompt' | 'takedownEpoch'
>

/** Opens the dependencies of scoring: images, quotas, queues, the active prompt and take-downs. */
function openScoring(parts: Parts, forImages: Outbound): Scoring {
  const { config, metrics } = parts
  return {
    images: createImages({
      outbound: forImages,
      metrics,
      userAgent: imageAgent(config.serviceName),
      gateways: config.gateways,
    }),
    dailyScores: createDailyScores(parts),
    budgets: createBudgets(parts),
    scorings: createScoringQueues({ maxInFlight: config.scoreMaxInFlight, metrics }),
    keyWaits: createKeyWaits(parts),
    activePrompt: createActivePrompt(parts),
    takedownEpoch: createTakedownEpoch(parts),
  }
}

type Named = Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'enrollmentDomain' | 'databaseUrl'>

/**
 * A name of the deployment that is the same for all its replicas. The default PUBLIC_URL contains the port of one replica, so
 * then the name comes from the database, without credentials.
 */
export function nameDeployment({ publicUrl, hasPublicUrl, enrollmentDomain, databaseUrl }: Named): string {
  const name = !hasPublicUrl && databaseUrl ? withoutCredentials(databaseUrl) : `${publicUrl} ${enrollmentDomain}`
  return hash('sha256', name).slice(0, 16)
}

const withoutCredentials = (databaseUrl: string) => {
  const [address = ''] = databaseUrl.split('?')
  return address.slice(address.lastIndexOf('@') + 1)
}
