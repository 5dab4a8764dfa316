import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Resemblance } from './recalled.ts'

/** An earlier submission that resembles the one being scored, with its first score. */
export interface Candidate {
  resemblance: Resemblance
  submissionId: string
  scoreId: string
  name: string
  symbol: string
  /** Lower case. */
  creatorAddress: string
  isEnrolled: boolean
  /** null: the wallet signed for no score, or the signal was not measured. */
  creatorScore: number | null
  isLaunched: boolean
  createdAt: Date
}

export interface Likeness {
  /** Groups of images that show the same picture. */
  groups: string[]
  name: string
  symbol: string
  /** Beginnings and grams of a similar name; null: the name is too short to compare. */
  similar: { beginning: string; ending: string[] } | null
  /** Lower case. */
  creatorAddress: string
}

/** Rows read from each index, which bounds the cost of a look-up. */
const maxImagesOfGroup = 30
const maxOwn = 100
const maxLaunches = 30
const maxSubmissions = 30

/**
 * Submissions that resemble one, oldest of each kind first, without hidden and test ones. Enrolled ones, those with
 * weight and the creator's own are looked up separately, so that many others can't crowd them out.
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

export interface ShownEarlier {
  scoreId: string
  name: string
  symbol: string
  createdAt: Date
}

export const listShownEarlier = (db: Db, scoreIds: string[]): Promise<ShownEarlier[]> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['scores.id as scoreId', 'name', 'symbol', 'submissions.created_at as createdAt'])
    .where('scores.id', 'in', scoreIds)
    .where('hidden_reason', 'is', null)
    .execute()
