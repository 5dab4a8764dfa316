import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'
import { withoutFlush } from '../../database/sql.ts'

export interface BudgetCount {
  budget: string
  bucket: string
  /** Spent. */
  used: number
  /** Reserved by requests in progress. */
  held: number
}

/** Serialises reservations of all replicas, so that two can't take the same rest. */
export const lockBudgets = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('budgets', 109))`.execute(tx)

export async function findBudgetCounts(
  db: Db,
  { day, budgets, buckets }: { day: string; budgets: string[]; buckets: string[] },
): Promise<BudgetCount[]> {
  const { rows } = await sql<{ budget: string; bucket: string; used: string; held: string }>`
    select budget, bucket, used, held from budget_use
    where day = ${day}::date and budget = any(${budgets}) and bucket = any(${buckets})`.execute(db)
  return rows.map((row) => ({ ...row, used: Number(row.used), held: Number(row.held) }))
}

/** Locks the counts in the same order on every replica; none falls below 0. A power cut may lose the last ones. */
export async function addToBudgets(db: Db, day: string, counts: BudgetCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into budget_use as kept (day, budget, bucket, used, held)
    select ${day}::date, budget, bucket, used, held
    from unnest(${counts.map(({ budget }) => budget)}::text[], ${counts.map(({ bucket }) => bucket)}::text[],
      ${counts.map(({ used }) => used)}::bigint[], ${counts.map(({ held }) => held)}::bigint[])
      as given (budget, bucket, used, held) order by budget, bucket
    on conflict (day, budget, bucket) do update
      set used = greatest(0, kept.used + excluded.used), held = greatest(0, kept.held + excluded.held)
    returning ${withoutFlush}`.execute(db)
}

export const deleteBudgetCounts = (db: Db, day: string, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'budget_use', where: sql`day < ${day}::date` }, signal)
