import type { Deps } from '../deps.ts'
import { deleteStaleAnswers } from './store.ts'

/** Forgets the provider answers that are no longer fresh; returns how many. */
export const pruneAnswers = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteStaleAnswers(db, clock.now())
