import type { Db } from '../../database/db.ts'
import { type FoldedNames, cutForSearch, listGrams } from '../identity/search-names.ts'
import { type Likeness, listCandidates } from './earlier-store.ts'
import type { EarlierSubmission } from './recalled.ts'
import { selectEarlier } from './select-earlier.ts'

/** A submission that is compared with earlier ones. */
export interface Compared {
  names: FoldedNames
  creatorAddress: string
}

/** Finds the first submissions by other creators that resemble this one, without a model. */
export async function findEarlier(
  db: Db,
  { names, creatorAddress }: Compared,
  groups: string[],
): Promise<EarlierSubmission[]> {
  const { name, symbol } = cutForSearch(names)
  const candidates = await listCandidates(db, { groups, name, symbol, similar: toSimilar(name) })
  return selectEarlier(candidates, { name, symbol, creatorAddress })
}

/** Shorter names have too few trigrams to be compared. */
const minLetters = 6

/** Of two similar names, the longer parts of the beginnings or of the endings are equal. */
function toSimilar(folded: string): Likeness['similar'] {
  const letters = Array.from(folded)
  if (letters.length < minLetters) return null
  const part = Math.ceil(0.6 * letters.length)
  return { beginning: letters.slice(0, part).join(''), ending: listGrams(letters.slice(-part).join('')) }
}
