import type { Tx } from '../database/db.ts'
import { settleSlot } from '../schedule/store.ts'
import { findSlotResult } from './store.ts'

/** Settles a slot once all its sends have ended. The caller holds the slot's lock. */
export async function settleIfEnded(tx: Tx, slotId: string): Promise<void> {
  const result = await findSlotResult(tx, slotId)
  if (result) await settleSlot(tx, slotId, result)
}
