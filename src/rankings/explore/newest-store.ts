import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Position } from '../../platform/http/paging.ts'
import { type Band, bandNames } from '../../database/column-types.ts'
import type { EntryPosition, Order } from '../leaderboard-cursor.ts'

export interface RankedId {
  scoreId: string
  aggregateX100: number
  createdAt: Date
}

interface NewestRequest {
  leaderboard: string
  filter: Band | 'critical' | null
  /** Only scores newer than this. */
  since: Date
  limit: number
  after: Position | null
}

const columns = sql`score_id as "scoreId", aggregate_x100 as "aggregateX100", created_at as "createdAt"`

/** One more than `limit` when there are more. Reads one page of the index per band. */
export async function listNewestRows(db: Db, { filter, ...request }: NewestRequest): Promise<RankedId[]> {
  const kept = filter === null ? bandNames.map(inBand) : [filter === 'critical' ? sql`is_critical` : inBand(filter)]
  const branches = kept.map((condition) => newest(condition, request))
  const { rows } = await sql<RankedId>`
    select ${columns} from (${sql.join(branches, sql` union all `)}) as newest
    order by created_at desc, score_id desc limit ${request.limit + 1}`.execute(db)
  return rows
}

const inBand = (band: string) => sql`band = ${band}`

const newest = (
  condition: RawBuilder<unknown>,
  { leaderboard, since, after, limit }: Omit<NewestRequest, 'filter'>,
) => sql`(
  select score_id, aggregate_x100, created_at from rankings
  where cohort = ${leaderboard} and ${condition} and created_at > ${since}
    ${after ? sql`and (created_at, score_id) < (${after.at}, ${after.id})` : sql``}
  order by created_at desc, score_id desc limit ${limit + 1})`

interface CriticalRequest {
  leaderboard: string
  order: Order
  since: Date
  limit: number
  after: Omit<EntryPosition, 'place'> | null
}

/** One more than `limit` when there are more. Reads all such rankings of the window. */
export async function listCriticalRows(
  db: Db,
  { leaderboard, order, since, limit, after }: CriticalRequest,
): Promise<RankedId[]> {
  // Ties put the older score first in both orders.
  const [direction, sign] = order === 'best' ? [sql.raw('desc'), -1] : [sql.raw('asc'), 1]
  const { rows } = await sql<RankedId>`
    select ${columns} from rankings
    where cohort = ${leaderboard} and is_critical and created_at > ${since}
      ${
        after
          ? sql`and (${sign}::int * aggregate_x100, created_at, score_id) > (${sign * after.aggregateX100}::int, ${after.at}, ${after.id})`
          : sql``
      }
    order by aggregate_x100 ${direction}, created_at, score_id limit ${limit + 1}`.execute(db)
  return rows
}
