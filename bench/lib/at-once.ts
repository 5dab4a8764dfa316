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
