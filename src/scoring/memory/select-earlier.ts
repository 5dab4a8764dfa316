import { listGrams } from '../identity/search-names.ts'
import type { Candidate } from './earlier-store.ts'
import type { EarlierSubmission, Resemblance } from './recalled.ts'

interface Subject {
  /** Folded. */
  name: string
  symbol: string
  creatorAddress: string
}

const minSimilarity = 0.6

/**
 * The first submission of each kind of resemblance by another creator. A creator who submitted the like before all others copies
 * nobody, and neither does one whose own came before the enrolled one. The candidates come oldest first.
 */
export function selectEarlier(candidates: Candidate[], subject: Subject): EarlierSubmission[] {
  const pictured = listBeforeOwn(candidates, 'picture', subject)
  const named = listBeforeOwn(candidates, 'name', subject)
  const similar = listBeforeOwn(candidates, 'similar_name', subject).filter(
    ({ name }) => measureSimilarity(name, subject.name) >= minSimilarity,
  )
  const copied = pictured.find((one) => one.isEnrolled && isSameName(one, subject))
  const first = [copied ?? pictured[0], named[0], named.length > 0 ? undefined : similar[0]]
  return first.flatMap((one) =>
    one
      ? [
          {
            resemblance: one.resemblance,
            submissionId: one.submissionId,
            scoreId: one.scoreId,
            isEnrolled: one.isEnrolled,
            isCopied: one === copied,
          },
        ]
      : [],
  )
}

function listBeforeOwn(candidates: Candidate[], kind: Resemblance, { creatorAddress }: Subject): Candidate[] {
  const ofKind = candidates.filter(({ resemblance }) => resemblance === kind)
  const own = ofKind.findIndex((one) => one.creatorAddress === creatorAddress)
  return own === -1 ? ofKind : ofKind.slice(0, own)
}

/** By name alone, because a copy may have another ticker. */
const isSameName = ({ name }: Candidate, subject: Subject): boolean =>
  name === subject.name || measureSimilarity(name, subject.name) >= minSimilarity

/** The share of runs of three characters that two folded names have in common (Jaccard's index); 0 for short names. */
function measureSimilarity(one: string, other: string): number {
  const [grams, others] = [new Set(listGrams(one)), new Set(listGrams(other))]
  const common = [...grams].filter((gram) => others.has(gram)).length
  return common / (grams.size + others.size - common || 1)
}
