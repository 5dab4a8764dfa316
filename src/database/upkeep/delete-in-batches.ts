/** Keeps each statement far below the limit of 10 s. */
const batchSize = 1000

/** Deletes until fewer rows are found than a statement may delete, or `signal` aborts. Returns the number of rows. */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  let deleted = batchSize
  while (!signal.aborted && deleted >= batchSize) {
    deleted = await deleteSome(batchSize)
    total += deleted
  }
  return total
}
