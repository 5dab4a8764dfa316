import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { buildApp } from './app.ts'
import { runCommand } from './commands.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { openDeps } from './open-deps.ts'
import type { App } from './platform/http.ts'
import { serveControl } from './platform/control-socket.ts'
import { migrate } from './platform/migrate.ts'
import { keepFeedOrder } from './webhooks/keep-feed-order.ts'
import { startWorker } from './worker.ts'
import { migrationsFolder } from './migrations-folder.ts'

export interface Running {
  /** Where it listens, `http://host:port`. */
  url: string
  /** Stops accepting, finishes what runs, closes everything in reverse. */
  stop: () => Promise<void>
}

/** Starts the whole service: database, migrations, control socket, worker, HTTP. On a fault what was opened is closed. */
export async function start(config: Config): Promise<Running> {
  const opened: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    const { deps, close } = await openDeps(config)
    opened.push(close)
    sayWhatMatters(deps)
    const applied = await migrate(deps.migrations, migrationsFolder)
    if (applied.length > 0) deps.log.info({ applied }, 'migrated')
    await keepFeedOrder(deps)
    if (!config.databaseUrl) {
      const control = await serveControl(resolve(config.dataDir), (args) => runCommand(deps, args))
      opened.push(control.close)
    }
    opened.push(startWorker(deps).stop)
    const app = await buildApp(deps)
    opened.push(() => app.close())
    await listen(app, config)
    const { port } = app.server.address() as AddressInfo // listening on TCP
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    deps.log.info({ url }, 'listening')
    opened.push(checkChain(deps))
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Asks aside whether the token-risk provider knows our chain; returns what stops it. */
function checkChain({ config: { chainId, providerTimeoutMs }, log, tokenRisk }: Deps): () => Promise<void> {
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(providerTimeoutMs)])
  void tokenRisk?.servesChain(signal).then((isServed) => {
    if (isServed === false)
      log.warn(
        { chainId },
        'the token-risk provider knows no tokens of CHAIN_ID: scorings that ask for one will end in 502',
      )
  })
  return async () => stopping.abort()
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    const reason = listenFaults[(cause as NodeJS.ErrnoException).code ?? ''] ?? (cause as Error).message
    throw new Error(`Can't listen on ${host} port ${port}: ${reason}.`, { cause })
  }
}

const listenFaults: Record<string, string | undefined> = {
  EADDRINUSE: 'another process does. Stop it, or set another PORT',
  EADDRNOTAVAIL: 'this machine has no such address. Set another HOST',
  ENOTFOUND: 'the name is not known. Set another HOST',
  EACCES: 'it is not allowed to this user. Set another PORT',
}

/** What an operator should know at once. */
function sayWhatMatters({ config, log, model, creatorData, tokenRisk, transports }: Deps): void {
  const stubs = Object.entries({ 'meme, image': model, creator: creatorData, risk: tokenRisk })
  const stubbed = stubs.filter(([, provider]) => provider === null).map(([signals]) => signals)
  if (stubbed.length > 0) log.warn({ stubbed }, 'signals are stubs: their providers are not configured')
  if (config.outboundAllow.length > 0)
    log.warn({ hosts: config.outboundAllow }, 'OUTBOUND_ALLOW: these hosts are exempt from the network rules')
  if (config.unused.length > 0) log.warn({ variables: config.unused }, 'set, but without effect in this version')
  if (tokenRisk)
    log.info('token-risk data comes from GoPlus: show its credit, and ask for consent before commercial use')
  log.info({ transports: transports.map(({ name }) => name) }, 'notifications go out')
  if (!config.databaseUrl)
    log.info({ folder: config.dataDir }, 'embedded database: safe against the death of the process, not of the machine')
}
