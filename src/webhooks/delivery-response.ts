import type { DeliveryRow } from '../delivery/log-store.ts'
import type { Delivery } from '../../contract/schemas/webhook.ts'

/** Retries of a paused subscription wait until the pause ends; deliveries of an inactive one wait. */
export function toDeliveryResponse(
  row: DeliveryRow,
  { active, pausedUntil }: { active: boolean; pausedUntil: Date | null },
): Delivery {
  const { id, eventId, event, state, createdAt, endedAt, attempts } = row
  const nextAttemptAt = state === 'pending' && active ? getNext(row, pausedUntil) : null
  return {
    id,
    eventId,
    event,
    state,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: state === 'failed' ? (attempts.at(-1)?.error ?? null) : null,
    attempts,
  }
}

function getNext({ dueAt, isRetry }: DeliveryRow, pausedUntil: Date | null): Date | null {
  if (!isRetry || !dueAt || !pausedUntil) return dueAt
  return dueAt > pausedUntil ? dueAt : pausedUntil
}

/** When the pause of a subscription's retries ends; null when there is none or it is over. */
export const getRunningPause = ({ pausedUntil }: { pausedUntil: Date | null }, now: Date): Date | null =>
  pausedUntil && pausedUntil > now ? pausedUntil : null
