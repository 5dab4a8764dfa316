import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'

interface Related {
  isAttested: boolean
  isEnrolled: boolean
  isAppealed: boolean
  /** The launch has a token. */
  isBound: boolean
  /** The creator's wallet has enrolled a score, this one or another. */
  hasSigner: boolean
}

export async function findRelated(reads: Deps['reads'], scoreId: string): Promise<Related | undefined> {
  const { rows } = await sql<Related>`select
      exists (select from attestations where score_id = scores.id) as "isAttested",
      exists (select from enrollments where score_id = scores.id) as "isEnrolled",
      exists (select from appeals where score_id = scores.id) as "isAppealed",
      exists (select from token_bindings as bound where bound.submission_id = submissions.id) as "isBound",
      exists (select from enrollments as signed where signed.creator_address = submissions.creator_address) as "hasSigner"
    from scores join submissions on submissions.id = submission_id where scores.id = ${scoreId}`.execute(reads)
  return rows[0]
}
