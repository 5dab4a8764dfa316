import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { dayMs } from '../../platform/clock.ts'
import type { HandleRecord, Submission } from '../../signals/schemas.ts'
import { parseScore } from '../schemas.ts'

interface Signing {
  /** Lower case, without `@`. */
  handle: string
  /** Lower case. */
  creatorAddress: string
  description: string
  creatorScore: number
}

/** The handles in an enrolled score, and the score of its creator signal. */
export async function getSigning(tx: Tx, scoreId: string): Promise<Signing> {
  const row = await tx
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['handle', 'creator_address as creatorAddress', 'description', 'body'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirstOrThrow()
  const { signals } = parseScore(row.body)
  return { ...row, creatorScore: signals.creator.score }
}

export async function insertSignedHandles(
  tx: Tx,
  { handle, creatorAddress, mentions, at }: { handle: string; creatorAddress: string; mentions: string[]; at: Date },
): Promise<void> {
  const common = { creator_address: creatorAddress, signed_at: at }
  await tx
    .insertInto('signed_handles')
    .values([
      { handle, kind: 'claim', ...common },
      ...mentions.map((mentioned) => ({ handle: mentioned, kind: 'mention' as const, ...common })),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The record of a submission's handle, by the mentions and claims of the creators that the rules of a prompt version count. */
export const findHandleRecord = (
  db: Db,
  { submission, counted, now }: { submission: HandleOwner; counted: 'signed' | 'established'; now: Date },
): Promise<HandleRecord> =>
  counted === 'signed' ? findRecordWithSigned(db, submission, now) : findRecordWithEstablished(db, submission, now)

type HandleOwner = Pick<Submission, 'xHandle' | 'creatorAddress'>

/** A submission's handle in lower case, without `@`. */
export const toHandle = (xHandle: string): string => xHandle.slice(1).toLowerCase()

/**
 * The record of a submission's handle with the creators whose wallets have signed: how many others named it in the 7 days
 * before `now`, and whether another signed for it before this creator did.
 */
async function findRecordWithSigned(
  db: Db,
  { xHandle, creatorAddress }: HandleOwner,
  now: Date,
): Promise<HandleRecord> {
  const handle = toHandle(xHandle)
  const since = new Date(now.getTime() - 7 * dayMs)
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

/**
 * The record of a submission's handle with established creators (D75): how many others signed for a pitch that names it in
 * the 7 days before `now`, and whether another claimed it in the 30 days before `now`, before this creator did.
 */
async function findRecordWithEstablished(
  db: Db,
  { xHandle, creatorAddress }: HandleOwner,
  now: Date,
): Promise<HandleRecord> {
  const handle = toHandle(xHandle)
  const since = (days: number) => new Date(now.getTime() - days * dayMs)
  const { rows } = await sql<{ mentions: number; claimed_earlier: boolean }>`select
    (select count(distinct creator_address)::int from signed_handles
      where handle = ${handle} and kind = 'mention' and signed_at > ${since(7)}
        and creator_address <> ${creatorAddress}) as mentions,
    exists (select from signed_handles
      where handle = ${handle} and kind = 'claim' and signed_at > ${since(30)} and creator_address <> ${creatorAddress}
        and signed_at < coalesce((select min(signed_at) from signed_handles
          where handle = ${handle} and kind = 'claim' and creator_address = ${creatorAddress}), 'infinity')
    ) as claimed_earlier`.execute(db)
  const [row] = rows
  return { mentions: row?.mentions ?? 0, claimedEarlier: row?.claimed_earlier ?? false }
}
