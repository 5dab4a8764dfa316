import { slotLeadMs } from './slots.ts'
import type { SlotName } from '../database/column-types.ts'

const latestStartMs = 30 * 60_000

/** A slot expires when the next one is due; T+0 half an hour after the launch. */
export function getSlotExpiry(slot: SlotName, scheduledFor: Date): Date {
  return new Date(scheduledFor.getTime() - nextSlotLeadMs[slot])
}

const nextSlotLeadMs: Record<SlotName, number> = {
  'T-60min': slotLeadMs['T-10min'],
  'T-10min': slotLeadMs['T+0'],
  'T+0': -latestStartMs,
}
