import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import { type PageRequest, decodeCursor, encodeCursor, toPage } from '../../platform/http/paging.ts'
import type { Band } from '../../../contract/schemas/score.ts'
import { toLeaderboardName } from '../cohort.ts'
import type { EntryPosition, Order } from '../leaderboard-cursor.ts'
import { type Window, toWindowStart } from '../windows.ts'
import { type ListedTicket, listTickets } from './list-tickets.ts'
import { type RankedId, listCriticalRows, listNewestRows } from './newest-store.ts'

/** null: the list ends. */
export interface TicketPage {
  tickets: ListedTicket[]
  nextCursor: string | null
}

interface Filters {
  isSigned: boolean
  window: Window
}

interface NewestRequest extends Filters, PageRequest {
  /** A band, or only scores with a critical warning; null: all. */
  filter: Band | 'critical' | null
}

/** The newest scores that rank a launch, each launch once. Later scores don't move the following pages. */
export async function listNewest(deps: Deps, request: NewestRequest): Promise<TicketPage> {
  const { reads } = deps
  const { filter, limit, after } = request
  const rows = await listNewestRows(reads, { ...(await toSelection(deps, request)), filter, limit, after })
  const { page, nextCursor } = toPage(rows, limit, toPosition)
  return { tickets: await listTickets(reads, toIds(page)), nextCursor }
}

interface CriticalRequest extends Filters {
  order: Order
  limit: number
  cursor: string | undefined
}

/** By aggregate. */
export async function listCritical(deps: Deps, request: CriticalRequest): Promise<TicketPage> {
  const { reads } = deps
  const { order, limit, cursor } = request
  const after = cursor === undefined ? null : decodeCriticalCursor(cursor)
  const rows = await listCriticalRows(reads, { ...(await toSelection(deps, request)), order, limit, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last && rows.length > limit ? encodeCriticalCursor(last) : null
  return { tickets: await listTickets(reads, toIds(page)), nextCursor }
}

const toSelection = async ({ activePrompt, clock }: Deps, { isSigned, window }: Filters) => ({
  leaderboard: toLeaderboardName({ cohort: await activePrompt(), isSigned }),
  since: toWindowStart(window, clock.now()),
})

const toIds = (rows: RankedId[]) => rows.map(({ scoreId }) => scoreId)
const toPosition = ({ createdAt, scoreId }: RankedId) => ({ at: createdAt, id: scoreId })

/** `8770-` and a position. */
const encodeCriticalCursor = (row: RankedId) => `${row.aggregateX100}-${encodeCursor(toPosition(row))}`

function decodeCriticalCursor(cursor: string): Omit<EntryPosition, 'place'> {
  const [, aggregate = '', position = ''] = /^(\d{1,5})-([\w-]{32})$/.exec(cursor) ?? []
  if (position === '') throw badField('cursor', 'is not a cursor of this list; follow the link of an earlier page')
  return { ...decodeCursor(position), aggregateX100: Number(aggregate) }
}
