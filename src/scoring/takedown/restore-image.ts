import type { Tx } from '../../database/db.ts'
import type { Image } from '../../providers/images/images.ts'
import { refuseHiddenHash } from './refuse-hidden.ts'
import { updateDeletedBytes } from './takedown-store.ts'

/**
 * Stores deleted bytes again. Throws `hidden` while the take-down lasts. An earlier statement of the transaction must
 * have locked the image, or it doesn't see the take-down.
 */
export async function restoreImage(tx: Tx, image: Image): Promise<void> {
  await refuseHiddenHash(tx, image.hash)
  await updateDeletedBytes(tx, image)
}
