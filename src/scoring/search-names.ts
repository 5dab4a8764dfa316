import { createHash } from 'node:crypto'
import { foldLookalikes } from '../signals/judge/rules/lookalikes-1.0.0.ts'

/** Stored texts and queries are truncated alike: folding can lengthen a text. */
const maxLength = 64

export interface FoldedNames {
  name: string
  symbol: string
}

export const foldNames = ({ name, symbol }: { name: string; symbol: string }): FoldedNames => ({
  name: foldLookalikes(name),
  symbol: foldLookalikes(symbol),
})

export const cutForSearch = ({ name, symbol }: FoldedNames): FoldedNames => ({ name: cut(name), symbol: cut(symbol) })

const cut = (folded: string): string => Array.from(folded).slice(0, maxLength).join('')

export const foldForSearch = (text: string): string => cut(foldLookalikes(text))

/** Every run of three characters, and every pair that isn't Latin, because Chinese words have two. */
export function listGrams(folded: string): string[] {
  const letters = Array.from(folded)
  const runs = (length: number) =>
    letters.slice(length - 1).map((_last, start) => letters.slice(start, start + length).join(''))
  return [...new Set([...runs(3), ...runs(2).filter((pair) => !isLatin(pair))])]
}

const isLatin = (text: string) => /^[a-z0-9]*$/.test(text)

export const listLaunchGrams = ({ name, symbol }: FoldedNames): string[] => [
  ...new Set([...listGrams(name), ...listGrams(symbol)]),
]

/** Folding makes `rn` an m and `vv` a w, so `cor` begins `corn`, which is stored as `com`. */
export function listBeginnings(folded: string): string[] {
  if (folded.endsWith('r')) return [folded, `${folded.slice(0, -1)}m`]
  if (folded.endsWith('v')) return [folded, `${folded.slice(0, -1)}w`]
  return [folded]
}

/**
 * Computes the identity that submissions of the same launch share (D60). Identities are stored, so a change of the
 * folding needs a migration.
 */
export const launchIdentity = ({ name, symbol }: FoldedNames, imageHash: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, symbol, imageHash]))
    .digest()
