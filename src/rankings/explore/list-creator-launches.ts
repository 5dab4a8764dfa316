import type { Deps } from '../../deps.ts'
import { type PageRequest, toPage } from '../../platform/http/paging.ts'
import { listCreatorLaunchRows } from '../launch-store.ts'
import type { TicketPage } from './list-newest.ts'
import { listTickets } from './list-tickets.ts'

export async function listCreatorLaunches(
  db: Deps['reads'],
  { creatorAddress, limit, after }: PageRequest & { creatorAddress: string },
): Promise<TicketPage> {
  const asked = { creatorAddress: creatorAddress.toLowerCase(), limit: limit + 1, after }
  const rows = await listCreatorLaunchRows(db, asked)
  const { page, nextCursor } = toPage(rows, limit, ({ enrolledAt, enrollmentId }) => ({
    at: enrolledAt,
    id: enrollmentId,
  }))
  const tickets = await listTickets(
    db,
    page.map(({ scoreId }) => scoreId),
  )
  return { tickets, nextCursor }
}
