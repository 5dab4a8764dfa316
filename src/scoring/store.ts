import { CompiledQuery, sql } from 'kysely'
import type { CreatorProof, FilledField } from '../../contract/schemas/score.ts'
import { tokenStandings } from '../../contract/standing.ts'
import { listWarningCodes } from '../../contract/warning-words.ts'
import type { Db, Tx } from '../database/db.ts'
import { toKeyAddress } from './contract-key.ts'
import type { CallerKey } from '../keys/authenticate.ts'
import type { Image } from '../providers/images/images.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import type { Submission } from '../signals/schemas.ts'
import type { NewScore } from './build-score.ts'
import { type ContractReading, noteReading } from './contract-store.ts'
import { toHandle } from './identity-store.ts'
import { cutForSearch, type FoldedNames, launchIdentity, listLaunchGrams } from './search-names.ts'
import { refuseHidden, restoreImage } from './visibility.ts'

interface NewSubmission {
  submissionId: string
  submission: Submission
  names: FoldedNames
  image: Image
  /** The key of the submitted contract; null: none was submitted. */
  contract: string | null
  /** The handles that the pitch names, in lower case, without `@`. */
  creatorProof: CreatorProof
  createdAt: Date
}

/**
 * Returns the bytes of a new image, 0 for a stored one. Throws `hidden` for a creator or an image that was taken down
 * in the meantime.
 */
export async function insertSubmission(tx: Tx, row: NewSubmission): Promise<number> {
  const { submissionId, submission, contract, names, image, creatorProof, createdAt } = row
  const { name, symbol, description, imageUrl, xHandle, creatorAddress, creatorName, links } = submission
  const { chainId = null, filled = null } = submission
  const identity = launchIdentity(names, image.hash)
  const searched = cutForSearch(names)
  // A conflict locks the image until the transaction ends, even where it updates nothing.
  const { rows } = await sql<{ isImageDeleted: boolean | null; hiddenReason: string | null }>`
    with image as (
      insert into images (hash, bytes, media_type, width, height, created_at, has_look)
      values (${image.hash}, ${image.bytes}, ${image.mediaType}, ${image.width}, ${image.height}, ${createdAt}, true)
      on conflict (hash) do update set bytes = images.bytes where images.bytes is null
      returning bytes is null as is_deleted),
    features as (
      update image_looks set is_submitted = true where image_hash = ${image.hash} and not is_submitted),
    named as (
      insert into launch_names (identity, name, symbol, grams, is_signed, created_at)
      values (${identity}, ${searched.name}, ${searched.symbol}, ${listLaunchGrams(searched)}, false, ${createdAt})
      on conflict do nothing)
    insert into submissions (id, name, symbol, description, image_url, x_handle, handle, creator_address, creator_name,
      contract_address, links, image_hash, identity, is_named, creator_proof, chain_id, filled,
      created_at)
    values (${submissionId}, ${name}, ${symbol}, ${description}, ${imageUrl}, ${xHandle}, ${toHandle(xHandle)},
      ${creatorAddress}, ${creatorName}, ${contract}, ${JSON.stringify(links)}::jsonb, ${image.hash}, ${identity},
      true, ${creatorProof}, ${chainId}, ${filled}, ${createdAt})
    returning (select is_deleted from image) as "isImageDeleted", hidden_reason as "hiddenReason"`.execute(tx)
  const { isImageDeleted = null, hiddenReason } = rows[0] ?? {}
  refuseHidden(hiddenReason)
  if (isImageDeleted === null) return 0
  if (isImageDeleted) await restoreImage(tx, image)
  return image.bytes.length
}

export interface ScoreRow {
  score: NewScore
  /** The API key that requested the score; none by default. */
  owner?: Owner | null
  body: string
  submissionId: string
  /** The key of the submitted contract; null: none was submitted. */
  contract: string | null
  prompt: Pick<PromptVersion, 'id' | 'name' | 'major'>
  /** The prompt version is the active one (D62). */
  isCurrent: boolean
  /** JSON. */
  evidence: string
  /** The providers report the creator as the deployer or the owner of the contract. */
  isDeployer: boolean
  /** What the provider's report on a contract, of this key, says; null or unset: none was read. */
  reading?: Pick<ContractReading, 'contract' | 'warningCodes' | 'readAt'> | null
  /** Lower case; null or unset: none is reported. */
  reportedDeployer?: string | null
  createdAt: Date
}

export async function insertScore(tx: Tx, row: ScoreRow): Promise<void> {
  await tx.insertInto('scores').values(scoreValues(row)).execute()
  const { reading, submissionId, score } = row
  if (reading) await noteReading(tx, { ...reading, submissionId, scoreId: score.id })
}

const scoreValues = ({ score, owner, submissionId, contract, prompt, isCurrent, ...row }: ScoreRow) => ({
  id: score.id,
  submission_id: submissionId,
  rescored_from: score.rescoredFrom,
  owner_id: owner?.rootId ?? null,
  is_test: owner?.isTest ?? false,
  aggregate_x100: Math.round(score.aggregate * 100),
  band: score.band,
  warning_codes: listWarningCodes(score),
  has_stubs: score.hasStubs,
  prompt_version: prompt.id,
  prompt_name: prompt.name,
  prompt_major: prompt.major,
  contract_address: contract,
  is_deployer: row.isDeployer,
  measured_contract: row.reading?.contract ?? null,
  reported_deployer: row.reportedDeployer ?? null,
  is_current: isCurrent,
  body: row.body,
  evidence: row.evidence,
  created_at: row.createdAt,
})

/**
 * From now on the creator's mentions and claims count in the social signal. The time of an earlier signature stays.
 */
