import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { VariableNote } from '../config/unknown-variables.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import type { RunCommand } from '../platform/cli/command.ts'
import { serveControl } from '../platform/cli/control-socket.ts'
import { isLoopback } from '../platform/client-network.ts'
import { closeListener } from '../platform/http/close-listener.ts'
import type { Log } from '../platform/log.ts'
import { isForEveryUse } from '../platform/outbound/outbound.ts'
import { type Release, readRelease } from '../platform/release.ts'
import type { Clock } from '../platform/time.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { warnOfMissingVersions } from '../scoring/replay.ts'
import { keepFeedOrder } from '../webhooks/events.ts'
import { warnOfMissingKeys } from '../webhooks/secrets.ts'
import { examineAtStart } from './examine.ts'
import { makeFirstPartitions, startWorker } from './jobs.ts'
import { listen } from './listen.ts'
import { type Overrides, openDeps } from './open-deps.ts'
import { buildApp, buildMetricsApp } from './routes.ts'
import { openScorer } from './scorer.ts'

export interface StartOptions {
  clock?: Clock
  log?: Log
  /** Logged at the start: variables that are probably misspelt, or that others replace. */
  variableNotes?: VariableNote[]
}

export interface Running {
  /** The database, providers and clock that the service uses. */
  deps: Deps
  /** The address, `http://host:port`. */
  url: string
  release: Release
  /**
   * Makes `/ready` 503, serves for DRAIN_SECONDS so that load balancers notice, closes the listener, and serves what arrives on
   * open connections until their clients end them. `hurry` cuts that short, and DRAIN_SECONDS=0 leaves it out.
   */
  drain: (hurry: AbortSignal) => Promise<void>
  /** Stops accepting requests, finishes those in progress, and closes everything in reverse order. */
  stop: () => Promise<void>
}

type Opened = Required<Pick<Overrides, 'log' | 'metrics' | 'opened'>>

/** Runs the service on an open database: migrations, control socket, jobs, HTTP. After a fault it closes what it opened. */
export async function runService(
  config: Config,
  runCommand: RunCommand,
  { variableNotes = [], ...given }: StartOptions & Opened,
): Promise<Running> {
  const opened: (() => Promise<void>)[] = []
  const draining = new AbortController()
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    const planShare = config.scorers > 0 ? 1 / 4 : 1 // the scorer has the rest
    const { deps: own, close } = await openDeps(config, { ...given, planShare })
    opened.push(close)
    const deps = config.scorers > 0 ? openScorer(own, opened) : own
    const release = await readRelease()
    for (const { variable, text } of variableNotes) deps.log.warn({ variable }, text)
    logStartNotices(deps)
    await migrate(deps.migrations, migrationsFolder, { log: deps.log })
    await warnOfMissingKeys(deps)
    await keepFeedOrder(deps)
    await makeFirstPartitions(deps)
    if (!config.databaseUrl) {
      const control = await serveControl(resolve(config.dataDir), (args, signal) => runCommand(deps, args, signal))
      opened.push(control.close)
    }
    opened.push(startWorker(deps).stop)
    const app = await buildApp(deps, draining.signal)
    opened.push(() => app.close())
    await listen(app, config, 'PORT')
    const { port } = app.server.address() as AddressInfo // listening on TCP
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    await listenForMetrics(deps, opened)
    opened.push(examineAtStart(deps))
    opened.push(warnOfMissingVersions(deps))
    opened.unshift(logStop(deps.log))
    const drain = async (hurry: AbortSignal) => {
      draining.abort()
      if (config.drainSeconds === 0) return
      await pause(config.drainSeconds * 1000, undefined, { signal: hurry }).catch(() => {}) // cut short
      if (!hurry.aborted) await closeListener(app, hurry)
    }
    return { deps, url, release, drain, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns a function that logs, after everything else has closed, that the service has stopped. */
function logStop(log: Log): () => Promise<void> {
  const startedAt = performance.now()
  return async () => log.info({ uptimeSeconds: Math.round((performance.now() - startedAt) / 1000) }, 'stopped')
}

async function listenForMetrics(deps: Deps, opened: (() => Promise<void>)[]): Promise<void> {
  const { host, metrics } = deps.config
  if (metrics.port === null) return
  const app = await buildMetricsApp(deps)
  opened.push(() => app.close())
  await listen(app, { host, port: metrics.port }, 'METRICS_PORT')
}

/** Logs what an operator should know at start. */
function logStartNotices(deps: Deps): void {
  const { config, log, model } = deps
  const { creatorData, tokenRisk } = sourcesOf(deps)
  const stubs = Object.entries({ 'meme, image': model, creator: creatorData, risk: tokenRisk })
  const stubbed = stubs.filter(([, provider]) => provider === null).map(([signals]) => signals)
  if (stubbed.length > 0) log.warn({ stubbed }, 'these signals are stubs because their providers are not configured')
  if (config.outboundAllow.length > 0)
    log.warn({ hosts: config.outboundAllow }, 'OUTBOUND_ALLOW exempts these hosts from the network rules')
  const open = config.outboundAllow.filter(isForEveryUse)
  if (open.length > 0 && !isLoopback(config.host))
    log.error(
      { hosts: open },
      'DANGER: OUTBOUND_ALLOW exempts these hosts for every use and HOST is not loopback, so anyone can make the service call them as ' +
        'an image or push endpoint. Restrict each host to one use, like webhooks=host:port',
    )
  logMissing(deps)
}

/** Logs what a deployment most likely lacks or sets wrongly. */
function logMissing({ config, log, secrets }: Deps): void {
  if (config.isMarketChainUnknown)
    log.warn(
      { chainId: config.chainId },
      'no launched token is observed, because the market-data provider has no known name for CHAIN_ID: set market_chain in TUNING',
    )
  if (secrets === null)
    log.warn(
      'webhooks are disabled and respond 503: set ENCRYPTION_KEY to 32 bytes in base64 (openssl rand -base64 32)',
    )
  if (new URL(config.publicUrl).pathname !== '/')
    log.warn(
      { publicUrl: config.publicUrl },
      'PUBLIC_URL has a path, but the pages work only at the root of their host: their links will lead elsewhere',
    )
  if (!isLoopback(config.host) && !config.hasPublicUrl)
    log.warn(
      { host: config.host, publicUrl: config.publicUrl },
      'HOST is public but PUBLIC_URL is not set: links, cards and the enrollment message use publicUrl',
    )
}
