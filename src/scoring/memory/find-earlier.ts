import type { Db } from '../../database/db.ts'
import type { Submission } from '../../signals/schemas.ts'
import { foldForSearch, listGrams } from '../identity/search-names.ts'
import { type Likeness, listCandidates } from './earlier-store.ts'
import type { EarlierSubmission } from './recalled.ts'
import { selectEarlier } from './select-earlier.ts'

type Named = Pick<Submission, 'name' | 'symbol' | 'creatorAddress'>

/** Finds the first submissions by other creators that resemble this one, without a model. */
export async function findEarlier(db: Db, submission: Named, groups: string[]): Promise<EarlierSubmission[]> {
  const likeness = toLikeness(submission, groups)
  const candidates = await listCandidates(db, likeness)
  return selectEarlier(candidates, { ...likeness, creatorAddress: submission.creatorAddress })
}

function toLikeness({ name, symbol }: Named, groups: string[]): Likeness {
  const folded = foldForSearch(name)
  return { groups, name: folded, symbol: foldForSearch(symbol), similar: toSimilar(folded) }
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
