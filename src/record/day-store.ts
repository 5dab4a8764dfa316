import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import type { DayLine } from './rules/day-file.ts'
import { toDay } from '../platform/time.ts'

/** One process at a time seals, and only until its transaction ends. */
export async function lockSealing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('seal days', 16)) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked === true
}

export interface SealedDay {
  /** `2026-11-22` */
  day: string
  lines: number
  bytes: number
  fileDigest: Buffer
  digest: Buffer
  sealedAt: Date
}

const columns = sql.raw(
  'day::text, lines, bytes::float8 as bytes, file_digest as "fileDigest", digest, sealed_at as "sealedAt"',
)

export async function findLastDay(db: Db | Tx): Promise<SealedDay | null> {
  const { rows } = await sql<SealedDay>`select ${columns} from record_days order by day desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function findDay(db: Db, day: string): Promise<SealedDay | null> {
  const { rows } = await sql<SealedDay>`select ${columns} from record_days where day = ${day}::date`.execute(db)
  return rows[0] ?? null
}

const pageSize = 500

/** In order, from the one after `after`, so that each digest chains to the one before. */
export async function listDays(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedDay[]> {
  const { rows } = await sql<SealedDay>`
    select ${columns} from record_days where ${after}::date is null or day > ${after}::date
    order by day limit ${limit}`.execute(db)
  return rows
}

/** The days from the first to `until`. */
export async function* listDaysUntil(db: Db, until: string): AsyncGenerator<SealedDay> {
  for (let after: string | null = null; ;) {
    const days: SealedDay[] = await listDays(db, { after, limit: pageSize })
    for (const day of days) if (day.day <= until) yield day
    after = days.at(-1)?.day ?? null
    if (after === null || after >= until) return
  }
}

/** The day of the first row of the record. */
export async function findFirstDay(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(recorded_at) from recorded_launches), (select min(seen_at) from observations))
      at time zone 'utc' as at`.execute(db)
  const at = (rows[0] as { at?: Date | string | null } | undefined)?.at ?? null
  return at === null ? null : toDay(new Date(at))
}

