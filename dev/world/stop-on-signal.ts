import { isUnderNpx } from '../../src/config.ts'
import { followParent } from '../../src/platform/cli/process.ts'

const repeatsWithinMs = 1000

/** Aborts at the first Ctrl-C or SIGTERM; one that comes more than a second later ends the process at once. */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  let firstAt: number | null = null
  const onSignal = () => {
    firstAt ??= performance.now()
    controller.abort()
    // npm passes on a signal that the terminal has already sent: that is no second Ctrl-C.
    if (performance.now() - firstAt > repeatsWithinMs) process.exit(130)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  if (isUnderNpx()) followParent(() => controller.abort())
  return controller.signal
}

/** Resolves once the signal aborts. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
