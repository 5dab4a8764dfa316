import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, WarningCode } from '../../contract/schemas/score.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { OfChain } from './launch-store.ts'
import { type Cohort, toCohortName } from './windows.ts'

export interface FoundScore {
  scoreId: string
  /** null: CHAIN_ID. */
  chainId: number | null
  name: string
  symbol: string
  aggregateX100: number
  band: Band
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  hasStubs: boolean
  isSigned: boolean
  isCopy: boolean
  /** Lower case. */
  creatorAddress: string
  contractAddress: string | null
  createdAt: Date
}

interface NameQuery {
  folded: string
  /** Folded beginnings that the query may be the start of. */
  beginnings: { text: string; grams: string[] }[]
  cohort: Cohort
  chain: OfChain | null
  limit: number
}

const isOn = (chain: OfChain | null) =>
  chain ? sql`coalesce(u.chain_id, ${chain.defaultChainId}) = ${chain.chainId}` : sql`true`

/** Launches per index, which bounds the cost of any query. */
const candidates = 50
/** Launches whose scores are read. */
const resolved = 60
/** Copies listed with a launch. */
const copies = 3

/**
 * Equal names first, then names that begin with the query. Within each, signed launches come first, then older ones,
 * then copies (D107). A launch is shown by its standing score, or by its newest preliminary one (D60).
 */
export async function listScoresByName(
  db: Db,
  { folded, beginnings, cohort, chain, limit }: NameQuery,
): Promise<FoundScore[]> {
  const texts = beginnings.map(({ text }) => text)
  const branches = beginnings.flatMap(({ text, grams }) => [
    beginningWith('name', text),
    beginningWith('symbol', text),
    ...(grams.length > 0 ? [containing(text, grams), containing(text, grams, sql`and is_signed`)] : []),
  ])
  const { rows } = await sql<FoundScore>`
    with found as (${sql.join(branches, sql` union `)}),
    launches as (
      select *, case when ${folded} in (name, symbol) then 0
        when exists (select from unnest(${texts}::text[]) as begun where starts_with(name, begun) or starts_with(symbol, begun)) then 1
        else 2 end as distance
      from found
      order by distance, first_signed_at, created_at, identity
      limit ${resolved})
    select s.id as "scoreId", ${shownColumns}
    from launches as l
    cross join lateral (
      select coalesce(
        (select score_id from launch_standings where launch = l.identity and cohort = ${toCohortName(cohort)}),
        (${newestScore})) as id, false as is_copied, null::timestamptz as copied_at
      union all
      (select score_id, true, signed_at from launch_standings
        where identity = l.identity and cohort = ${toCohortName(cohort)} and is_copy
        order by signed_at limit ${copies})) as ranked
    join scores as s on s.id = ranked.id
    join submissions as u on u.id = s.submission_id
    where ${isOn(chain)}
    order by distance, is_copied, l.first_signed_at, l.created_at, l.identity, copied_at, s.id
    limit ${limit}`.execute(db)
  return rows
}

/** Equal names come first in the order of the index. */
const beginningWith = (column: 'name' | 'symbol', text: string) => sql`(
  select identity, name, symbol, first_signed_at, created_at from launch_names
  where ${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${`${text}\u{10ffff}`}
  order by ${sql.ref(column)}, first_signed_at, created_at limit ${candidates})`

/**
 * Up to this many launches with all runs of the text are compared with the text itself: `the dog` has the runs of many
 * other names.
 */
const compared = 2000

/** Materialised, so that the limits don't mislead the planner into reading the whole table. */
const containing = (text: string, grams: string[], filter: RawBuilder<unknown> = sql``) => sql`(
  with matching as materialized (
    select identity, name, symbol, first_signed_at, created_at from launch_names where grams @> ${grams}::text[] ${filter})
  select * from (select * from matching limit ${compared}) as bounded
  where position(${text} in name) > 0 or position(${text} in symbol) > 0 limit ${candidates})`

/** For a launch without a standing score: the original's newest, else the newest. */
const newestScore = sql`
  select newest.id from (
    (select id, creator_address as creator, signed_at from submissions
      where submissions.identity = l.identity and hidden_reason is null and signed_at is not null
      order by signed_at, id limit 100)
    union
    (select id, creator_address, signed_at from submissions
      where submissions.identity = l.identity and hidden_reason is null limit 100)) as own
  left join launch_originals as original
    on original.identity = l.identity and original.creator_address = own.creator and own.signed_at is not null
  join scores as newest on newest.submission_id = own.id
  where not is_test and is_current
  order by original.identity is null, has_stubs, newest.created_at desc, newest.id desc limit 1`

const shownColumns = sql`u.chain_id::float8 as "chainId", u.name, u.symbol, s.aggregate_x100 as "aggregateX100", s.band, ${shownOutcome('u')} as outcome,
  ${shownWarnings('s', 'u')} as warnings, s.has_stubs as "hasStubs", u.signed_at is not null as "isSigned",
  is_copy(u.identity, u.creator_address) as "isCopy", u.creator_address as "creatorAddress",
  left(s.contract_address, 42) as "contractAddress", s.created_at as "createdAt"`

export async function findShownScore(db: Db, id: string): Promise<FoundScore | undefined> {
  const { rows } = await sql<FoundScore>`
    select s.id as "scoreId", ${shownColumns}
    from scores as s join submissions as u on u.id = s.submission_id
    where s.id = ${id} and not s.is_test and u.hidden_reason is null`.execute(db)
  return rows[0]
}

/** Each launch once. */
export async function listEnrolledScores(
  db: Db,
  creatorAddress: string,
  { chain, limit }: { chain: OfChain | null; limit: number },
): Promise<FoundScore[]> {
  const { rows } = await sql<FoundScore>`
    with launches as (
      select distinct on (launch_of(u.id, u.identity)) e.score_id, e.enrolled_at
      from (select submission_id, score_id, enrolled_at from enrollments where creator_address = ${creatorAddress}
        order by enrolled_at desc, id desc limit ${candidates}) as e
      join submissions as u on u.id = e.submission_id
      where u.hidden_reason is null and ${isOn(chain)}
      order by launch_of(u.id, u.identity), e.enrolled_at desc)
    select s.id as "scoreId", ${shownColumns}
    from launches as l join scores as s on s.id = l.score_id join submissions as u on u.id = s.submission_id
    order by l.enrolled_at desc limit ${limit}`.execute(db)
  return rows
}
