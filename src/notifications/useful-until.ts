import { slotLeadMs } from '../enrollment/slots.ts'
import type { SlotName } from '../enrollment/tables.ts'

const latestStartMs = 30 * 60_000

/** From when on a slot says nothing any more: the next slot's time; for T+0, half an hour after it. */
export function usefulUntil(slot: SlotName, scheduledFor: Date): Date {
  return new Date(scheduledFor.getTime() - leadOfNextMs[slot])
}

const leadOfNextMs: Record<SlotName, number> = {
  'T-60min': slotLeadMs['T-10min'],
  'T-10min': slotLeadMs['T+0'],
  'T+0': -latestStartMs,
}
