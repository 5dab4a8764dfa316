import { parseConfig } from './config.ts'
import { ConfigError } from './platform/env.ts'
import { FolderInUse } from './platform/folder-lock.ts'
import { type Running, start } from './start.ts'

const stopWithinMs = 10_000

try {
  stopOnSignal(await start(parseConfig()))
} catch (error) {
  process.stderr.write(`${lineFor(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
}

function stopOnSignal({ stop }: Running): void {
  const onSignal = () => {
    setTimeout(() => process.exit(1), stopWithinMs - 500).unref() // whatever still runs has written nothing by half
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal)
}

function lineFor(error: unknown): string {
  if (error instanceof FolderInUse) return `${error.message} Stop that process, or set another DATA_DIR.`
  return error instanceof Error ? error.message : String(error)
}
