import type { Deps } from '../deps.ts'
import { eventNames } from './event.ts'
import { moveOldTransactions } from './feed-store.ts'

/** To be done at every start, before the first event: a database restored elsewhere counts transactions anew. */
export const keepFeedOrder = ({ db }: Pick<Deps, 'db'>): Promise<void> => moveOldTransactions(db, eventNames)
