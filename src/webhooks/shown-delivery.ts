import type { Deps, Tx } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import { answeredDelivery } from './answered-delivery.ts'
import { listDeliveries } from './log-store.ts'
import type { Delivery } from './schemas.ts'

/** A delivery as it stands in a transaction, as it is answered. */
export async function shownDelivery(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { subscriptionId, id }: { subscriptionId: string; id: string },
): Promise<Delivery> {
  const [row] = await listDeliveries(tx, { subscriptionId, id, beforeId: null, limit: 1, now: clock.now() })
  if (!row) throw new ApiError('not_found', 'There is no such delivery.')
  return answeredDelivery(row, null)
}