/** A day is closed for good before its rows are read: writers that have begun end first, and later ones are refused. */
export const closeDay = async (tx: Tx, day: string, closedAt: Date): Promise<void> => {
  await sql`lock table recorded_launches, recorded_starts, recorded_venue_graduations, observations, outcomes, graduations,
    corrections in share mode`.execute(tx)
  await sql`insert into closed_days (day, closed_at) values (${day}::date, ${closedAt}) on conflict do nothing`.execute(
    tx,
  )
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

interface Span {
  from: Date
  until: Date
}

const within = (column: string, { from, until }: Span) =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`

/** How many rows were appended on a day, without the counts of its end. */
export async function countDayLines(tx: Tx, day: string): Promise<number> {
  const from = new Date(`${day}T00:00:00.000Z`)
  const span = { from, until: new Date(from.getTime() + dayMs) }
  const counts = dated.map(
    ([table, column]) => sql`(select count(*) from ${sql.table(table)} where ${within(column, span)})`,
  )
  const { rows } = await sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

const dated = [
  ['recorded_launches', 'recorded_at'],
  ['recorded_starts', 'recorded_at'],
  ['recorded_venue_graduations', 'recorded_at'],
  ['observations', 'seen_at'],
  ['outcomes', 'decided_at'],
  ['graduations', 'decided_at'],
  ['corrections', 'corrected_at'],
] as const

/** The rows that were appended within a span of a day; the counts of the day are of its last millisecond. */
const selectLines = (day: string, span: Span, { lastMs, ends }: { lastMs: Date; ends: DayEnd[] }) => sql`
  select ${iso('recorded_at')} as at, 'launch' as kind, binding_id::text as key, json_build_object('id', binding_id,
    'scoreRequestId', score_id, 'enrollmentId', enrollment_id, 'promptName', prompt_name, 'promptMajor', prompt_major,
    'aggregate', aggregate_x100 / 100.0, 'band', band, 'earlierScores', earlier_scores, 'scoredAt', ${iso('scored_at')},
    'enrolledAt', ${iso('enrolled_at')}, 'anchored', is_anchored, 'chainId', chain_id, 'creator', creator_address,
    'token', token, 'venue', (select venue from token_bindings b where b.id = recorded_launches.binding_id),
    'origin', origin, 'proof', proof, 'reason', excluded, 'hasCurve', has_curve, 'createdAt', ${iso('created_block_at')},
    'proofs', (select coalesce(json_agg(json_build_object('kind', p.kind, 'txHash', p.tx_hash, 'blockNumber',
      p.block_number) order by p.kind), '[]') from token_proofs p where p.binding_id = recorded_launches.binding_id))
    as fields
  from recorded_launches where ${within('recorded_at', span)}
  union all
  select ${iso('recorded_at')}, 'start', binding_id::text, json_build_object('id', binding_id, 'tradingSince',
    ${iso('trading_since')}, 'curve', is_on_curve) from recorded_starts where ${within('recorded_at', span)}
  union all
  select ${iso('recorded_at')}, 'venueGraduation', binding_id::text, json_build_object('id', binding_id,
    'venueGraduatedAt', ${iso('graduated_at')}, 'successor', successor, 'txHash', tx_hash)
  from recorded_venue_graduations where ${within('recorded_at', span)}
  union all
  select ${iso('seen_at')}, 'observation', binding_id::text, json_build_object('id', binding_id, 'state', state,
    'depth', depth, 'partial', is_partial, 'chainDepth', chain_depth, 'buys', buys, 'sells', sells, 'volume', volume,
    'price', price, 'pairs', pairs, 'counted', counted, 'removalShare', removal_share, 'removalBy', removal_by,
    'removalTx', removal_tx, 'cannotSell', cannot_sell, 'source', source)
  from observations where ${within('seen_at', span)}
  union all
  select ${iso('decided_at')}, 'outcome', binding_id::text || ' ' || horizon || ' ' || rules, json_build_object(
    'id', binding_id, 'horizon', horizon, 'outcome', outcome, 'cause', cause, 'rules', rules, 'seenAt', ${iso('seen_at')})
  from outcomes where ${within('decided_at', span)}
  union all
  select ${iso('decided_at')}, 'graduation', binding_id::text, json_build_object('id', binding_id, 'rules', rules,
    'graduatedAt', ${iso('graduated_at')}, 'fromDay', from_day, 'leastDepth', least_depth)
  from graduations where ${within('decided_at', span)}
  union all
  select ${iso('corrected_at')}, 'correction', id::text, json_build_object('id', id, 'subject', subject, 'reason',
    reason, 'explanation', explanation, 'replacement', replacement, 'madeBy', made_by) from corrections where ${within('corrected_at', span)}
  union all
  select ${`${day}T23:59:59.999Z`}::text, 'cohort', prompt_name || ' ' || prompt_major || ' ' || band,
    json_build_object('promptName', prompt_name, 'promptMajor', prompt_major, 'band', band, 'scored', scored,
    'enrolled', enrolled, 'enrolledNeverLaunched', enrolled_never_launched) from record_day_cohorts where day = ${day}::date and ${lastMs} < ${span.until}::timestamptz
  union all
  select ${`${day}T23:59:59.999Z`}::text, 'venue', venue || ' ' || chain_id, json_build_object('venue', venue,
    'chainId', chain_id, 'block', block, 'readAt', ${iso('read_at')}) from venue_cursors
    where ${lastMs} < ${span.until}::timestamptz
  union all
  select ${`${day}T23:59:59.999Z`}::text, kind, key, fields
  from json_to_recordset(${JSON.stringify(ends)}::json) as ends (kind text, key text, fields json)
    where ${lastMs} < ${span.until}::timestamptz`

/** A line at the end of the day that no row holds. */
type DayEnd = Pick<DayLine, 'kind' | 'key' | 'fields'>

/** In the order of the file. */
export async function listDayLines(
  tx: Tx,
  day: string,
  { ends, ...span }: Span & { ends: DayEnd[] },
): Promise<DayLine[]> {
  const lastMs = new Date(`${day}T23:59:59.999Z`)
  const { rows } = await sql<DayLine>`
    select at, kind, key, fields from (${selectLines(day, span, { lastMs, ends })}) as lines
    order by at collate "C", kind collate "C", key collate "C"`.execute(tx)
  return rows
}

export const insertPart = async (tx: Tx, day: string, part: number, content: string): Promise<void> => {
  await sql`insert into record_day_parts (day, part, content) values (${day}::date, ${part}, ${content})`.execute(tx)
}

export const insertDay = async (tx: Tx, row: SealedDay): Promise<void> => {
  await sql`
    insert into record_days (day, lines, bytes, file_digest, digest, sealed_at)
    values (${row.day}::date, ${row.lines}, ${row.bytes}, ${row.fileDigest}, ${row.digest}, ${row.sealedAt})`.execute(
    tx,
  )
}

/** The file of a day, a part at a time. */
export async function* readDayParts(db: Db, day: string): AsyncGenerator<string> {
  for (let part = 0; ; part += 1) {
    const { rows } = await sql<{ content: string }>`
      select content from record_day_parts where day = ${day}::date and part = ${part}`.execute(db)
    const [row] = rows
    if (!row) return
    yield row.content
  }
}

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

interface CohortSpan {
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
const findFirst = ({ rows, at, id, earlier, earlierAt }: typeof scored, { from, until }: CohortSpan) => sql`
  select distinct on (${launch}) s.prompt_name, s.prompt_major, s.band, u.id, u.creator_address, u.identity
  from ${rows}
  where ${at} >= ${from} and ${at} < ${until} and ${isCounted('s', 'u')} and not exists (
    select from ${earlier}
    where ${isSameLaunch('o', 'u')} and p.prompt_name = s.prompt_name and p.prompt_major = s.prompt_major
      and ${earlierAt} < ${from} and ${isCounted('p', 'o')})
  order by ${launch}, ${at}, ${id}`

/** No token of the launch is in the record, not even one that doesn't count. */
const hasNoToken = (until: CohortSpan['until']) => sql`not exists (
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
