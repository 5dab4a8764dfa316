import type { Deps } from '../../deps.ts'
import { deleteUploads, lockExpired } from './upload-store.ts'

const batchSize = 100

/** Deletes images that no submission used in time, and returns their bytes to the budget. */
export async function pruneUploads({ db, clock, budgets }: Deps, signal: AbortSignal): Promise<number> {
  const now = clock.now()
  let total = 0
  for (let deleted = batchSize; !signal.aborted && deleted >= batchSize; total += deleted) {
    const { count, unused } = await db.transaction().execute(async (tx) => {
      const hashes = await lockExpired(tx, { now, limit: batchSize })
      return hashes.length === 0 ? { count: 0, unused: [] } : deleteUploads(tx, hashes, now)
    })
    deleted = count
    await Promise.all(unused.map(({ payer, bytes }) => budgets.giveBack(payer, { stored_bytes: bytes })))
  }
  return total
}
