import type { Deps } from '../../deps.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import type { Ticket } from '../../../contract/props/lists.ts'
import { type TicketRow, listTicketRows } from './ticket-store.ts'

export type ListedTicket = Omit<Ticket, 'launchedAt'>

/** A score that was taken down in the meantime is left out. */
export async function listTickets(db: Deps['reads'], scoreIds: string[]): Promise<ListedTicket[]> {
  if (scoreIds.length === 0) return []
  const rows = new Map((await listTicketRows(db, scoreIds)).map((row) => [row.scoreId, row]))
  return scoreIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toTicket(row)] : []
  })
}

const toTicket = ({ aggregateX100, creatorAddress, scheduledFor, createdAt, ...row }: TicketRow): ListedTicket => ({
  ...row,
  aggregate: aggregateX100 / 100,
  creatorAddress: toChecksumAddress(creatorAddress),
  scheduledFor: scheduledFor?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
