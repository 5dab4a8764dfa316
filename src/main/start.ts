import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, isUnderNpx, listUnknownVariables, parseConfig } from '../config.ts'
import { describeUnknown, type UnknownVariable } from '../config/unknown-variables.ts'
import { FolderInUse } from '../database/data-folder.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import type { RunCommand } from '../platform/cli/command.ts'
import { type CommandOutcome, serveControl } from '../platform/cli/control-socket.ts'
import { collectWhenIdle, followParent } from '../platform/cli/process.ts'
import { isLoopback } from '../platform/client-network.ts'
import { ConfigError } from '../platform/env.ts'
import type { App } from '../platform/http/app.ts'
import { closeListener } from '../platform/http/close-listener.ts'
import { maxOpenConnections } from '../platform/http/connections.ts'
import type { Log } from '../platform/log.ts'
import { isForEveryUse } from '../platform/outbound/outbound.ts'
import { readRelease } from '../platform/release.ts'
import { warnOfMissingVersions } from '../scoring/replay.ts'
import { keepFeedOrder } from '../webhooks/events.ts'
import { warnOfMissingKeys } from '../webhooks/secrets.ts'
import { describeConfig } from './describe-config.ts'
import { examineAtStart } from './examine.ts'
import { makeFirstPartitions, startWorker } from './jobs.ts'
import { type Overrides, openDeps } from './open-deps.ts'
import { buildApp, buildMetricsApp } from './routes.ts'

const stopWithinMs = 10_000

/** Starts the service as the environment says. Once it runs, a signal stops it. Before, a signal ends the process at once. */
export async function serve(runCommand: RunCommand): Promise<CommandOutcome> {
  const unknownVariables = listUnknownVariables()
  try {
    stopOnSignal(await start(parseConfig(), runCommand, { unknownVariables }))
    collectWhenIdle()
    return { status: 0, stdout: '', stderr: '' }
  } catch (error) {
    if (!(error instanceof ConfigError)) return { status: 1, stdout: '', stderr: `${lineFor(error)}\n` }
    const lines = [...error.problems, ...unknownVariables.map(describeUnknown)] // a missing variable may be a misspelt one
    return { status: 2, stdout: '', stderr: `${lines.join('\n')}\n` }
  }
}

/** SIGTERM drains first. SIGINT, which a person sends, and a second signal don't wait for that. */
function stopOnSignal(running: Running): void {
  const hurry = new AbortController()
  let ending: Promise<void> | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (ending || signal === 'SIGINT') hurry.abort()
    ending ??= end(running, hurry.signal)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  if (isUnderNpx()) followParent(() => onSignal('SIGTERM'))
}

