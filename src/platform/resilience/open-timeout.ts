export interface OpenTimeout extends Disposable {
  signal: AbortSignal
}

export const timeoutTimer = {
  start: (ms: number, expire: () => void): (() => void) => {
    const timer = setTimeout(expire, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Ends with the work that it bounds. `AbortSignal.timeout` fires long after, and creates an exception for nobody. */
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
