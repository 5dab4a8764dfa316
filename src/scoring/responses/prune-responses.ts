import type { Deps } from '../../deps.ts'
import { deleteStaleResponses } from './store.ts'

/** Deletes provider responses that are no longer fresh; returns how many. */
export const pruneResponses = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteStaleResponses(db, clock.now(), signal)
