import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Band, WarningCode } from './schemas.ts'
import { type TokenStanding, toTokenStanding } from './identity/standing.ts'

export interface ReplayRow {
  id: string
  aggregateX100: number
  band: Band
  warningCodes: WarningCode[]
  hasStubs: boolean
  promptVersion: string
  createdAt: Date
}

/** The newest records of a score's submission, which may include that score. */
export const listReplays = (db: Db, { scoreId, limit }: { scoreId: string; limit: number }): Promise<ReplayRow[]> =>
  db
    .selectFrom('scores')
    .select([
      'id',
      'aggregate_x100 as aggregateX100',
      'band',
      'warning_codes as warningCodes',
      'has_stubs as hasStubs',
      'prompt_version as promptVersion',
      'created_at as createdAt',
    ])
    .where('submission_id', '=', (scores) =>
      scores.selectFrom('scores as own').select('own.submission_id').where('own.id', '=', scoreId),
    )
    .where((scores) => scores.or([scores('is_test', '=', false), scores('id', '=', scoreId)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

interface ShownScore {
  /** The stored response. */
  body: string
  /** The score of each sample of the judge; empty for a stub. */
  meme: number[]
  image: number[]
  standing: TokenStanding
  hiddenReason: string | null
}

export async function findShownScore(db: Db, id: string): Promise<ShownScore | undefined> {
  const { rows } = await sql<Omit<ShownScore, 'standing'> & { rank: number }>`select body, standing as rank,
    hidden_reason as "hiddenReason",
    jsonb_path_query_array(evidence, '$.meme.samples[*].score') as meme,
    jsonb_path_query_array(evidence, '$.image.samples[*].score') as image
    from scores join submissions on submissions.id = submission_id where scores.id = ${id}`.execute(db)
  const [row] = rows
  return row && { ...row, standing: toTokenStanding(row.rank) }
}
