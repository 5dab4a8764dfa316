interface OpenTimeout extends Disposable {
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

/** Otherwise `work` continues, and its outcome is ignored. */
export async function succeedsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer))
}

/** Rejects with the signal's reason as soon as it fires; the outcome of the work is then ignored. */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([start(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
