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
  body: string
  standing: ShownStanding
  hiddenReason: string | null
}

export async function findShownScore(db: Db, id: string): Promise<ShownScore | undefined> {
  const { rows } = await sql<ShownRow>`select ${shownColumns}
    from scores join submissions on submissions.id = submission_id where scores.id = ${id}`.execute(db)
  return rows[0] && toShown(rows[0])
}

export async function findStanding(db: Db, id: string): Promise<ShownStanding> {
  const { speaks } = await db.selectFrom('scores').select('speaks').where('id', '=', id).executeTakeFirstOrThrow()
  return toShownStanding(speaks)
}

export interface ScoreWithReplays extends ShownScore {
  /** null: the creator is not taken down. */
  creatorHiddenReason: string | null
  replays: ReplayRow[]
}

/** One statement, because a round trip takes longer than its work. */
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
 * Newest first, without test scores but the score itself. The limit is a literal: as a parameter it makes the server
 * plan the statement at each execution, which takes 3 ms.
 */
const listReplays = (limit: number) => sql`(
  select coalesce(json_agg(json_build_object('id', id, 'aggregateX100', aggregate_x100, 'band', band,
    'warningCodes', warning_codes, 'hasStubs', has_stubs, 'promptVersion', prompt_version, 'createdAt', created_at)
    order by created_at desc, id desc), '[]')
  from (
    select id, aggregate_x100, band, warning_codes, has_stubs, prompt_version, created_at from scores as replay
    where replay.submission_id = submissions.id and (not replay.is_test or replay.id = scores.id)
    order by created_at desc, id desc limit ${sql.lit(limit)}) as newest)`
