import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { LaunchOutcome } from '../../../contract/codes.ts'
import type { ScoreWarning, WarningCode } from '../../../contract/schemas/score.ts'
import { warningWords } from '../../../contract/warning-words.ts'

/** The arguments are the names of both tables in the statement. */
export const shownWarnings = (scores: string, submissions: string): RawBuilder<WarningCode[]> =>
  sql`shown_warnings(${sql.ref(`${scores}.warning_codes`)}, ${sql.ref(`${submissions}.id`)}, ${sql.ref(`${submissions}.bound_contract`)},
    ${sql.ref(`${submissions}.contract_address`)})`

export const shownOutcome = (submissions: string): RawBuilder<LaunchOutcome | null> =>
  sql`${sql.ref(`${submissions}.outcome`)}`

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
