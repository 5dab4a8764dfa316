import type { Ticket } from '../../../contract/props/lists.ts'
import type { ListedTicket } from '../../rankings/explore/list-tickets.ts'
import type { Deps } from '../../deps.ts'
import { listLaunchTimes } from '../../outcomes/followed/outcome-store.ts'

export async function withLaunchTimes(reads: Deps['reads'], tickets: ListedTicket[]): Promise<Ticket[]> {
  const times = await listLaunchTimes(
    reads,
    tickets.map(({ scoreId }) => scoreId),
  )
  return tickets.map((ticket) => ({ ...ticket, launchedAt: times.get(ticket.scoreId)?.toISOString() ?? null }))
}
