import { type RawBuilder, sql } from 'kysely'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, ScoreWarning, WarningCode } from '../../contract/schemas/score.ts'
import { leastProven, type ShownStanding, toShownStanding } from '../../contract/standing.ts'
import { warningWords } from '../../contract/warning-words.ts'
import type { Db } from '../database/db.ts'

/** The arguments are the names of both tables in the statement. */
export const shownWarnings = (scores: string, submissions: string): RawBuilder<WarningCode[]> =>
  sql`shown_warnings(${sql.ref(`${scores}.warning_codes`)}, ${sql.ref(`${submissions}.id`)}, ${sql.ref(`${submissions}.bound_contract`)},
    ${sql.ref(`${submissions}.contract_address`)})`

export const shownOutcome = (submissions: string): RawBuilder<LaunchOutcome | null> =>
  sql`${sql.ref(`${submissions}.outcome`)}`

/**
 * The score that represents each contract (of these keys): of the best class, the newest of the creator who signed
 * first (D61, D107). It is a taken-down one if that is `bound` or `deployer`, which no lower class may replace, or if all
 * scores of the contract are taken down (D78).
 */
export const speakingScores = (contracts: string[]): RawBuilder<{ contract: string; score_id: string }> => sql`
  select contract, coalesce(hidden.id, shown.id) as score_id
  from unnest(${contracts}::text[]) as asked (contract)
  left join lateral (
    ${scoresOfContract} and u.hidden_reason is null
    order by s.speaks desc, s.speaks_from, s.created_at desc, s.id desc limit 1) as shown on true
  left join lateral (
    ${scoresOfContract} and u.hidden_reason is not null
      and s.speaks > case when shown.id is null then -1 else greatest(shown.speaks, ${sql.lit(leastProven - 1)}) end
    order by s.speaks desc, s.speaks_from, s.created_at desc, s.id desc limit 1) as hidden on true
  where coalesce(hidden.id, shown.id) is not null`

/** Its conditions are those of the index `scores_speaking`. */
const scoresOfContract = sql`
  select s.id, s.speaks from scores as s join submissions as u on u.id = s.submission_id
  where s.contract_address = asked.contract and s.is_current and not s.is_test`

interface SpeakingScore extends ShownScore {
  id: string
  /** The key of the token. */
  contract: string
}

/** The score that represents a token: of these keys, the one of the best class. It may be taken down. */
export async function findSpeakingScore(db: Db, contracts: string[]): Promise<SpeakingScore | undefined> {
  const { rows } = await sql<ShownRow & { id: string; contract: string }>`
    select scores.id, contract, ${shownColumns} from (${speakingScores(contracts)}) as speaking
    join scores on scores.id = speaking.score_id join submissions on submissions.id = submission_id
    order by speaks desc, speaks_from, scores.created_at desc, scores.id desc limit 1`.execute(db)
  const [row] = rows
  return row && { id: row.id, contract: row.contract, ...toShown(row) }
}

export interface CurrentState {
  outcome: LaunchOutcome | null
  outcomeAt: string | null
  outcomeCause: string | null
  warnings: WarningCode[]
  /** Neither a signature nor a voucher nor an enrollment backs the creator's wallet (D104). */
  isUnsigned: boolean
  /** Critical warnings of the latest reading of the contract that the record lacks; null: none. */
  newer: { warnings: ScoreWarning[]; readAt: string } | null
}

interface StateRow {
  outcome: LaunchOutcome | null
  outcomeAt: Date | null
  outcomeCause: string | null
  own: WarningCode[]
  warnings: WarningCode[]
  isUnsigned: boolean
  read: ScoreWarning[] | null
  readAt: Date | null
}

/** The state of a score's launch and contract; undefined: there is no such score. */
export async function findCurrentState(db: Db, scoreId: string): Promise<CurrentState | undefined> {
  const { rows } = await sql<StateRow>`
    select u.outcome, u.outcome_at as "outcomeAt", u.outcome_cause as "outcomeCause", s.warning_codes as own,
      ${shownWarnings('s', 'u')} as warnings, r.read_at as "readAt",
      u.creator_proof = 'none' and u.signed_at is null as "isUnsigned",
      (select n.body::json -> 'warnings' from scores n where n.id = r.score_id) as read
    from scores s join submissions u on u.id = s.submission_id
    left join contract_readings r on r.contract_address = coalesce(u.bound_contract, u.contract_address)
    where s.id = ${scoreId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { outcome, outcomeAt, outcomeCause, own, warnings, isUnsigned, read, readAt } = row
  const added = warnings.filter((code) => !own.includes(code) && warningWords[code]?.severity === 'critical')
  return {
    outcome,
    outcomeAt: outcomeAt && outcomeAt.toISOString(),
    outcomeCause,
    warnings,
    isUnsigned,
    newer:
      added.length > 0 && readAt
        ? {
            warnings: added.map((code) => read?.find((one) => one.code === code) ?? toWarning(code)),
            readAt: readAt.toISOString(),
          }
        : null,
  }
}

/** In default words, where the record of the reading can't be read. */
const toWarning = (code: WarningCode): ScoreWarning => {
  const { severity, label, sentence } = warningWords[code]
  return { code, severity, signal: 'risk', values: {}, message: `${label}: ${sentence}`, source: 'token-risk data' }
}

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
