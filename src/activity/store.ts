import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { withoutFlush } from '../database/sql.ts'
import { deleteRows } from '../database/upkeep.ts'

/** Triggers count scores and enrollments, the judge counts tokens, and each process adds its metrics. */
export const activityNames = [
  'score.green',
  'score.amber',
  'score.red',
  'score.preliminary',
  'rescore',
  'enrollment.green',
  'enrollment.amber',
  'enrollment.red',
  'attestation',
  // Counted in the hour of the score.
  'enrolled',
  'attested',
  'model.call',
  'model.input-token',
  'model.output-token',
  'model.cached-token',
  'model.saved-token',
  'response.error',
  'response.limited',
  'delivery.success',
  'delivery.failure',
] as const

export type ActivityName = (typeof activityNames)[number]

export interface Activity {
  at: Date
  amounts: Partial<Record<ActivityName, number>>
}

export async function insertActivity(db: Db, activity: Activity): Promise<void> {
  if (Object.values(activity.amounts).every((amount) => amount === 0)) return
  await sql`${toInsertion(activity)} returning ${withoutFlush}`.execute(db)
}

/** An insertion for `with`, in the statement that stores what was counted. */
export const toInsertion = ({ at, amounts }: Activity) => sql`
  insert into activity (name, at, amount)
  select name, ${at}::timestamptz, amount
  from unnest(${Object.keys(amounts)}::text[], ${Object.values(amounts)}::bigint[]) as counted (name, amount)
  where amount <> 0`

export async function hasActivity(db: Db): Promise<boolean> {
  const { rows } = await sql`select from activity limit 1`.execute(db)
  return rows.length > 0
}

/** Rolls up at most `limit` rows, and deletes the hours before `keptSince`; totals keep their amounts. */
export async function rollUpHours(tx: Tx, { keptSince, limit }: { keptSince: Date; limit: number }): Promise<void> {
  await sql`
    with taken as (
      delete from activity where ctid = any(array(select ctid from activity limit ${limit})) returning name, at, amount),
    seconds as (
      insert into activity_seconds as counted (second, name, amount)
      select date_trunc('second', at, 'UTC'), name, sum(amount)::bigint from taken where at >= ${keptSince} group by 1, 2
      on conflict (second, name) do update set amount = counted.amount + excluded.amount),
    sums as (
      select name, date_trunc('hour', at, 'UTC') as hour, sum(amount)::bigint as amount
      from taken where at >= ${keptSince} group by 1, 2
      union all
      select name, '-infinity', sum(amount)::bigint from taken group by 1)
    insert into activity_hours as counted (name, hour, amount) select name, hour, amount from sums
    on conflict (name, hour) do update set amount = counted.amount + excluded.amount`.execute(tx)
  await sql`delete from activity_hours where hour > '-infinity' and hour < ${keptSince}`.execute(tx)
}

export const deleteSeconds = (db: Db, keptSince: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'activity_seconds', where: sql`second < ${keptSince}` }, signal)

/** How often each thing happened: in total, and since the start of a day and of a week. */
export type Sums = Record<ActivityName, { all: number; day: number; week: number }>

/**
 * One snapshot of whole hours, partial hours in seconds, and activity that is not rolled up yet. `day` and `week` are
 * whole seconds.
 */
export async function sumActivity(db: Db, { day, week }: { day: Date; week: Date }): Promise<Sums> {
  const { rows } = await sql<{ name: ActivityName; all: string; day: string | null; week: string | null }>`
    with hours (name, at, amount) as (
      select name, hour, amount from activity_hours where hour >= ${week} or hour = '-infinity'),
    cut (name, at, amount) as (
      select name, second, amount from activity_seconds where second >= ${week} and second < ${toNextHour(week)}
      union all
      select name, second, amount from activity_seconds where second >= ${day} and second < ${toNextHour(day)}),
    pending as (select name, at, amount from activity),
    parts as (
      select name, amount as all, 0 as day, 0 as week from hours where at = '-infinity'
      union all
      select name, 0, case when at >= ${day} then amount end, amount from hours where at > '-infinity'
      union all
      select name, 0, case when at >= ${day} and at < ${toNextHour(day)} then amount end,
        case when at < ${toNextHour(week)} then amount end from cut
      union all
      select name, amount, case when at >= ${day} then amount end, case when at >= ${week} then amount end from pending)
    select name, sum("all") as all, sum(day) as day, sum(week) as week from parts group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.name, row]))
  const selectSums = (name: ActivityName) => {
    const row = found.get(name)
    return { all: Number(row?.all ?? 0), day: Number(row?.day ?? 0), week: Number(row?.week ?? 0) }
  }
  return Object.fromEntries(activityNames.map((name) => [name, selectSums(name)])) as Sums // one for each name
}

const hourMs = 3_600_000

const toNextHour = (time: Date): Date => new Date(Math.ceil(time.getTime() / hourMs) * hourMs)

export async function listActivityHours(
  db: Db,
  since: Date,
): Promise<{ name: ActivityName; hour: Date; amount: number }[]> {
  const { rows } = await sql<{ name: ActivityName; hour: Date; amount: number }>`
    with parts (name, hour, amount) as (
      select name, hour, amount from activity_hours where hour >= ${since}
      union all
      select name, date_trunc('hour', at, 'UTC'), amount from activity where at >= ${since})
    select name, hour, sum(amount)::float8 as amount from parts group by 1, 2`.execute(db)
  return rows
}

export interface BudgetCount {
  budget: string
  bucket: string
  /** Spent. */
  used: number
  /** Reserved by requests in progress. */
  held: number
}

export async function findBudgetCounts(
  db: Db,
  { day, budgets, buckets }: { day: string; budgets: string[]; buckets: string[] },
): Promise<BudgetCount[]> {
  const { rows } = await sql<BudgetRow>`
    select budget, bucket, used, held from budget_use
    where day = ${day}::date and budget = any(${budgets}) and bucket = any(${buckets})`.execute(db)
  return rows.map(toBudgetCount)
}

/**
 * Adds to the counts, locking them in the same order on every replica, and returns what they are then; none falls below
 * 0. A power cut may lose the last ones.
 */
export async function addToBudgets(db: Db | Tx, day: string, counts: BudgetCount[]): Promise<BudgetCount[]> {
  if (counts.length === 0) return []
  const { rows } = await sql<BudgetRow>`
    insert into budget_use as kept (day, budget, bucket, used, held)
    select ${day}::date, budget, bucket, used, held
    from unnest(${counts.map(({ budget }) => budget)}::text[], ${counts.map(({ bucket }) => bucket)}::text[],
      ${counts.map(({ used }) => used)}::bigint[], ${counts.map(({ held }) => held)}::bigint[])
      as given (budget, bucket, used, held) order by budget, bucket
    on conflict (day, budget, bucket) do update
      set used = greatest(0, kept.used + excluded.used), held = greatest(0, kept.held + excluded.held)
    returning budget, bucket, used, held, ${withoutFlush}`.execute(db)
  return rows.map(toBudgetCount)
}

interface BudgetRow {
  budget: string
  bucket: string
  used: string
  held: string
}

const toBudgetCount = ({ budget, bucket, used, held }: BudgetRow): BudgetCount => ({
  budget,
  bucket,
  used: Number(used),
  held: Number(held),
})

export const deleteBudgetCounts = (db: Db, day: string, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'budget_use', where: sql`day < ${day}::date` }, signal)
