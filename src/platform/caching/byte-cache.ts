import { LRUCache } from 'lru-cache'

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
