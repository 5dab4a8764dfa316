import { dayMs } from '../../../contract/durations.ts'

/** Events are kept for seven days, and so are deliveries that wait. */
const keptMs = 7 * dayMs

/** Events from before this time are gone. */
export const toOldestEvent = (now: Date) => new Date(now.getTime() - keptMs)
