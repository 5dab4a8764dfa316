import { sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Band } from './schemas.ts'

export interface ReplayRow {
  id: string
  aggregate_x100: number
  band: Band
  has_stubs: boolean
  prompt_version: string
  created_at: Date
}

/** The newest records of the submission that a score is of, that score among them when it is one of those. */
export const listReplays = (db: Db, { scoreId, limit }: { scoreId: string; limit: number }): Promise<ReplayRow[]> =>
  db
    .selectFrom('scores')
    .select(['id', 'aggregate_x100', 'band', 'has_stubs', 'prompt_version', 'created_at'])
    .where('submission_id', '=', (scores) =>
      scores.selectFrom('scores as own').select('own.submission_id').where('own.id', '=', scoreId),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** What each answer of the judge came to, by signal; empty where none was asked. */
export async function findSampleScores(db: Db, scoreId: string): Promise<{ meme: number[]; image: number[] }> {
  const { rows } = await sql<{ meme: number[]; image: number[] }>`select
    jsonb_path_query_array(evidence, '$.meme.samples[*].score') as meme,
    jsonb_path_query_array(evidence, '$.image.samples[*].score') as image
    from scores where id = ${scoreId}`.execute(db)
  return rows[0] ?? { meme: [], image: [] }
}
