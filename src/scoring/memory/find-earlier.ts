import type { Db } from '../../database/db.ts'
import { type FoldedNames, cutForSearch, listGrams } from '../identity/search-names.ts'
import { type Likeness, listCandidates } from './earlier-store.ts'
import { selectEarlier } from './select-earlier.ts'

export interface Compared {
  names: FoldedNames
  creatorAddress: string
  submittedAt: Date
}

/** Finds earlier submissions by other creators that resemble this one, without a model. */
export async function findEarlier(db: Db, { names, creatorAddress, submittedAt }: Compared, groups: string[]) {
  const { name, symbol } = cutForSearch(names)
  const candidates = await listCandidates(db, { groups, name, symbol, similar: toSimilar(name), creatorAddress })
  return selectEarlier(candidates, { name, symbol, creatorAddress, submittedAt })
}

const minLetters = 6

/** Similar names share the longer part of the beginning or of the ending. */
function toSimilar(folded: string): Likeness['similar'] {
  const letters = Array.from(folded)
  if (letters.length < minLetters) return null
  const part = Math.ceil(0.6 * letters.length)
  return { beginning: letters.slice(0, part).join(''), ending: listGrams(letters.slice(-part).join('')) }
}
