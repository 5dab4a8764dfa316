/** A signal that aborts after `ms` with a `TimeoutError`, or with another signal, until it is disposed of. */
export interface OpenTimeout extends Disposable {
  signal: AbortSignal
}

/**
 * Opens a timeout that ends with the work that it bounds. A signal of `AbortSignal.timeout` fires long after, and makes an
 * exception with its stack for nobody.
 */
export function openTimeout(ms: number, outer?: AbortSignal): OpenTimeout {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(createTimeoutError(ms)), ms)
  timer.unref()
  const abort = () => controller.abort(outer?.reason)
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

const createTimeoutError = (ms: number) => new DOMException(`not done within ${ms} ms`, 'TimeoutError')
