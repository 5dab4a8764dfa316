import type { Db } from '../../database/db.ts'
import { type FoldedNames, cutForSearch, listGrams } from '../identity/search-names.ts'
import { type Likeness, listCandidates } from './earlier-store.ts'
import { selectEarlier } from './select-earlier.ts'

/** A submission that is compared with earlier ones. */
export interface Compared {
  names: FoldedNames
  creatorAddress: string
  submittedAt: Date
}

/** Finds submissions by other creators that resemble this one and came before it, without a model. */
export async function findEarlier(db: Db, { names, creatorAddress, submittedAt }: Compared, groups: string[]) {
  const { name, symbol } = cutForSearch(names)
  const candidates = await listCandidates(db, { groups, name, symbol, similar: toSimilar(name), creatorAddress })
  return selectEarlier(candidates, { name, symbol, creatorAddress, submittedAt })
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
