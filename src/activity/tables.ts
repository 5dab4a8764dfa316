import type { ActivityName } from './names.ts'

export interface ActivityTables {
  activity: {
    name: ActivityName
    at: Date
    /** bigint: a string in JavaScript */
    amount: string
  }
  activity_hours: {
    name: ActivityName
    /** UTC; -infinity: since ever, which JavaScript reads as a number. */
    hour: Date
    amount: string
  }
}
