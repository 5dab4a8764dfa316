import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Image } from '../../providers/images/images.ts'
import type { FoldedNames } from '../identity/search-names.ts'
import {
  findCreatorTakedown,
  findImageTakedown,
  findLaunchTakedown,
  findPictureTakedown,
  lockHiddenReason,
} from './takedown-store.ts'

/** Throws 451 `hidden` for what the operator has taken down (D78); null: it is shown. */
export function refuseHidden(reason: string | null | undefined): void {
  if (typeof reason !== 'string') return
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  throw new ApiError('hidden', `The operator has taken this down. Reason: ${sentence}`)
}

/**
 * Throws `hidden` for a submission that was taken down, and keeps others shown until the transaction ends. For writes that
 * checked the submission before slow work.
 */
export async function keepShown(tx: Tx, submissionId: string): Promise<void> {
  refuseHidden(await lockHiddenReason(tx, submissionId))
}

/** Throws `hidden` for a creator (lower-case address) who was taken down. */
export async function refuseHiddenCreator(db: Deps['reads'], creatorAddress: string): Promise<void> {
  refuseHidden(await findCreatorTakedown(db, creatorAddress))
}

/**
 * Throws `hidden` if the creator (lower-case address) or a submission of theirs with these names was taken down. Returns
 * whether `refuseHiddenPicture` has to decide, because everybody's submissions with these names and a picture were taken down.
 */
export async function refuseHiddenLaunch(
  db: Deps['db'],
  launch: { creatorAddress: string; names: FoldedNames },
): Promise<{ needsPicture: boolean }> {
  const takedown = await findLaunchTakedown(db, launch)
  if (takedown?.isForCreator) refuseHidden(takedown.reason)
  return { needsPicture: takedown !== undefined }
}

/** Throws `hidden` if everybody's submissions with these names and this picture, whose features are stored, were taken down. */
export async function refuseHiddenPicture(
  db: Deps['db'],
  launch: { names: FoldedNames; imageHash: string },
): Promise<void> {
  refuseHidden(await findPictureTakedown(db, launch))
}

/** Throws `hidden` for an image whose bytes were deleted, so that nobody brings it back. */
export async function refuseHiddenImage(db: Deps['db'], image: Image): Promise<Image> {
  await refuseHiddenHash(db, image.hash)
  return image
}

/** Throws `hidden` for the hash of an image whose bytes were deleted. */
export async function refuseHiddenHash(db: Deps['reads'], hash: string): Promise<void> {
  refuseHidden(await findImageTakedown(db, hash))
}
