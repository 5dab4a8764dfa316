import type { Deps } from '../../deps.ts'
import { deleteUploads, lockExpired } from './upload-store.ts'

const batchSize = 100

/** Deletes uploaded images that no submission took up in time; returns how many uploads have ended. */
export async function pruneUploads({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> {
  const now = clock.now()
  let total = 0
  for (let deleted = batchSize; !signal.aborted && deleted >= batchSize; total += deleted)
    deleted = await db.transaction().execute(async (tx) => {
      const hashes = await lockExpired(tx, { now, limit: batchSize })
      return hashes.length === 0 ? 0 : deleteUploads(tx, hashes, now)
    })
  return total
}
