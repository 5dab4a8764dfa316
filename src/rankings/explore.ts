import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import type { Ticket } from '../../contract/props/lists.ts'
import type { Band } from '../../contract/schemas/score.ts'
import type { ShownStanding } from '../../contract/standing.ts'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import { decodeCursor, encodeCursor, type PageRequest, toPage } from '../platform/http/paging.ts'
import { checkChain, listContractKeys, toChainFilter, toContractKey, toKeyChain } from '../scoring/contract-key.ts'
import { findSpeakingScore } from '../scoring/shown-store.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import {
  listCriticalRows,
  listNewestRows,
  listTicketRows,
  listTokenScores,
  type RankedId,
  type TicketRow,
  type TokenScore,
} from './explore-store.ts'
import { listCreatorLaunchRows } from './launch-store.ts'
import type { EntryPosition, Order } from './leaderboard-cursor.ts'
import { countBins } from './ranking-count-store.ts'
import { toLeaderboardName, toWindowStart, type Window } from './windows.ts'

/** null: the list ends. */
export interface TicketPage {
  tickets: ListedTicket[]
  nextCursor: string | null
}

interface Filters {
  isSigned: boolean
  chainId?: number | undefined
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

/** The launches of a window that have a rank or could have one. */
export async function countLaunches(
  { reads, activePrompt, clock }: Deps,
  { isSigned, window }: Pick<Filters, 'isSigned' | 'window'>,
): Promise<number> {
  const cohort = toLeaderboardName({ cohort: await activePrompt(), isSigned })
  const bins = await countBins(reads, { cohort, window, since: toWindowStart(window, clock.now()) })
  return bins.reduce((sum, { count }) => sum + count, 0)
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

const toSelection = async ({ activePrompt, clock, config }: Deps, { isSigned, window, chainId }: Filters) => ({
  chain: toChainFilter(config, chainId),
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

interface Token {
  /** In EIP-55 form. */
  contractAddress: string
  chainId: number
  speaking: ListedTicket | null
  standing: ShownStanding
  /** Better standing first, then newest. */
  history: ListedTicket[]
  /** The first score of each other creator who named the contract. */
  others: ListedTicket[]
}

const maxScores = 60

/**
 * The token of a chain; without one, of the chain whose score has the best class. Throws `hidden` when the score that
 * represents it is taken down.
 */
export async function getToken({ reads: db, config }: Deps, text: string, given: number | undefined): Promise<Token> {
  checkChain(config, given)
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  const found = await findSpeakingScore(db, listContractKeys(result.address, given, config))
  const key = found?.contract ?? toContractKey(result.address, given, config)
  const scores = await listTokenScores(db, key, maxScores)
  const chainId = toKeyChain(key, config)
  refuseHidden(found?.hiddenReason)
  const contractAddress = toChecksumAddress(result.address)
  const [first] = scores
  if (!first) return { contractAddress, chainId, speaking: null, standing: 'unsigned', history: [], others: [] }
  const history = scores.filter((score) => score !== first && score.creatorAddress === first.creatorAddress)
  const others = listFirstOfEach(scores.filter(({ creatorAddress }) => creatorAddress !== first.creatorAddress))
  const tickets = new Map(
    (
      await listTickets(
        db,
        [first, ...history, ...others].map(({ scoreId }) => scoreId),
      )
    ).map((one) => [one.scoreId, one]),
  )
  const toTickets = (some: TokenScore[]) => some.flatMap(({ scoreId }) => tickets.get(scoreId) ?? [])
  const [speaking = null] = toTickets([first])
  return {
    contractAddress,
    chainId,
    speaking,
    standing: first.standing,
    history: toTickets(history),
    others: toTickets(others),
  }
}

const listFirstOfEach = (scores: TokenScore[]): TokenScore[] =>
  scores.filter(({ creatorAddress }, at) => scores.findIndex((other) => other.creatorAddress === creatorAddress) === at)
