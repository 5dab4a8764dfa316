import { createHash } from 'node:crypto'
import { foldLookalikes } from '../../judge/rules/lookalikes-1.0.0.ts'

interface Launch {
  name: string
  symbol: string
  /** The hash of the stored image. */
  imageHash: string
}

/**
 * Computes the identity that submissions of the same launch share (D60): folded name and symbol, and image. Identities are
 * stored, so a change of the folding needs a migration of all of them.
 */
export const launchIdentity = ({ name, symbol, imageHash }: Launch): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([foldLookalikes(name), foldLookalikes(symbol), imageHash]))
    .digest()
