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
    })
    .where('id', '=', given.id)
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
