/** The option `max` of `LRUCache` would reserve memory for all entries at once. */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
