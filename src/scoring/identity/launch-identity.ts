import { createHash } from 'node:crypto'
import type { FoldedNames } from './search-names.ts'

/**
 * Computes the identity that submissions of the same launch share (D60). Identities are stored, so a change of the
 * folding needs a migration.
 */
export const launchIdentity = ({ name, symbol }: FoldedNames, imageHash: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, symbol, imageHash]))
    .digest()
