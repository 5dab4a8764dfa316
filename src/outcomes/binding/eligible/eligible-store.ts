import { sql } from 'kysely'
import type { Db, Tx } from '../../../database/db.ts'

/** A final score that may be the one of a token. */
export interface EligibleLaunch {
  scoreId: string
  submissionId: string
  enrollmentId: string | null
  name: string
  symbol: string
}

interface EarlierLaunches {
  /** Lower case, as is `token`. */
  wallet: string
  chainId: number
  token: string
  /** Scored at this time or later. */
  from: Date
  /** Scored before. */
  until: Date
}

/**
 * A wallet's final scores of a time that have no proven token, and whose claim on this one hasn't been decided: the enrolled
 * ones first, each kind with the oldest first.
 */
export async function listEarlierLaunches(
  db: Db | Tx,
  { wallet, chainId, token, from, until }: EarlierLaunches,
): Promise<EligibleLaunch[]> {
  const { rows } = await sql<EligibleLaunch>`
    select s.id as "scoreId", s.submission_id as "submissionId", e.id as "enrollmentId", u.name, u.symbol
    from submissions u join scores s on s.submission_id = u.id left join enrollments e on e.score_id = s.id
    where u.creator_address = ${wallet} and s.created_at >= ${from} and s.created_at < ${until}
      and not s.has_stubs and not s.is_test
      and not exists (
        select from token_bindings b where b.submission_id = s.submission_id
          and (b.state = 'proven' or b.chain_id = ${chainId} and b.token = ${token} and b.state <> 'pending'))
    order by e.enrolled_at nulls last, s.created_at, s.id limit 1000`.execute(db)
  return rows
}

/** Gives a pending binding that the service found to another launch. Returns false when that launch has such a claim itself. */
export async function moveFound(
  tx: Tx,
  id: string,
  { scoreId, submissionId, enrollmentId }: EligibleLaunch,
): Promise<boolean> {
  const { rows } = await sql`
    update token_bindings b set score_id = ${scoreId}, submission_id = ${submissionId}, enrollment_id = ${enrollmentId}
    where b.id = ${id} and b.state = 'pending' and b.origin = 'found' and not exists (
      select from token_bindings o where o.submission_id = ${submissionId} and o.chain_id = b.chain_id and o.token = b.token
        and o.id <> b.id)
    returning b.id`.execute(tx)
  return rows.length > 0
}
