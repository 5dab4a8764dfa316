import type { Deps } from '../deps.ts'
import { disabledEventName, eventNames } from '../../contract/schemas/event.ts'
import { moveOldTransactions } from './feed-store.ts'

/** Runs at every start before the first event, because a restored database may count transactions from lower numbers. */
export const keepFeedOrder = ({ db }: Deps): Promise<void> =>
  moveOldTransactions(db, [...eventNames, disabledEventName])
