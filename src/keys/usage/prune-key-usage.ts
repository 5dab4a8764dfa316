import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/durations.ts'
import { toDay } from '../../platform/utc-day.ts'
import { deleteKeyUsage } from './usage-store.ts'

/** How many days the counts of API keys are kept, for their holders. */
export const keptUsageDays = 90

export const pruneKeyUsage = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteKeyUsage(db, toDay(new Date(clock.now().getTime() - keptUsageDays * dayMs)), signal)
