import type { Deps } from '../deps.ts'
import { isUnderNpx, listUnknownVariables, parseConfig } from '../config.ts'
import { describeUnknown } from '../config/unknown-variables.ts'
import { collectWhenIdle } from '../platform/cli/collect-when-idle.ts'
import { followParent } from '../platform/cli/follow-parent.ts'
import { ConfigError } from '../platform/env.ts'
import type { LoneCommand, RunCommand } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { FolderInUse } from '../database/data-folder.ts'
import { type Running, start } from './start.ts'

const stopWithinMs = 10_000

/** launchscore start */
export const startCommand: LoneCommand<Deps> = {
  runAlone: (_call, runCommand) => serve(runCommand),
}

/** Starts the service as the environment says. Once it runs, a signal stops it. Before, a signal ends the process at once. */
export async function serve(runCommand: RunCommand<Deps>): Promise<CommandOutcome> {
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
