import { sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Band } from '../scoring/schemas.ts'

interface CohortCount {
  below: number
  equal: number
  size: number
}

export interface StandingSubject {
  aggregate_x100: number
  band: Band
  prompt_version: string
  prompt_name: string
  prompt_major: number
}

export const findStandingSubject = (db: Db, id: string): Promise<StandingSubject | undefined> =>
  db
    .selectFrom('scores')
    .select(['aggregate_x100', 'band', 'prompt_version', 'prompt_name', 'prompt_major'])
    .where('id', '=', id)
    .executeTakeFirst()

/** How the subject's aggregate lies in the cohort: of every submission its newest final comparable score since `since` (D21). */
export async function countCohort(
  db: Db,
  { subject, since }: { subject: StandingSubject; since: Date },
): Promise<CohortCount> {
  const { rows } = await sql<CohortCount>`
    with newest as (
      select distinct on (submission_id) aggregate_x100 from scores
      where not has_stubs and prompt_name = ${subject.prompt_name} and prompt_major = ${subject.prompt_major}
        and created_at > ${since}
      order by submission_id, created_at desc, id desc)
    select count(*) filter (where aggregate_x100 < ${subject.aggregate_x100})::int as below,
      count(*) filter (where aggregate_x100 = ${subject.aggregate_x100})::int as equal,
      count(*)::int as size
    from newest`.execute(db)
  return rows[0] ?? { below: 0, equal: 0, size: 0 }
}
