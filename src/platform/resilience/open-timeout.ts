/** A signal that aborts after `ms` with a `TimeoutError`, or with another signal, until it is disposed of. */
export interface OpenTimeout extends Disposable {
  signal: AbortSignal
}

/** Starts the timers of timeouts, and returns a function that clears one. Tests replace it by a clock that they move. */
export const timeoutTimer = {
  start: (ms: number, expire: () => void): (() => void) => {
    const timer = setTimeout(expire, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Opens a timeout that ends with the work that it bounds. A signal of `AbortSignal.timeout` fires long after, and makes an
 * exception with its stack for nobody.
 */
export function openTimeout(ms: number, outer?: AbortSignal): OpenTimeout {
  const controller = new AbortController()
  const clear = timeoutTimer.start(ms, () => controller.abort(createTimeoutError(ms)))
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clear()
      outer?.removeEventListener('abort', abort)
    },
  }
}

const createTimeoutError = (ms: number) => new DOMException(`not done within ${ms} ms`, 'TimeoutError')
