import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Band, WarningCode } from '../../../contract/schemas/score.ts'
import { type ShownStanding, toShownStanding } from '../../../contract/standing.ts'

export interface ReplayRow {
  id: string
  aggregateX100: number
  band: Band
  warningCodes: WarningCode[]
  hasStubs: boolean
  promptVersion: string
  createdAt: string
}

export interface ShownScore {
  /** The stored response. */
  body: string
  standing: ShownStanding
  hiddenReason: string | null
}

/** A score as pages show it. */
export async function findShownScore(db: Db, id: string): Promise<ShownScore | undefined> {
  const { rows } = await sql<ShownRow>`select ${shownColumns}
    from scores join submissions on submissions.id = submission_id where scores.id = ${id}`.execute(db)
  return rows[0] && toShown(rows[0])
}

/** The standing of a stored score. */
export async function findStanding(db: Db, id: string): Promise<ShownStanding> {
  const { speaks } = await db.selectFrom('scores').select('speaks').where('id', '=', id).executeTakeFirstOrThrow()
  return toShownStanding(speaks)
}

export interface ScoreWithReplays extends ShownScore {
  /** Why its creator is taken down; null if the creator is not. */
  creatorHiddenReason: string | null
  /** The newest records of its submission, which may include the score; one more than `maxReplays` when there are more. */
  replays: ReplayRow[]
}

/** A score with the replays of its submission, in one statement, because a statement takes longer than its work. */
export async function findScoreWithReplays(
  db: Db,
  { id, maxReplays }: { id: string; maxReplays: number },
): Promise<ScoreWithReplays | undefined> {
  const { rows } = await sql<ShownRow & Omit<ScoreWithReplays, keyof ShownScore>>`select ${shownColumns},
    (select reason from takedowns where kind = 'creator' and subject = creator_address) as "creatorHiddenReason",
    ${listReplays(maxReplays + 1)} as replays
    from scores join submissions on submissions.id = submission_id where scores.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { creatorHiddenReason, replays, ...shown } = row
  return { ...toShown(shown), creatorHiddenReason, replays }
}

type ShownRow = Omit<ShownScore, 'standing'> & { speaks: number }

const toShown = ({ speaks, ...row }: ShownRow): ShownScore => ({ ...row, standing: toShownStanding(speaks) })

const shownColumns = sql`body, speaks, hidden_reason as "hiddenReason"`

/**
 * The newest first, without test scores but the score itself. The limit is a literal: as a parameter it makes the plan for all
 * values look so bad that the server plans the statement at each execution, which takes 3 ms.
 */
const listReplays = (limit: number) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'aggregateX100', aggregate_x100, 'band', band,
    'warningCodes', warning_codes, 'hasStubs', has_stubs, 'promptVersion', prompt_version, 'createdAt', created_at)
    order by created_at desc, id desc), '[]')
  from (
    select id, aggregate_x100, band, warning_codes, has_stubs, prompt_version, created_at from scores as replay
    where replay.submission_id = submissions.id and (not replay.is_test or replay.id = scores.id)
    order by created_at desc, id desc limit ${sql.lit(limit)}) as newest)`
