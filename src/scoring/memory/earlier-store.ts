import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Resemblance } from './recalled.ts'

/** An earlier submission that resembles the one being scored, with its first score. */
export interface Candidate {
  resemblance: Resemblance
  submissionId: string
  scoreId: string
  /** Of the launch, folded. */
  name: string
  symbol: string
  /** Lower case. */
  creatorAddress: string
  isEnrolled: boolean
  /** The creator signal of the score that the wallet signed for last; null: it signed for none, or the signal was not measured. */
  creatorScore: number | null
  /** Its launch is bound to a token that the chain shows. */
  isLaunched: boolean
  createdAt: Date
}

export interface Likeness {
  /** The groups of images that show the same. */
  groups: string[]
  /** Folded. */
  name: string
  symbol: string
  /** Beginnings and grams that a similar name shares with this one; null: the name is too short to be similar to another. */
  similar: { beginning: string; ending: string[] } | null
  /** Lower case. */
  creatorAddress: string
}

/** The most rows that are read from each index. They bound the cost of a look-up. */
const maxImagesOfGroup = 30
const maxOwn = 100
const maxLaunches = 30
const maxSubmissions = 30

/**
 * Submissions that resemble one, the oldest of each kind first: with an image of these groups, with the same folded name and
 * symbol, or with a name that may be similar. Hidden ones, and those with test scores only, are left out. Enrolled ones, those
 * with weight and the creator's own are looked for besides the oldest, so that many others can't cover them.
 */
export async function listCandidates(db: Db, likeness: Likeness): Promise<Candidate[]> {
  const { groups, name, symbol, similar, creatorAddress } = likeness
  const { rows } = await sql<Candidate>`
    with pictures as (
      select image_hash from unnest(${groups}::text[]) as key cross join lateral (
        select image_hash from image_looks where picture_key = key order by position limit ${maxImagesOfGroup}) as image),
    pictured as (
      select 'picture' as resemblance, submission.* from pictures
      cross join lateral (${submissionsWhere(sql`image_hash = pictures.image_hash`)}) as submission),
    named as (
      (select 'name' as resemblance, identity from launch_names
        where name = ${name} and symbol = ${symbol} order by created_at limit ${maxLaunches})
      union all
      (select 'name', identity from launch_names
        where name = ${name} and symbol = ${symbol} and is_signed order by created_at limit ${maxLaunches})
      ${similar ? sql`union all ${similarNames(name, similar)}` : sql``}),
    own as (
      select image_hash, ${submissionColumns} from submissions
      where creator_address = ${creatorAddress} and hidden_reason is null order by created_at, id limit ${maxOwn}),
    found as (
      select * from pictured
      union
      select 'picture', ${submissionColumns} from own
      where image_hash in (select image_hash from image_looks where picture_key = any(${groups}::text[]))
      union
      select case when launch.name = ${name} and launch.symbol = ${symbol} then 'name' else 'similar_name' end,
        own.identity, id, creator_address, signed_at, signer_score, bound_contract, own.created_at
      from own join launch_names as launch using (identity)
      where launch.name = ${name} and launch.symbol = ${symbol} or identity in (select identity from named)
      union
      select resemblance, submission.* from named
      cross join lateral (${submissionsWhere(sql`identity = named.identity`)}) as submission)
    select resemblance, found.id as "submissionId", score.id as "scoreId", coalesce(launch.name, '') as name,
      coalesce(launch.symbol, '') as symbol, creator_address as "creatorAddress", signed_at is not null as "isEnrolled",
      signer_score as "creatorScore", bound_contract is not null as "isLaunched", found.created_at as "createdAt"
    from found
    cross join lateral (select id from scores where submission_id = found.id and not is_test
      order by created_at, id limit 1) as score
    left join launch_names as launch on launch.identity = found.identity
    order by found.created_at, found.id`.execute(db)
  return rows
}

const submissionColumns = sql`identity, id, creator_address, signed_at, signer_score, bound_contract, created_at`

const submissionsWhere = (condition: ReturnType<typeof sql>) => sql`
  (select ${submissionColumns} from submissions
    where ${condition} and hidden_reason is null order by created_at, id limit ${maxSubmissions})
  union
  (select ${submissionColumns} from submissions
    where ${condition} and hidden_reason is null and signed_at is not null order by created_at, id limit ${maxSubmissions})
  union
  (select ${submissionColumns} from submissions
    where ${condition} and hidden_reason is null and (signer_score >= 50 or bound_contract is not null)
    order by created_at, id limit ${maxSubmissions})`

/** Materialised, so that the limit doesn't mislead the planner into reading the whole table. */
const similarNames = (name: string, { beginning, ending }: NonNullable<Likeness['similar']>) => sql`
  (select 'similar_name', identity from launch_names
    where name > ${beginning} and name < ${`${beginning}\u{10ffff}`} and name <> ${name} order by name limit ${maxLaunches})
  union all
  (with matching as materialized (
      select identity from launch_names where grams @> ${ending}::text[] and name <> ${name} limit ${maxLaunches})
    select 'similar_name', identity from matching)`

/** An earlier submission as pages show it. */
export interface ShownEarlier {
  scoreId: string
  name: string
  symbol: string
  createdAt: Date
}

/** The submissions of these scores, without hidden ones. */
export const listShownEarlier = (db: Db, scoreIds: string[]): Promise<ShownEarlier[]> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['scores.id as scoreId', 'name', 'symbol', 'submissions.created_at as createdAt'])
    .where('scores.id', 'in', scoreIds)
    .where('hidden_reason', 'is', null)
    .execute()
