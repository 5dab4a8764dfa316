import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import { type Verified, toVerifiedColumns } from '../scoring/verify-signature.ts'
import type { Ruling } from '../../contract/schemas/appeal.ts'

export interface AppealRow {
  id: string
  scoreId: string
  creatorAddress: string
  reason: string
  message: string
  signature: Buffer
  appealedAt: Date
  outcome: Ruling | null
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
  rescoredAs: string | null
}

interface NewAppeal {
  id: string
  scoreId: string
  creatorAddress: string
  reason: string
  message: string
  signature: string
  verified: Verified
  issuedAt: Date
  /** Encrypted; null: the author left no address. */
  answerTo: string | null
  appealedAt: Date
}

export async function insertAppeal(tx: Tx, appeal: NewAppeal): Promise<boolean> {
  const inserted = await tx
    .insertInto('appeals')
    .values({
      id: appeal.id,
      score_id: appeal.scoreId,
      creator_address: appeal.creatorAddress,
      reason: appeal.reason,
      message: appeal.message,
      signature: Buffer.from(appeal.signature.slice(2), 'hex'),
      ...toVerifiedColumns(appeal.verified),
      issued_at: appeal.issuedAt,
      answer_to: appeal.answerTo,
      appealed_at: appeal.appealedAt,
    })
    .onConflict((conflict) => conflict.column('score_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

const appeals = (db: Db) =>
  db
    .selectFrom('appeals as a')
    .innerJoin('scores as s', 's.id', 'a.score_id')
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .select(['a.id', 'a.score_id as scoreId', 'a.creator_address as creatorAddress', 'a.reason', 'a.message'])
    .select(['a.signature', 'a.appealed_at as appealedAt', 'a.outcome', 'a.answer', 'a.answered_by as answeredBy'])
    .select(['a.answered_at as answeredAt', 'a.rescored_as as rescoredAs'])

export const findAppealOf = (db: Db, scoreId: string): Promise<AppealRow | undefined> =>
  appeals(db).where('a.score_id', '=', scoreId).executeTakeFirst()

export interface NamedAppeal extends AppealRow {
  name: string
  symbol: string
}

export const findAppeal = (db: Db, id: string): Promise<NamedAppeal | undefined> =>
  appeals(db).select(['u.name', 'u.symbol']).where('a.id', '=', id).executeTakeFirst()

export async function listAppealRows(
  db: Db,
  { limit, after, state }: PageRequest & { state: 'open' | 'answered' | null },
): Promise<NamedAppeal[]> {
  const newest = appeals(db)
    .select(['u.name', 'u.symbol'])
    .orderBy('a.appealed_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  const older = after ? newest.where(sql<boolean>`(a.appealed_at, a.id) < (${after.at}, ${after.id})`) : newest
  return (state === null ? older : older.where('a.outcome', state === 'open' ? 'is' : 'is not', null)).execute()
}

interface Answer {
  id: string
  outcome: Ruling
  answer: string
  answeredBy: string
  answeredAt: Date
  rescoredAs: string | null
}

export async function updateAnswer(tx: Tx, given: Answer): Promise<boolean> {
  const { outcome, answer } = given
  const updated = await tx
    .updateTable('appeals')
    .set({
      outcome,
      answer,
      answered_by: given.answeredBy,
      answered_at: given.answeredAt,
      rescored_as: given.rescoredAs,
      answer_due_at: sql`case when answer_to is not null then ${given.answeredAt}::timestamptz end`,
    })
    .where('id', '=', given.id)
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export interface DueAnswer {
  id: string
  scoreId: string
  name: string
  outcome: Ruling
  isHidden: boolean
  /** Encrypted. */
  answerTo: string
  /** With the one that the claim is for. */
  attempts: number
}

/** Leases the answer that is due longest, of an appeal whose author left an address. */
export async function claimAnswer(db: Db, { now, until }: { now: Date; until: Date }): Promise<DueAnswer | undefined> {
  const { rows } = await sql<DueAnswer>`
    update appeals a set is_answering = true, answer_due_at = ${until}, answer_attempts = answer_attempts + 1
    from scores s join submissions u on u.id = s.submission_id
    where s.id = a.score_id and a.id = (
      select id from appeals where answer_due_at <= ${now} and not is_answering
      order by answer_due_at limit 1 for update skip locked)
    returning a.id, a.score_id as "scoreId", u.name, a.outcome, u.hidden_reason is not null as "isHidden",
      a.answer_to as "answerTo", a.answer_attempts as attempts`.execute(db)
  return rows[0]
}

/** Deletes the addresses whose lease ran out: their message may have been sent. */
export async function deleteLostAddresses(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('appeals')
    .set(noAddress)
    .where('is_answering', '=', true)
    .where('answer_due_at', '<=', now)
    .execute()
}

export async function endAnswer(db: Db, id: string): Promise<void> {
  await db.updateTable('appeals').set(noAddress).where('id', '=', id).execute()
}

const noAddress = { answer_to: null, answer_due_at: null, is_answering: false }

export async function postponeAnswer(db: Db, id: string, dueAt: Date): Promise<void> {
  await db.updateTable('appeals').set({ answer_due_at: dueAt, is_answering: false }).where('id', '=', id).execute()
}
