/** Wakes whoever waits. A ring that nobody waited for is kept for the next who does. */
export interface Bell {
  ring: () => void
  /** Resolves when it has rung since it was last heard, or when `signal` fires. */
  heard: (signal?: AbortSignal) => Promise<void>
}

export function openBell(): Bell {
  let hasRung = false
  let next = Promise.withResolvers<void>()
  const ring = () => {
    hasRung = true
    next.resolve()
  }
  const heard = async (signal?: AbortSignal) => {
    const { promise, resolve } = next
    const end = () => resolve()
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
    if (!hasRung) await promise
    signal?.removeEventListener('abort', end)
    if (next.promise !== promise) return
    hasRung = false
    next = Promise.withResolvers()
  }
  return { ring, heard }
}
