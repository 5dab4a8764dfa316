import type { Tx } from '../../database/db.ts'
import type { Image } from '../../providers/images/images.ts'
import { refuseHiddenHash } from './refuse-hidden.ts'
import { updateDeletedBytes } from './takedown-store.ts'

/**
 * Stores the bytes of an image again that were deleted with a take-down. Throws `hidden` while the take-down lasts. An earlier
 * statement of the transaction must have locked the image: one that waits for the lock doesn't see the take-down that held it.
 */
export async function restoreImage(tx: Tx, image: Image): Promise<void> {
  await refuseHiddenHash(tx, image.hash)
  await updateDeletedBytes(tx, image)
}
