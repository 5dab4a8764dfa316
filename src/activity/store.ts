import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import { withoutFlush } from '../platform/without-flush.ts'
import { type ActivityName, activityNames } from './names.ts'

export async function insertActivity(
  db: Db,
  { at, amounts }: { at: Date; amounts: Partial<Record<ActivityName, number>> },
): Promise<void> {
  const noted = Object.entries(amounts).filter(([, amount]) => amount > 0)
  if (noted.length === 0) return
  const rows = noted.map(([name, amount]) => ({ name: name as ActivityName, at, amount: String(amount) }))
  await db.insertInto('activity').values(rows).returning(withoutFlush).execute()
}

export async function hasActivity(db: Db): Promise<boolean> {
  const { rows } = await sql`select from activity limit 1`.execute(db)
  return rows.length > 0
}

/** Takes the counts for the rest of the transaction; false when another has them. */
export async function tryLockHours(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('activity_hours', 0)) as is_locked`.execute(tx)
  return rows[0]?.is_locked ?? false
}

/** Counts what has happened by the hour, and forgets hours before `keptSince`: the sums since ever keep them. */
export async function foldHours(tx: Tx, keptSince: Date): Promise<void> {
  await sql`
    with taken as (delete from activity returning name, at, amount),
    sums as (
      select name, date_trunc('hour', at, 'UTC') as hour, sum(amount)::bigint as amount
      from taken where at >= ${keptSince} group by 1, 2
      union all
      select name, '-infinity', sum(amount)::bigint from taken group by 1)
    insert into activity_hours as counted (name, hour, amount) select name, hour, amount from sums
    on conflict (name, hour) do update set amount = counted.amount + excluded.amount`.execute(tx)
  await sql`delete from activity_hours where hour > '-infinity' and hour < ${keptSince}`.execute(tx)
}

export async function bytesOfActivity(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_relation_size('activity') as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

export async function vacuumActivity(db: Db): Promise<void> {
  await sql`vacuum activity`.execute(db)
}

/** How often each thing happened: since ever, and in the hours since each of two. */
export type Sums = Record<ActivityName, { all: number; day: number; week: number }>

/** Of what was counted and of what wasn't yet, as one snapshot; no other table is read, whatever its size. */
export async function sumActivity(db: Db, { day, week }: { day: Date; week: Date }): Promise<Sums> {
  const { rows } = await sql<{ name: ActivityName; all: string; day: string | null; week: string | null }>`
    with amounts as (
      select name, hour, amount from activity_hours where hour >= ${week} or hour = '-infinity'
      union all
      select name, at, amount from activity
      union all
      select name, '-infinity', amount from activity)
    select name, sum(amount) filter (where hour = '-infinity') as all,
      sum(amount) filter (where hour >= ${day}) as day, sum(amount) filter (where hour >= ${week}) as week
    from amounts group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.name, row]))
  const sumsOf = (name: ActivityName) => {
    const row = found.get(name)
    return { all: Number(row?.all ?? 0), day: Number(row?.day ?? 0), week: Number(row?.week ?? 0) }
  }
  return Object.fromEntries(activityNames.map((name) => [name, sumsOf(name)])) as Sums // one for each name
}
