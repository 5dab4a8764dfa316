import { toChecksumAddress } from '../../contract/address.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from './outbox.ts'
import {
  deleteChange,
  insertChanges,
  listUnannounced,
  lockFirstChange,
  updateAnnounced,
  type VisibilityChange,
} from './visibility-store.ts'

/** Events of one transaction; each also stores a delivery for every subscription. */
const batchSize = 20

/**
 * Announces each record of submissions that a take-down hid, or showed again. The transaction of the take-down stores the
 * first events itself and leaves the rest to `announceVisibility`, because a creator may have any number of records.
 */
export async function announceChange(deps: Deps, tx: Tx, change: VisibilityChange): Promise<void> {
  if (change.submissionIds.length === 0) return
  await insertChanges(tx, change)
  await announceSome(deps, tx, change.submissionIds)
}

/** Stores the events that take-downs have left, in short transactions. Several replicas share the work. */
export async function announceVisibility(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deps.db.transaction().execute((tx) => announceSome(deps, tx, null))));
}

/** Returns false when no change is left. `submissionIds`: only changes of these; null: of all. */
async function announceSome(deps: Deps, tx: Tx, submissionIds: string[] | null): Promise<boolean> {
  for (let left = batchSize; left > 0;) {
    const change = await lockFirstChange(tx, submissionIds)
    if (!change) return false
    const { id, event, reason, changedAt } = change
    const records = await listUnannounced(tx, change, left)
    for (const { scoreId, contractAddress } of records) {
      const data = {
        scoreId,
        contractAddress: contractAddress && toChecksumAddress(contractAddress),
        reason,
        at: changedAt.toISOString(),
      }
      await enqueue(deps, tx, { event, data })
    }
    const last = records.at(-1)
    if (last && records.length === left) await updateAnnounced(tx, id, last.scoreId)
    else await deleteChange(tx, id)
    left -= Math.max(1, records.length)
  }
  return true
}