export async function markSigned(tx: Tx, { submissionId, at }: { submissionId: string; at: Date }): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ signed_at: at, creator_proof: 'signature' })
    .where('id', '=', submissionId)
    .where('signed_at', 'is', null)
    .execute()
}

/** From now on the scores of the submission represent the token's contract, of this key (D61). */
export async function markBound(
  tx: Tx,
  { submissionId, contract }: { submissionId: string; contract: string },
): Promise<void> {
  const marked = await tx
    .updateTable('submissions')
    .set({ bound_token: contract })
    .where('id', '=', submissionId)
    .where('bound_token', 'is distinct from', contract)
    .returning('id')
    .executeTakeFirst()
  if (!marked) return
  // The trigger of the table does the same for later scores.
  await tx
    .updateTable('scores')
    .set({ contract_address: contract, standing: tokenStandings.indexOf('bound') })
    .where('submission_id', '=', submissionId)
    .execute()
}

/** Restores the contract and standing of the submission. */
export async function unmarkBound(
  tx: Tx,
  { submissionId, contract }: { submissionId: string; contract: string },
): Promise<void> {
  const unmarked = await tx
    .updateTable('submissions')
    .set({ bound_token: null })
    .where('id', '=', submissionId)
    .where('bound_token', '=', contract)
    .returning(['contract_address', 'signed_at'])
    .executeTakeFirst()
  if (!unmarked) return
  await tx
    .updateTable('scores')
    .set({
      contract_address: unmarked.contract_address,
      // Who deployed the bound token says nothing about the submitted contract.
      standing:
        unmarked.signed_at === null
          ? 0
          : sql`case when is_deployer and measured_contract is distinct from ${contract} then 2 else 1 end`,
    })
    .where('submission_id', '=', submissionId)
    .execute()
}

export async function updateMeasurement(
  tx: Tx,
  { submissionId, measurement }: { submissionId: string; measurement: string | null },
): Promise<void> {
  await tx.updateTable('submissions').set({ measurement }).where('id', '=', submissionId).execute()
}

/** Also of a score that is taken down. */
export async function findScoreBody(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('scores').select('body').where('id', '=', id).executeTakeFirst()
  return row?.body
}

interface ShownBody {
  body: string
  hiddenReason: string | null
}

/** The statement of most reads: building it anew would take as long as sending it. */
export async function findShownBody(db: Db, id: string): Promise<ShownBody | undefined> {
  const { rows } = await db.executeQuery<ShownBody>(CompiledQuery.raw(shownBody, [id]))
  return rows[0]
}

const shownBody = `select body, hidden_reason as "hiddenReason"
  from scores join submissions on submissions.id = submission_id where scores.id = $1`

interface StoredSubmission {
  submissionId: string
  submittedAt: Date
  submission: Submission
  image: Image | null
  /** The strongest proof so far; an enrollment is a signature. */
  creatorProof: CreatorProof
  boundContract: string | null
  /** null: the samples of the content. */
  measurement: string | null
  isTest: boolean
  hiddenReason: string | null
}

export async function hasSignedLaunch(db: Db, creatorAddress: string): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('creator_address', '=', creatorAddress)
    .where('signed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isSignedScore(db: Db, scoreId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select('signed_at')
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()
  return row !== undefined && row.signed_at !== null
}

export async function findStoredSubmission(db: Db, scoreId: string): Promise<StoredSubmission | undefined> {
  const row = await db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .innerJoin('images', 'images.hash', 'submissions.image_hash')
    .select(['submissions.id', 'name', 'symbol', 'description', 'image_url', 'x_handle', 'creator_address'])
    .select(['creator_name as creatorName', 'links', 'chain_id as chainId', 'filled'])
    .select(['submissions.contract_address', 'hash', 'bytes', 'media_type', 'width', 'height', 'is_test'])
    .select('submissions.created_at as submittedAt')
    .select(['hidden_reason as hiddenReason', 'measurement', 'bound_contract as boundContract'])
    .select(['creator_proof', 'signed_at'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()
  if (!row) return undefined
  const {
    id,
    submittedAt,
    name,
    symbol,
    description,
    creatorName,
    links,
    chainId,
    filled,
    hash,
    bytes,
    width,
    height,
  } = row
  const submission = {
    name,
    symbol,
    description,
    imageUrl: row.image_url,
    xHandle: row.x_handle,
    creatorAddress: row.creator_address,
    creatorName,
    contractAddress: row.contract_address && toKeyAddress(row.contract_address),
    links,
    ...(chainId !== null && { chainId: Number(chainId) }),
    ...(filled && { filled: filled as FilledField[] }), // only `insertSubmission` writes them
  }
  const image = bytes && { hash, bytes, mediaType: row.media_type, width, height }
  const { hiddenReason, measurement, is_test: isTest } = row
  const boundContract = row.boundContract && toKeyAddress(row.boundContract)
  // An older replica sets signed_at alone.
  const creatorProof = row.signed_at === null ? row.creator_proof : 'signature'
  const found = { submissionId: id, submittedAt, submission, image, creatorProof }
  return { ...found, boundContract, measurement, isTest, hiddenReason }
}

interface StoredImage extends Pick<Image, 'mediaType'> {
  bytes: Buffer | null
  hiddenReason: string | null
}

export const findImage = (db: Db, scoreId: string): Promise<StoredImage | undefined> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .innerJoin('images', 'images.hash', 'submissions.image_hash')
    .select(['bytes', 'media_type as mediaType', 'hidden_reason as hiddenReason'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()

export type Owner = Pick<CallerKey, 'rootId' | 'isTest'>
