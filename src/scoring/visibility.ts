import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { Image } from '../providers/images/images.ts'
import type { FoldedNames } from './search-names.ts'
import {
  findCreatorTakedown,
  findImageTakedown,
  findLaunchTakedown,
  findPictureTakedown,
  lockHiddenReason,
  updateDeletedBytes,
} from './takedown-store.ts'

/** null: not taken down. */
export function refuseHidden(reason: string | null | undefined): void {
  if (typeof reason === 'string') throw new HiddenError(reason)
}

/** Something that the operator took down. */
export class HiddenError extends ApiError {
  /** In the operator's words. */
  readonly reason: string

  constructor(reason: string) {
    const sentence = reason.endsWith('.') ? reason : `${reason}.`
    super('hidden', `The operator has taken this down. Reason: ${sentence}`)
    this.reason = sentence
  }
}

/**
 * Throws `hidden` for a taken-down submission, and prevents a take-down until the transaction ends. For writes that
 * checked the submission before slow work.
 */
export async function keepShown(tx: Tx, submissionId: string): Promise<void> {
  refuseHidden(await lockHiddenReason(tx, submissionId))
}

export async function refuseHiddenCreator(db: Deps['reads'], creatorAddress: string): Promise<void> {
  refuseHidden(await findCreatorTakedown(db, creatorAddress))
}

/**
 * Throws `hidden` if the creator, or a submission of theirs with these names, is taken down. Returns whether
 * `refuseHiddenPicture` has to decide, because everybody's submissions with these names and a picture are taken down.
 */
export async function refuseHiddenLaunch(
  db: Deps['db'],
  launch: { creatorAddress: string; names: FoldedNames },
): Promise<{ needsPicture: boolean }> {
  const takedown = await findLaunchTakedown(db, launch)
  if (takedown?.isForCreator) refuseHidden(takedown.reason)
  return { needsPicture: takedown !== undefined }
}

/** The picture's features must be stored. */
export async function refuseHiddenPicture(
  db: Deps['db'],
  launch: { names: FoldedNames; imageHash: string },
): Promise<void> {
  refuseHidden(await findPictureTakedown(db, launch))
}

/** Prevents an image that was deleted with a take-down from coming back. */
export async function refuseHiddenImage(db: Deps['db'], image: Image): Promise<Image> {
  await refuseHiddenHash(db, image.hash)
  return image
}

export async function refuseHiddenHash(db: Deps['reads'], hash: string): Promise<void> {
  refuseHidden(await findImageTakedown(db, hash))
}

export const createScoreNotFoundError = (): ApiError => new ApiError('not_found', 'There is no score with this id.')

/**
 * Stores deleted bytes again. Throws `hidden` while the take-down lasts. An earlier statement of the transaction must
 * have locked the image, or it doesn't see the take-down.
 */
export async function restoreImage(tx: Tx, image: Image): Promise<void> {
  await refuseHiddenHash(tx, image.hash)
  await updateDeletedBytes(tx, image)
}
