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
