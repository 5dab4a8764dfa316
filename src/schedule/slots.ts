import type { SlotName } from '../database/column-types.ts'

export const slotLeadMs: Record<SlotName, number> = { 'T-60min': 3_600_000, 'T-10min': 600_000, 'T+0': 0 }

export interface PlannedSlot {
  slot: SlotName
  sendAt: Date
  state: 'pending' | 'skipped'
}

/** Earliest first; slots due before `now` are skipped (D26). */
export const planSlots = (scheduledFor: Date, now: Date): PlannedSlot[] =>
  slotNames.map((slot) => {
    const sendAt = new Date(scheduledFor.getTime() - slotLeadMs[slot])
    return { slot, sendAt, state: sendAt < now ? 'skipped' : 'pending' }
  })

const slotNames: SlotName[] = ['T-60min', 'T-10min', 'T+0']
