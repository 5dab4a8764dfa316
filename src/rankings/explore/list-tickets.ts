import type { Deps } from '../../deps.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import type { LaunchOutcome } from '../../../contract/lead.ts'
import type { Band, WarningCode } from '../../../contract/schemas/score.ts'
import { type TicketRow, listTicketRows } from './ticket-store.ts'

/** A score as the rows of pages show it. */
export interface Ticket {
  scoreId: string
  name: string
  symbol: string
  creatorAddress: string
  aggregate: number
  band: Band
  /** Null: none is decided. */
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  hasStubs: boolean
  /** In the record's order; null: not measured. */
  signals: { name: string; score: number | null }[]
  isSigned: boolean
  isCopy: boolean
  enrollmentId: string | null
  scheduledFor: string | null
  createdAt: string
}

/** The tickets of these scores in their order. A score that was taken down meanwhile is left out. */
export async function listTickets(db: Deps['reads'], scoreIds: string[]): Promise<Ticket[]> {
  if (scoreIds.length === 0) return []
  const rows = new Map((await listTicketRows(db, scoreIds)).map((row) => [row.scoreId, row]))
  return scoreIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [toTicket(row)] : []
  })
}

const toTicket = ({ aggregateX100, creatorAddress, scheduledFor, createdAt, ...row }: TicketRow): Ticket => ({
  ...row,
  aggregate: aggregateX100 / 100,
  creatorAddress: toChecksumAddress(creatorAddress),
  scheduledFor: scheduledFor?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
