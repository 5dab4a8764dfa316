import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'

/** The latest use of a key on a day, and its requests since they were last written. */
export interface KeyUse {
  id: string
  rootId: string
  at: Date
  requests: number
}

/** Never sets the last use back. All replicas lock the rows in the same order. */
export async function addKeyUses(db: Db, uses: KeyUse[]): Promise<void> {
  const ids = uses.map(({ id }) => id)
  const rootIds = uses.map(({ rootId }) => rootId)
  const times = uses.map(({ at }) => at.toISOString())
  const requests = uses.map((use) => use.requests)
  await sql`with used as (
      select id, root_id, at, requests
      from unnest(${ids}::uuid[], ${rootIds}::uuid[], ${times}::timestamptz[], ${requests}::bigint[])
        as given (id, root_id, at, requests)
    ), locked as (
      select id from api_keys where id in (select id from used) order by id for update
    ), counted as (
      insert into api_key_usage as kept (root_id, day, requests)
      select root_id, (at at time zone 'UTC')::date, sum(requests) from used
      where root_id in (select root_id from api_keys) group by 1, 2 order by 1, 2
      on conflict (root_id, day) do update set requests = kept.requests + excluded.requests
    )
    update api_keys set last_used_at = greatest(last_used_at, latest.at)
    from (select id, max(at) as at from used join locked using (id) group by id) as latest
    where api_keys.id = latest.id`.execute(db)
}

export async function listKeyUsage(
  db: Db,
  { rootId, since }: { rootId: string; since: string },
): Promise<{ day: string; requests: number }[]> {
  const { rows } = await sql<{ day: string; requests: number }>`
    select day::text, requests::float8 as requests from api_key_usage
    where root_id = ${rootId} and day >= ${since}::date`.execute(db)
  return rows
}

export const deleteKeyUsage = (db: Db, day: string, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'api_key_usage', where: sql`day < ${day}::date` }, signal)
