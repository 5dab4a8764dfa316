import type { SlotName } from './tables.ts'

/** How long before the launch each notification goes out. */
export const slotLeadMs: Record<SlotName, number> = { 'T-60min': 3_600_000, 'T-10min': 600_000, 'T+0': 0 }

export interface PlannedSlot {
  slot: SlotName
  sendAt: Date
  state: 'pending' | 'skipped'
}

/** The three notifications of a launch, earliest first; those whose time has passed at `now` are skipped (D26). */
export const planSlots = (scheduledFor: Date, now: Date): PlannedSlot[] =>
  slotNames.map((slot) => {
    const sendAt = new Date(scheduledFor.getTime() - slotLeadMs[slot])
    return { slot, sendAt, state: sendAt < now ? 'skipped' : 'pending' }
  })

const slotNames: SlotName[] = ['T-60min', 'T-10min', 'T+0']
