import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { toDeliveryResponse } from './delivery-response.ts'
import { listDeliveries } from '../delivery/log-store.ts'
import type { Delivery } from './schemas.ts'

/** Reads a delivery that was queued in this transaction, to be sent now. */
export async function getDelivery(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { subscriptionId, id }: { subscriptionId: string; id: string },
): Promise<Delivery> {
  const [row] = await listDeliveries(tx, { subscriptionId, id, beforeId: null, limit: 1, now: clock.now() })
  if (!row) throw new ApiError('not_found', 'There is no such delivery.')
  return toDeliveryResponse(row, { active: true, pausedUntil: null })
}
