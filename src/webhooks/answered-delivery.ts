import type { DeliveryRow } from './log-store.ts'
import type { Delivery } from './schemas.ts'

/** A delivery as it is answered; a repetition of a paused subscription waits for the pause's end. */
export function answeredDelivery(row: DeliveryRow, pausedUntil: Date | null): Delivery {
  const { id, eventId, event, state, createdAt, endedAt, attempts } = row
  const nextAttemptAt = state === 'pending' ? nextOf(row, pausedUntil) : null
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

function nextOf({ dueAt, isRetry }: DeliveryRow, pausedUntil: Date | null): Date | null {
  if (!isRetry || !dueAt || !pausedUntil) return dueAt
  return dueAt > pausedUntil ? dueAt : pausedUntil
}
