import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { Picture } from '../providers/images.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { Standing, Submission } from '../signals/schemas.ts'
import type { ScoreResult } from './schemas.ts'

/** What a new submission brings along; a re-score finds it there. */
export interface Ground {
  submissionId: string
  submission: Submission
  picture: Picture
  /** The handles that the pitch names, in lower case, without `@`. */
  mentions: string[]
}

interface ScoreRow {
  score: ScoreResult
  body: string
  submissionId: string
  submission: Pick<Submission, 'contractAddress'>
  prompt: Pick<PromptVersion, 'id' | 'name' | 'major'>
  evidence: object
  createdAt: Date
}

/** A score of a stored submission. */
export async function insertScore(tx: Tx, row: ScoreRow): Promise<void> {
  await tx.insertInto('scores').values(scoreValues(row)).execute()
}

/** A score and the ground that it stands on, in one statement: each would be a journey of its own. */
export async function insertGroundedScore(tx: Tx, ground: Ground, row: ScoreRow): Promise<void> {
  const { createdAt } = row
  await tx
    .with('picture', (db) =>
      db
        .insertInto('pictures')
        .values(pictureValues(ground.picture, createdAt))
        .onConflict((conflict) => conflict.column('hash').doNothing()),
    )
    .with('submission', (db) => db.insertInto('submissions').values(submissionValues(ground, createdAt)))
    .with('mention', (db) =>
      db
        .insertInto('handle_mentions')
        .columns(['handle', 'creator_address', 'mentioned_at'])
        .expression(mentionRows(ground, createdAt))
        .onConflict((conflict) =>
          conflict.columns(['handle', 'creator_address']).doUpdateSet({ mentioned_at: createdAt }),
        ),
    )
    .insertInto('scores')
    .values(scoreValues(row))
    .execute()
}

const pictureValues = ({ hash, bytes, mediaType, width, height }: Picture, createdAt: Date) => ({
  hash,
  bytes,
  media_type: mediaType,
  width,
  height,
  created_at: createdAt,
})

function submissionValues({ submissionId, submission, picture }: Ground, createdAt: Date) {
  const { name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress } = submission
  return {
    id: submissionId,
    name,
    symbol,
    description,
    image_url: imageUrl,
    x_handle: xHandle,
    handle: foldHandle(xHandle),
    creator_address: creatorAddress,
    contract_address: contractAddress,
    picture_hash: picture.hash,
    created_at: createdAt,
  }
}

const foldHandle = (xHandle: string) => xHandle.slice(1).toLowerCase()

const mentionRows = ({ mentions, submission }: Ground, createdAt: Date) =>
  sql<never>`select handle, ${submission.creatorAddress}, ${createdAt}::timestamptz from unnest(${mentions}::text[]) as handle order by handle`

const scoreValues = ({ score, body, submissionId, submission, prompt, evidence, createdAt }: ScoreRow) => ({
  id: score.id,
  submission_id: submissionId,
  rescored_from: score.rescoredFrom,
  aggregate_x100: Math.round(score.aggregate * 100),
  band: score.band,
  has_stubs: score.hasStubs,
  prompt_version: prompt.id,
  prompt_name: prompt.name,
  prompt_major: prompt.major,
  contract_address: submission.contractAddress,
  body,
  evidence: JSON.stringify(evidence),
  created_at: createdAt,
})

/** Leaves the time of an earlier signature as it is. */
export async function updateSignedAt(tx: Tx, submissionId: string, signedAt: Date): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ signed_at: signedAt })
    .where('id', '=', submissionId)
    .where('signed_at', 'is', null)
    .execute()
}

/** The record as it was first sent. */
export async function findScoreBody(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('scores').select('body').where('id', '=', id).executeTakeFirst()
  return row?.body
}

/** The newest record of a token's contract (lower-case address). */
export const findScoreByToken = (db: Db, contractAddress: string): Promise<{ id: string; body: string } | undefined> =>
  db
    .selectFrom('scores')
    .select(['id', 'body'])
    .where('contract_address', '=', contractAddress)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What a re-score replays: the stored submission and its picture's bytes (D19). */
export async function findReplay(
  db: Db,
  scoreId: string,
): Promise<{ submissionId: string; submission: Submission; picture: Picture } | undefined> {
  const row = await db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .innerJoin('pictures', 'pictures.hash', 'submissions.picture_hash')
    .select(['submissions.id', 'name', 'symbol', 'description', 'image_url', 'x_handle', 'creator_address'])
    .select(['submissions.contract_address', 'hash', 'bytes', 'media_type', 'width', 'height'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, symbol, description, hash, bytes, width, height } = row
  const submission = {
    name,
    symbol,
    description,
    imageUrl: row.image_url,
    xHandle: row.x_handle,
    creatorAddress: row.creator_address,
    contractAddress: row.contract_address,
  }
  return { submissionId: id, submission, picture: { hash, bytes, mediaType: row.media_type, width, height } }
}

/**
 * How a submission's handle stands with the creators whose wallets have signed: how many others named it in the 7 days
 * before `now`, and whether another signed for it before this creator did.
 */
export async function findStanding(
  db: Db,
  { xHandle, creatorAddress }: Pick<Submission, 'xHandle' | 'creatorAddress'>,
  now: Date,
): Promise<Standing> {
  const handle = foldHandle(xHandle)
  const since = new Date(now.getTime() - 7 * 24 * 3600 * 1000)
  const { rows } = await sql<{ mentions: number; claimed_earlier: boolean }>`select
    (select count(*)::int from handle_mentions
      where handle = ${handle} and creator_address <> ${creatorAddress} and mentioned_at > ${since}
        and exists (select from submissions where submissions.creator_address = handle_mentions.creator_address
          and signed_at is not null)) as mentions,
    exists (select from submissions
      where handle = ${handle} and signed_at is not null and creator_address <> ${creatorAddress}
        and signed_at < coalesce((select min(signed_at) from submissions
          where handle = ${handle} and signed_at is not null and creator_address = ${creatorAddress}), 'infinity')
    ) as claimed_earlier`.execute(db)
  const [row] = rows
  return { mentions: row?.mentions ?? 0, claimedEarlier: row?.claimed_earlier ?? false }
}