async function end({ drain, stop }: Running, hurry: AbortSignal): Promise<void> {
  await drain(hurry)
  setTimeout(() => process.exit(1), stopWithinMs - 500).unref() // work in progress writes in transactions, so nothing is half-written
  await stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

function lineFor(error: unknown): string {
  if (error instanceof FolderInUse) return `${error.message} Stop that process or set another DATA_DIR.`
  return error instanceof Error ? error.message : String(error)
}

export interface StartNotes {
  /** Logged at the start: variables that are probably misspelt. */
  unknownVariables?: UnknownVariable[]
}

export interface Running {
  /** The database, providers and clock that the service uses. */
  deps: Deps
  /** The address, `http://host:port`. */
  url: string
  /**
   * Makes `/ready` 503, serves for DRAIN_SECONDS so that load balancers notice, closes the listener, and serves what arrives on
   * open connections until their clients end them. `hurry` cuts that short, and DRAIN_SECONDS=0 leaves it out.
   */
  drain: (hurry: AbortSignal) => Promise<void>
  /** Stops accepting requests, finishes those in progress, and closes everything in reverse order. */
  stop: () => Promise<void>
}

/**
 * Starts the service: database, migrations, control socket, jobs, HTTP. After a fault it closes whatever it had opened.
 * `runCommand` runs what the command-line tool sends to the control socket. The demo gives it a clock of its own.
 */
export async function start(
  config: Config,
  runCommand: RunCommand,
  given: Pick<Overrides, 'clock' | 'log'> & StartNotes = {},
): Promise<Running> {
  const opened: (() => Promise<void>)[] = []
  const draining = new AbortController()
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    await requireFreePort(config, 'PORT')
    if (config.metrics.port !== null)
      await requireFreePort({ host: config.host, port: config.metrics.port }, 'METRICS_PORT')
    const { deps, close } = await openDeps(config, given)
    opened.push(close)
    deps.log.info({ ...(await readRelease()), configuration: describeConfig(config) }, 'starting')
    for (const one of given.unknownVariables ?? [])
      deps.log.warn({ variable: one.name, likely: one.likely }, describeUnknown(one))
    logStartNotices(deps)
    const applied = await migrate(deps.migrations, migrationsFolder, { log: deps.log })
    if (applied.length > 0) deps.log.info({ applied }, 'migrated')
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
    deps.log.info({ url }, 'listening') // last, because a signal that follows this line must end in an orderly stop
    const drain = async (hurry: AbortSignal) => {
      draining.abort()
      if (config.drainSeconds === 0) return
      await pause(config.drainSeconds * 1000, undefined, { signal: hurry }).catch(() => {}) // cut short
      if (!hurry.aborted) await closeListener(app, hurry)
    }
    return { deps, url, drain, stop }
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
  deps.log.info({ port: metrics.port }, 'listening for /metrics')
}

/** Logs what an operator should know at start. */
function logStartNotices(deps: Deps): void {
  const { config, log, model, channels } = deps
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
  if (tokenRisk) log.info(`token-risk data comes from ${tokenRisk.source.name}: ${tokenRisk.terms}`)
  log.info({ channels: channels.map(({ name }) => name) }, 'notification channels')
  if (!config.databaseUrl)
    log.info(
      { folder: config.dataDir },
      'using the embedded database; it survives a crash of the process but not a power cut',
    )
}

/** Logs what a deployment most likely lacks or sets wrongly. */
function logMissing({ config, log, secrets }: Deps): void {
  if (config.isMarketChainUnknown)
    log.warn(
      { chainId: config.chainId },
      'no launched token is observed, because the market-data provider has no known name for CHAIN_ID: set MARKET_DATA_CHAIN',
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

interface Place {
  host: string
  port: number
}

type PortName = 'PORT' | 'METRICS_PORT'

/** Listens on HTTP, or throws an error that says what to change. */
async function listen(app: App, place: Place, name: PortName): Promise<void> {
  try {
    // Node accepts one connection per turn of its loop, and a client that a full backlog turns away retries after a second.
    // So the backlog holds as many as may be open; the system may set a lower limit (`net.core.somaxconn`).
    await app.listen({ ...place, backlog: maxOpenConnections })
  } catch (cause) {
    throw createListenError(cause, place, name)
  }
}

/**
 * Throws what `listen` would throw now. A start asks first, because opening and migrating a database takes seconds, and the
 * port that other software has is the most common fault of a first start.
 */
export async function requireFreePort(place: Place, name: PortName): Promise<void> {
  if (place.port === 0) return
  const server = createServer()
  try {
    server.listen(place)
    await once(server, 'listening')
  } catch (cause) {
    throw createListenError(cause, place, name)
  }
  server.close()
  await once(server, 'close')
}

function createListenError(cause: unknown, { host, port }: Place, name: PortName): Error {
  const reason = listenFaults[(cause as NodeJS.ErrnoException).code ?? '']?.(name) ?? (cause as Error).message
  return new Error(`Can't listen on ${host} port ${port}: ${reason}.`, { cause })
}

const listenFaults: Record<string, ((name: PortName) => string) | undefined> = {
  EADDRINUSE: (name) => `the port is already in use. Stop the other process or set another ${name}`,
  EADDRNOTAVAIL: () => 'this machine does not have that address. Set another HOST',
  ENOTFOUND: () => 'the host name is unknown. Set another HOST',
  EACCES: (name) => `permission denied. Set another ${name}`,
}
