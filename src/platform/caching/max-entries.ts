/** Limits the entries of an `LRUCache`. Its own option `max` reserves the memory of all of them when it is created. */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
