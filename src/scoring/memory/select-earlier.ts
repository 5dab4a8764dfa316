import { type Consequence, weighEarlier } from '../../judge/rules/memory-1.2.0.ts'
import { listGrams } from '../identity/search-names.ts'
import type { Candidate } from './earlier-store.ts'
import type { EarlierSubmission, Resemblance } from './recalled.ts'

interface Subject {
  name: string
  symbol: string
  creatorAddress: string
  submittedAt: Date
}

const minSimilarity = 0.6

interface Selected {
  earlier: EarlierSubmission[]
  /** The score of the first enrolled submission with this picture and name, for versions that require no more. */
  enrolledCopy: string | null
}

/**
 * Selects, for each kind of resemblance, the submission with the most consequence, else the first. A creator whose own
 * submission came first copies nobody. Candidates come oldest first.
 */
export function selectEarlier(candidates: Candidate[], subject: Subject): Selected {
  const weigh = (kind: Resemblance) => listBeforeOwn(candidates, kind, subject)
  const [pictured, named] = [weigh('picture'), weigh('name')]
  const similar = weigh('similar_name').filter((one) => one.hasSameName)
  const gravest = [findGravest(pictured), findGravest(named), named.length > 0 ? undefined : similar[0]]
  return {
    earlier: gravest.flatMap((one) => one ?? []),
    enrolledCopy: pictured.find(({ isEnrolled, hasSameName }) => isEnrolled && hasSameName)?.scoreId ?? null,
  }
}

const order: Consequence[] = ['copy', 'warning', 'fact']

const findGravest = (found: EarlierSubmission[]): EarlierSubmission | undefined =>
  order.map((consequence) => found.find(({ follows }) => follows === consequence)).find((one) => one !== undefined)

function listBeforeOwn(candidates: Candidate[], kind: Resemblance, subject: Subject): EarlierSubmission[] {
  const ofKind = candidates.filter((one) => one.resemblance === kind && one.createdAt <= subject.submittedAt)
  const own = ofKind.findIndex((one) => one.creatorAddress === subject.creatorAddress)
  const since = ofKind[own]?.createdAt ?? subject.submittedAt
  return (own === -1 ? ofKind : ofKind.slice(0, own)).map((one) => weighCandidate(one, { ...subject, since }))
}

function weighCandidate(candidate: Candidate, subject: Subject & { since: Date }): EarlierSubmission {
  const { resemblance, submissionId, scoreId, isEnrolled, creatorScore, isLaunched, createdAt } = candidate
  const ageMs = subject.since.getTime() - createdAt.getTime()
  const facts = { resemblance, hasSameName: isSameName(candidate, subject), creatorScore, isLaunched, ageMs }
  return { submissionId, scoreId, isEnrolled, ...facts, follows: weighEarlier(facts) }
}

/** By name alone, because a copy may have another ticker. */
const isSameName = ({ name }: Candidate, subject: Subject): boolean =>
  name === subject.name || measureSimilarity(name, subject.name) >= minSimilarity

/** Jaccard's index over runs of three characters; 0 for short names. */
function measureSimilarity(one: string, other: string): number {
  const [grams, others] = [new Set(listGrams(one)), new Set(listGrams(other))]
  const common = [...grams].filter((gram) => others.has(gram)).length
  return common / (grams.size + others.size - common || 1)
}
