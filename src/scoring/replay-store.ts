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

export interface ShownScore {
  /** The record as it was first sent. */
  body: string
  /** What each answer of the judge came to; empty where it wasn't asked. */
  meme: number[]
  image: number[]
}

export async function findShownScore(db: Db, id: string): Promise<ShownScore | undefined> {
  const { rows } = await sql<ShownScore>`select body,
    jsonb_path_query_array(evidence, '$.meme.samples[*].score') as meme,
    jsonb_path_query_array(evidence, '$.image.samples[*].score') as image
    from scores where id = ${id}`.execute(db)
  return rows[0]
}
