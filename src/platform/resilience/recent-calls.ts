export interface RecentCalls {
  /** `failedTask`: the request or job; null when the call succeeded. */
  add: (nowMs: number, failedTask: object | null) => void
  /** Half of the calls failed, for at least `minTasks` different tasks. */
  areMostlyFaults: (nowMs: number) => boolean
}

interface Slot {
  index: number
  calls: number
  faults: number
  failedTasks: Set<object>
}

const slotMs = 1000

/** Bounded memory: slots of a second. */
export function createRecentCalls({ windowMs, minTasks }: { windowMs: number; minTasks: number }): RecentCalls {
  let slots: Slot[] = []
  const slotsAt = (nowMs: number) => {
    const index = Math.floor(nowMs / slotMs)
    const isRecent = (slot: Slot) => Math.abs(index - slot.index) < windowMs / slotMs // also after the clock was set back
    slots = slots.filter(isRecent)
    return { slots, current: slots.find((slot) => slot.index === index) ?? createSlot(index) }
  }
  const createSlot = (index: number): Slot => {
    const slot = { index, calls: 0, faults: 0, failedTasks: new Set<object>() }
    slots.push(slot)
    return slot
  }
  return {
    add: (nowMs, failedTask) => {
      const { current } = slotsAt(nowMs)
      current.calls += 1
      if (failedTask === null) return
      current.faults += 1
      if (current.failedTasks.size < minTasks) current.failedTasks.add(failedTask)
    },
    areMostlyFaults: (nowMs) => {
      const recent = slotsAt(nowMs).slots
      const sum = (count: (slot: Slot) => number) => recent.reduce((total, slot) => total + count(slot), 0)
      const failedTasks = new Set(recent.flatMap((slot) => [...slot.failedTasks]))
      return failedTasks.size >= minTasks && 2 * sum((slot) => slot.faults) >= sum((slot) => slot.calls)
    },
  }
}
