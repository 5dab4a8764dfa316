import type { Deps } from '../../deps.ts'
import { deleteStaleResponses } from './store.ts'

export const pruneResponses = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteStaleResponses(db, clock.now(), signal)
