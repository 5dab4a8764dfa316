import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** By the id of their score, when the tokens of launches were created; without those that a binding doesn't prove. */
export async function listLaunchTimes(db: Db, scoreIds: string[]): Promise<Map<string, Date>> {
  if (scoreIds.length === 0) return new Map()
  const { rows } = await sql<{ scoreId: string; at: Date }>`
    select s.id as "scoreId", b.created_block_at as at
    from scores s join token_bindings b on b.submission_id = s.submission_id
    where s.id = any(${scoreIds}::uuid[]) and b.state = 'proven' and b.excluded is null
      and b.created_block_at is not null`.execute(db)
  return new Map(rows.map(({ scoreId, at }) => [scoreId, at]))
}
