import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Band, WarningCode } from '../schemas.ts'
import { type TokenStanding, toTokenStanding } from '../identity/standing.ts'

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

/** One answer of the judge: its score under the gates, and its ratings from 0 to 5. */
export interface ShownSample {
  score: number
  criteria: Record<string, number> | null
  gates: string[] | null
}

/** The caps of a rule signal, and the points that its facts gave or took; null where the record has none. */
interface ShownEffects {
  creator: { parts: Record<string, number> | null; caps: ShownCap[] | null }
  risk: { deductions: { what: string; points: number }[] | null; caps: ShownCap[] | null }
}

interface ShownCap {
  what: string
  cap: number
}

export interface ShownScore {
  /** The stored response. */
  body: string
  /** The samples of the judge; empty for a stub. */
  meme: ShownSample[]
  image: ShownSample[]
  effects: ShownEffects
  standing: TokenStanding
  /** Compares the score with others. */
  ranked: { aggregateX100: number; promptName: string; promptMajor: number }
  hiddenReason: string | null
}

/** A score with the numbers of its evidence; the evidence as a whole is too long for every view. */
export async function findShownScore(db: Db, id: string): Promise<ShownScore | undefined> {
  const { rows } = await sql<Omit<ShownScore, 'standing'> & { rank: number }>`select body, standing as rank,
    json_build_object('aggregateX100', aggregate_x100, 'promptName', prompt_name, 'promptMajor', prompt_major) as ranked,
    hidden_reason as "hiddenReason", ${listSamples('meme')} as meme, ${listSamples('image')} as image,
    jsonb_build_object(
      'creator', jsonb_build_object('parts', evidence #> '{creator,parts}', 'caps', evidence #> '{creator,caps}'),
      'risk', jsonb_build_object('deductions', evidence #> '{risk,deductions}', 'caps', evidence #> '{risk,caps}')) as effects
    from scores join submissions on submissions.id = submission_id where scores.id = ${id}`.execute(db)
  const [row] = rows
  return row && { ...row, standing: toTokenStanding(row.rank) }
}

const listSamples = (signal: 'meme' | 'image') => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'score', sample -> 'score', 'criteria', sample #> '{arguments,criteria}', 'gates', sample -> 'gates')), '[]')
  from jsonb_path_query(evidence, ${`$.${signal}.**{0 to 1}.samples[*]`}::jsonpath) as sample)`
