import type { Deps } from '../deps.ts'
import type { RecordedLaunch } from '../../contract/launch-outcome.ts'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { hourMs } from '../../contract/time.ts'
import { badField } from '../platform/errors.ts'
import { type PageRequest, type Position, encodeCursor } from '../platform/http/paging.ts'
import { type Horizon, horizons } from '../tokens/rules/outcome-1.0.0.ts'
import {
  type RecordedFilter,
  type RecordedRow,
  listCandidates,
  listCreatorCandidates,
  listLastDecided,
  listRecordedRows,
} from './recorded-store.ts'

/** A filter reads so many launches at most for one page, so that no choice of filters reads the whole record. */
const maxRead = 2000
const maxOfCreator = 25

/** A page of the record. With a filter that few launches pass, a page can be short though the list continues. */
export async function listRecorded(
  reads: Deps['reads'],
  filter: RecordedFilter,
  { limit, after }: PageRequest,
): Promise<{ launches: RecordedLaunch[]; nextCursor: string | null }> {
  const isFiltered = filter.band !== null || filter.outcome !== null
  const read = isFiltered ? maxRead : limit + 1
  const candidates = await listCandidates(reads, { ...filter, limit: read, after })
  const passing = await findRows(reads, candidates, filter)
  const lastRead = candidates.length === read ? candidates.at(-1) : undefined
  const last = passing.length > limit ? passing[limit - 1] : lastRead
  return {
    launches: passing.slice(0, limit).map(({ row }) => toRecorded(row)),
    nextCursor: last ? encodeCursor(last) : null,
  }
}

/** The newest launches of a wallet, those too that don't count. */
export async function listCreatorRecord(reads: Deps['reads'], text: string): Promise<RecordedLaunch[]> {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  const candidates = await listCreatorCandidates(reads, result.address, maxOfCreator)
  const all = { band: null, outcome: null, horizon: '30d' } as const
  return (await findRows(reads, candidates, all)).map(({ row }) => toRecorded(row))
}

/** The launches whose outcomes were decided last, as many of them as are shown. */
export async function listDecided(reads: Deps['reads'], limit: number): Promise<RecordedLaunch[]> {
  const ids = await listLastDecided(reads, limit)
  const all = { band: null, outcome: null, horizon: '30d' } as const
  const rows = new Map((await listRecordedRows(reads, ids, all)).map((row) => [row.bindingId, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row && row.outcome !== null ? [toRecorded(row)] : []
  })
}

/** In the order of the candidates. */
async function findRows(
  reads: Deps['reads'],
  candidates: Position[],
  filter: RecordedFilter,
): Promise<(Position & { row: RecordedRow })[]> {
  const ids = candidates.map(({ id }) => id)
  const rows = new Map((await listRecordedRows(reads, ids, filter)).map((row) => [row.bindingId, row]))
  return candidates.flatMap((position) => {
    const row = rows.get(position.id)
    return row ? [{ ...position, row }] : []
  })
}

function getPopulation({ counts, isCommitted }: RecordedRow): RecordedLaunch['population'] {
  if (!counts) return null
  return isCommitted ? 'committed' : 'observed'
}

const toRecorded = (row: RecordedRow): RecordedLaunch => ({
  scoreId: row.scoreId,
  enrollmentId: row.enrollmentId,
  name: row.name,
  symbol: row.symbol,
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  outcome: row.outcome,
  warnings: row.warningCodes,
  tokenAddress: toChecksumAddress(row.token),
  chainId: row.chainId,
  createdAt: row.createdAt.toISOString(),
  tradingSince: row.tradingSince?.toISOString() ?? null,
  isUntraded: row.isUntraded,
  population: getPopulation(row),
  outcomes: (Object.keys(horizons) as Horizon[]).map((horizon) => ({
    horizon,
    outcome: row.outcomes?.[horizon] ?? null,
    dueAt: row.tradingSince && new Date(row.tradingSince.getTime() + horizons[horizon].hours * hourMs).toISOString(),
  })),
})
