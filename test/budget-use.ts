import { sql } from 'kysely'
import type { BudgetName } from '../src/activity/budgets/budgets.ts'
import { levels } from '../src/activity/budgets/shares.ts'
import type { Db } from '../src/database/db.ts'
import { until } from './until.ts'

/** What all days have used of a budget, when no request holds any of it. */
export async function readUsed(db: Db, budget: BudgetName): Promise<number> {
  let used = 0
  await until(async () => {
    const { rows } = await sql<{ used: number; held: number }>`
      select coalesce(sum(used), 0)::float as used, coalesce(sum(held), 0)::float as held from budget_use
      where budget = ${budget} and bucket = any(${levels.map((level) => `level ${level}`)})`.execute(db)
    used = rows[0]?.used ?? 0
    return rows[0]?.held === 0
  })
  return used
}

/** Sets what a bucket has used of a budget on a day. */
export const setUsed = (
  db: Db,
  { day, budget, bucket, used }: { day: string; budget: BudgetName; bucket: string; used: number },
) =>
  sql`insert into budget_use (day, budget, bucket, used, held) values (${day}::date, ${budget}, ${bucket}, ${used}, 0)
  on conflict (day, budget, bucket) do update set used = excluded.used`.execute(db)
