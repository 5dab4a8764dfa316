import { type Config, isUnderNpx, listVariableNotes, parseConfig } from '../config.ts'
import { FolderInUse } from '../database/data-folder.ts'
import { watchQueries } from '../database/watch-queries.ts'
import type { RunCommand } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { collectWhenIdle, followParent } from '../platform/cli/process.ts'
import { ConfigError } from '../platform/env.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { describeSettings } from './describe-config.ts'
import { requireFreePort } from './listen.ts'
import { openDatabase } from './open-database.ts'
import type { Running, StartOptions } from './run-service.ts'

const stopWithinMs = 10_000

/** Starts the service as the environment says. Once it runs, a signal stops it. Before, a signal ends the process at once. */
export async function serve(runCommand: RunCommand, { isQuiet = false } = {}): Promise<CommandOutcome> {
  const variableNotes = listVariableNotes()
  try {
    const config = parseConfig()
    if (isQuiet) config.dispatchIntervalSeconds = 0
    const running = await start(config, runCommand, { variableNotes })
    stopOnSignal(running)
    logListening(running) // a signal that follows this line must end in an orderly stop
    collectWhenIdle()
    return { status: 0, stdout: '', stderr: '' }
  } catch (error) {
    if (!(error instanceof ConfigError)) return { status: 1, stdout: '', stderr: `${lineFor(error)}\n` }
    const lines = [...error.problems, ...variableNotes.map(({ text }) => text)] // a missing variable may be a misspelt one
    return { status: 2, stdout: '', stderr: `${lines.join('\n')}\n` }
  }
}

/** Logs the line that supervisors and tests wait for. */
export function logListening({ deps, url, release }: Running): void {
  deps.log.info({ url, ...release, configuration: describeSettings(deps.config) }, 'listening')
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

/**
 * Starts the service. The database opens in a thread, or at its server, while the modules of the service are loaded.
 * `runCommand` runs what the command-line tool sends to the control socket. The demo gives it a clock of its own.
 */
export async function start(config: Config, runCommand: RunCommand, given: StartOptions = {}): Promise<Running> {
  await requireFreePort(config, 'PORT')
  if (config.metrics.port !== null)
    await requireFreePort({ host: config.host, port: config.metrics.port }, 'METRICS_PORT')
  const { log = createLog(config.logLevel) } = given
  const metrics = createMetrics()
  const [opened, { runService }] = await Promise.all([
    openDatabase(config, log, { watch: watchQueries(metrics) }),
    import('./run-service.ts'),
  ])
  return runService(config, runCommand, { ...given, log, metrics, opened })
}
