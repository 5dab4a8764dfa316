import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/db.ts'

/**
 * A final score that may be of a launch to come: the providers did not know the submitted contract when it was made. `s` and `u`
 * are the aliases of the score and its submission.
 */
const isCounted = (s: string, u: string) =>
  sql.raw(`not ${s}.has_stubs and not ${s}.is_test and not (${u}.contract_address is not null
    and (${s}.is_deployer or ${s}.measured_contract is not null))`)

/** A launch: the submissions of a wallet with one identity; a submission without an identity is one of its own. */
const isSameLaunch = (one: string, other: string) =>
  sql.raw(`(${one}.creator_address = ${other}.creator_address
    and (${one}.id = ${other}.id or ${one}.identity = ${other}.identity))`)

interface Span {
  from: RawBuilder<unknown>
  until: RawBuilder<unknown>
}

const launch = sql.raw(
  `s.prompt_name, s.prompt_major, u.creator_address, coalesce(encode(u.identity, 'hex'), u.id::text)`,
)

/** The rows of a cohort, with the aliases of `isCounted` and those of an earlier row, and the time that counts. Ids order rows of one time. */
const scored = {
  rows: sql`scores s join submissions u on u.id = s.submission_id`,
  at: sql.ref('s.created_at'),
  id: sql.ref('s.id'),
  earlier: sql`submissions o join scores p on p.submission_id = o.id`,
  earlierAt: sql.ref('p.created_at'),
}
const enrolled: typeof scored = {
  rows: sql`enrollments e join scores s on s.id = e.score_id join submissions u on u.id = s.submission_id`,
  at: sql.ref('e.enrolled_at'),
  id: sql.ref('e.id'),
  earlier: sql`submissions o join scores p on p.submission_id = o.id join enrollments f on f.score_id = p.id`,
  earlierAt: sql.ref('f.enrolled_at'),
}

/** The launches of each cohort that were first scored, or enrolled, within a span, with the band of that score. */
const findFirst = ({ rows, at, id, earlier, earlierAt }: typeof scored, { from, until }: Span) => sql`
  select distinct on (${launch}) s.prompt_name, s.prompt_major, s.band, u.id, u.creator_address, u.identity
  from ${rows}
  where ${at} >= ${from} and ${at} < ${until} and ${isCounted('s', 'u')} and not exists (
    select from ${earlier}
    where ${isSameLaunch('o', 'u')} and p.prompt_name = s.prompt_name and p.prompt_major = s.prompt_major
      and ${earlierAt} < ${from} and ${isCounted('p', 'o')})
  order by ${launch}, ${at}, ${id}`

/** No token of the launch is in the record, not even one that doesn't count. */
const hasNoToken = (until: Span['until']) => sql`not exists (
  select from recorded_launches r join token_bindings b on b.id = r.binding_id
    join submissions v on v.id = b.submission_id
  where r.creator_address = first.creator_address and r.recorded_at < ${until} and ${isSameLaunch('v', 'first')})`

const shift = (time: RawBuilder<unknown>) => sql`(${time} - interval '180 days')`

/**
 * Counts the launches of each cohort: those that were first scored or enrolled on a day, and those that have had no token for
 * 180 days since they were enrolled. The first day counts all until its end.
 */
export async function insertCohorts(tx: Tx, day: string, isFirst: boolean): Promise<void> {
  const from = sql`${isFirst ? '-infinity' : `${day}T00:00:00.000Z`}::timestamptz`
  const until = sql`(${`${day}T00:00:00.000Z`}::timestamptz + interval '1 day')`
  // Days that were sealed before these were counted have none.
  const counted = sql`(select coalesce((max(day) + 1)::timestamp at time zone 'utc', '-infinity') from record_day_cohorts
    where enrolled_never_launched is not null)`
  const over = { from: shift(counted), until: shift(until) }
  await sql`
    insert into record_day_cohorts (day, prompt_name, prompt_major, band, scored, enrolled, enrolled_never_launched)
    select ${day}::date, prompt_name, prompt_major, band, sum(scored), sum(enrolled), sum(never) from (
      select prompt_name, prompt_major, band, 1 as scored, 0 as enrolled, 0 as never
      from (${findFirst(scored, { from, until })}) as first
      union all
      select prompt_name, prompt_major, band, 0, 1, 0 from (${findFirst(enrolled, { from, until })}) as first
      union all
      select prompt_name, prompt_major, band, 0, 0, 1 from (${findFirst(enrolled, over)}) as first where ${hasNoToken(until)}
    ) as launches group by prompt_name, prompt_major, band
    on conflict do nothing`.execute(tx)
}
