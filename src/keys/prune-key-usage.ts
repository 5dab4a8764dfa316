import type { Deps } from '../deps.ts'
import { deleteKeyUsage } from './usage-store.ts'

/** How long the requests of a day are kept. */
const keptDays = 90

/** Deletes the counts of days that are over for long; returns how many. */
export const pruneKeyUsage = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteKeyUsage(db, new Date(clock.now().getTime() - keptDays * 86_400_000).toISOString().slice(0, 10))
