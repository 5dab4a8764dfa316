/** The value that `share` of all values don't exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.max(0, Math.ceil(share * sorted.length) - 1)
  const value = sorted[at]
  if (value === undefined) throw new Error('there is nothing to take a quantile of')
  return value
}

/** The middle value, or the mean of the two in the middle. */
export const median = (values: number[]): number => (quantile(values, 0.5) + quantile(values, 0.5 + 1e-9)) / 2

/** Runs `work` for every item, `places` at a time; the results stand in the items' order. */
export async function atOnce<Item, Result>(
  places: number,
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const workThrough = async () => {
    for (const [n, item] of waiting) results[n] = await work(item)
  }
  await Promise.all(Array.from({ length: places }, workThrough))
  return results
}
