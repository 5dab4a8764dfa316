import { LRUCache } from 'lru-cache'
import { untilAborted } from './resilience/timeouts.ts'

interface Run<T> {
  result: Promise<T>
  waiting: number
  cancel: AbortController
}

type Coalesce<T> = (key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

/**
 * Concurrent callers for a key share one run. A caller whose signal aborts leaves at once; the run is cancelled when
 * the last caller has left.
 */
export function createCoalesce<T>(): Coalesce<T> {
  const runs = new Map<string, Run<T>>()

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Run<T> => {
    const cancel = new AbortController()
    const run = { result: start(cancel.signal), waiting: 0, cancel }
    runs.set(key, run)
    const end = () => forget(key, run)
    run.result.then(end, end)
    return run
  }
  // After a cancelled run, the next caller starts another at once, even before the first has ended.
  const forget = (key: string, run: Run<T>) => {
    if (runs.get(key) === run) runs.delete(key)
  }

  return async (key, start, signal) => {
    signal.throwIfAborted()
    const run = runs.get(key) ?? begin(key, start)
    run.waiting += 1
    try {
      return await untilAborted(signal, () => run.result)
    } finally {
      run.waiting -= 1
      if (run.waiting === 0 && signal.aborted) {
        forget(key, run)
        run.cancel.abort(signal.reason)
      }
    }
  }
}

type ByteCache<T> = (key: string, load: () => Promise<T>) => T | Promise<T>

/**
 * Evicts the least recently used values beyond a bound of bytes. Concurrent callers for a key share one load; after a
 * failed load the next caller loads again.
 */
export function createByteCache<T extends object>({
  maxBytes,
  getSize,
}: {
  maxBytes: number
  getSize: (value: T) => number
}): ByteCache<T> {
  const cache = new LRUCache<string, T, () => Promise<T>>({
    maxSize: maxBytes,
    sizeCalculation: (value) => Math.max(1, getSize(value)),
    fetchMethod: (_key, _stale, { context: load }) => load(),
    ignoreFetchAbort: true,
  })
  return (key, load) => cache.get(key) ?? cache.forceFetch(key, { context: load })
}

/** The option `max` of `LRUCache` would reserve memory for all entries at once. */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
