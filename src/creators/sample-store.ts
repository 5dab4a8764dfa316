import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { Before, SampleCount } from './rules/calibration-1.0.0.ts'

export interface DueLaunch {
  chainId: number
  launchpad: string
  token: string
  creator: string
  launchedAt: Date
}

interface Window {
  chainId: number
  from: Date
  until: Date
}

const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')

/** Launches in a window that were not sampled yet, in the order of their creators, from one creator on. */
export async function listDueLaunches(
  db: Db,
  { chainId, from, until }: Window,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<DueLaunch[]> {
  const { rows } = await sql<DueLaunch>`
    select chain_id::float8 as "chainId", launchpad, '0x' || encode(token, 'hex') as token,
      '0x' || encode(creator, 'hex') as creator, launched_at as "launchedAt"
    from indexed_launches l
    where creator > ${bytes(after)} and creator <= ${bytes(before)} and chain_id = ${chainId}
      and launched_at >= ${from} and launched_at < ${until}
      and not exists (select from launch_samples s where s.chain_id = l.chain_id and s.token = l.token)
    order by creator, launched_at limit ${limit}`.execute(db)
  return rows
}

/** Launches of these creators up to a time that have no stored look, newest first. */
export async function listUnlooked(
  db: Db,
  { chainId, creators, until, limit }: { chainId: number; creators: string[]; until: Date; limit: number },
): Promise<DueLaunch[]> {
  const { rows } = await sql<DueLaunch>`
    select l.chain_id::float8 as "chainId", launchpad, '0x' || encode(token, 'hex') as token,
      '0x' || encode(creator, 'hex') as creator, launched_at as "launchedAt"
    from indexed_launches l
    where creator = any(array(select decode(substr(hex, 3), 'hex') from json_array_elements_text(${JSON.stringify(creators)}) as hex))
      and chain_id = ${chainId} and launched_at < ${until}
      and not exists (select from launch_looks k where k.chain_id = l.chain_id and k.token = l.token)
    order by launched_at desc limit ${limit}`.execute(db)
  return rows
}

export interface Sample extends DueLaunch {
  id: string
  isAlive: boolean | null
}

/** Stores samples with what was known of their creators before each launch. A launch that was sampled already is left out. */
export async function insertSamples(db: Db, samples: Sample[], at: Date): Promise<void> {
  if (samples.length === 0) return
  await sql`
    with given as (
      select id, "chainId" as chain_id, decode(substr(token, 3), 'hex') as token,
        decode(substr(creator, 3), 'hex') as creator, "launchedAt" as launched_at, "isAlive" as is_alive
      from json_to_recordset(${JSON.stringify(samples)}) as g (id uuid, "chainId" bigint, token text, creator text,
        "launchedAt" timestamptz, "isAlive" boolean))
    insert into launch_samples (id, chain_id, token, creator, launched_at, looked_at, is_alive, earlier, known, alive)
    select g.id, g.chain_id, g.token, g.creator, g.launched_at, ${at}, g.is_alive, count(e.token), count(k.is_alive),
      count(*) filter (where k.is_alive)
    from given g
    left join indexed_launches e on e.creator = g.creator and e.launched_at < g.launched_at
    left join lateral (
      select is_alive from (
        select is_alive, looked_at from launch_looks l where l.chain_id = e.chain_id and l.token = e.token
        union all
        select is_alive, looked_at from launch_samples s where s.chain_id = e.chain_id and s.token = e.token) seen
      where looked_at < g.launched_at and looked_at >= e.launched_at + interval '7 days' and is_alive is not null
      order by looked_at desc limit 1) k on true
    group by g.id, g.chain_id, g.token, g.creator, g.launched_at, g.is_alive
    on conflict (chain_id, token) do nothing`.execute(db)
}

/** Counts the samples since a time: of each creator the first in each group, whose names `group` gives. */
export async function countSamples(db: Db, since: Date): Promise<SampleCount[]> {
  const { rows } = await sql<SampleCount>`
    with grouped as (
      select creator, launched_at, token, least(earlier, 3) as earlier, case when alive > 0 then 0 else least(known, 10) end as known,
        least(alive, 1) as alive, is_alive,
        case when earlier <= 2 then least(earlier, 1) when alive > 0 then 2 when known >= 10 then 3 when known >= 3 then 4
          else 5 end as kind
      from launch_samples where looked_at >= ${since}),
    firsts as (
      select distinct on (creator, kind) earlier, known, alive, is_alive from grouped
      order by creator, kind, launched_at, token)
    select earlier, known, alive, is_alive as "isAlive", count(*)::int as count from firsts
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

export const upsertFigures = async (db: Db, body: string, at: Date): Promise<void> => {
  await sql`
    insert into creator_figures (body, counted_at) values (${body}, ${at})
    on conflict (id) do update set body = excluded.body, counted_at = excluded.counted_at
    where creator_figures.counted_at < excluded.counted_at`.execute(db)
}

export async function findFigures(db: Db): Promise<{ body: string; countedAt: Date } | null> {
  const { rows } = await sql<{ body: string; countedAt: Date }>`
    select body, counted_at as "countedAt" from creator_figures`.execute(db)
  return rows[0] ?? null
}

export interface SampleRow extends Before {
  id: string
  chainId: number
  token: string
  creator: string
  launchedAt: Date
  lookedAt: Date
  isAlive: boolean | null
}

/** In the order in which they were looked at. */
export async function listSamples(
  db: Db,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select id, chain_id::float8 as "chainId", '0x' || encode(token, 'hex') as token,
      '0x' || encode(creator, 'hex') as creator, launched_at as "launchedAt", looked_at as "lookedAt",
      is_alive as "isAlive", earlier, known, alive
    from launch_samples where (looked_at, id) > (${after?.at ?? new Date(0)}, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by looked_at, id limit ${limit}`.execute(db)
  return rows
}

export const deleteSamples = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'launch_samples', where: sql`looked_at < ${before}` }, signal)

export const deleteLooks = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'launch_looks', where: sql`looked_at < ${before}` }, signal)
