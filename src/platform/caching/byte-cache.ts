import { LRUCache } from 'lru-cache'

/** The cached value of a key at once, or a promise of the one that `load` gives. */
type ByteCache<T> = (key: string, load: () => Promise<T>) => T | Promise<T>

/**
 * Caches loaded values up to a bound of bytes and evicts the least recently used first. Concurrent callers for a key share
 * one load; after a failed load the next caller loads again.
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
    sizeCalculation: (value) => Math.max(1, getSize(value)), // lru-cache takes no size of 0
    fetchMethod: (_key, _stale, { context: load }) => load(),
    ignoreFetchAbort: true, // a load under way may be evicted; its callers still want the value
  })
  return (key, load) => cache.get(key) ?? cache.forceFetch(key, { context: load })
}
