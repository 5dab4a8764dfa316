import type { Deps } from '../deps.ts'
import type { ActivityName } from './names.ts'
import { insertActivity } from './store.ts'

/** Counts what has just happened, for operators' figures. */
export const noteActivity = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  amounts: Partial<Record<ActivityName, number>>,
): Promise<void> => insertActivity(db, { at: clock.now(), amounts })
