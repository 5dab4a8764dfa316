import { toChecksumAddress } from '../../contract/address.ts'
import { aggregateX100, roundedQuotient } from '../../contract/aggregate.ts'
import { toBand } from '../../contract/bands.ts'
import type { CreatorProof, ScoreResult } from '../../contract/schemas/score.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import type { MeasuredSignals } from '../signals/measure.ts'
import type { Measured, Submission } from '../signals/schemas.ts'
import { type EarlierSubmission, nothingRecalled, type Recalled } from './memory/recalled.ts'
import { findWarnings, type WarningGrounds, inWords } from './warnings.ts'

interface Ingredients {
  id: string
  submission: Submission
  measured: MeasuredSignals
  facts: WarningGrounds['facts']
  recalled?: Recalled
  prompt: Pick<PromptVersion, 'id' | 'signals'>
  creatorProof: CreatorProof
  rescoredFrom: string | null
  /** The bound token that was measured in place of the submitted contract, lower case; null by default. */
  boundContract?: string | null
  isTest?: boolean
  /** When a draft ends; null by default: the score is published. */
  expiresAt?: Date | null
  createdAt: Date
}

export type NewScore = ScoreResult & Required<Pick<ScoreResult, 'warnings' | 'earlierSubmissions' | 'creatorProof'>>

export function buildScore(ingredients: Ingredients): NewScore {
  const {
    id,
    submission,
    measured,
    facts,
    recalled = nothingRecalled,
    prompt,
    creatorProof,
    rescoredFrom,
    boundContract = null,
    isTest = false,
    expiresAt = null,
    createdAt,
  } = ingredients
  const readings = prompt.signals.map(({ name, weight }) => ({ name, weight, reading: readingOf(measured, name) }))
  const parts = readings.map(({ name, weight, reading }) => ({ signal: name, weight, ...reading }))
  const x100 = aggregateX100(parts)
  const stubbedSignals = parts.filter(({ stub }) => stub).map(({ signal }) => signal)
  const hasStubs = stubbedSignals.length > 0
  return {
    id,
    aggregate: x100 / 100,
    band: toBand(x100),
    warnings: findWarnings({ facts, measured, recalled }),
    hasStubs,
    confidence: hasStubs ? 'preliminary' : 'final',
    stubbedSignals,
    signals: Object.fromEntries(readings.map(({ name, reading }) => [name, reading])),
    explanation: explain(parts, x100),
    promptVersion: prompt.id,
    createdAt: createdAt.toISOString(),
    submission: submissionResponse(submission),
    creatorProof,
    rescoredFrom,
    ...(boundContract !== null && { boundContract: toChecksumAddress(boundContract) }),
    earlierSubmissions: recalled.earlier.map(toResponse),
    ...(isTest && { test: true }),
    ...(expiresAt && { draft: true, expiresAt: expiresAt.toISOString() }),
  }
}

function readingOf(measured: MeasuredSignals, name: string): Measured['reading'] {
  const one = measured[name]
  if (!one) throw new Error(`The signal ${name} was not measured`)
  return one.reading
}

const toResponse = ({ scoreId, resemblance, isEnrolled }: EarlierSubmission) => ({ scoreId, resemblance, isEnrolled })

const submissionResponse = ({
  creatorAddress,
  creatorName,
  contractAddress,
  links,
  chainId,
  filled,
  ...rest
}: Submission): ScoreResult['submission'] => ({
  ...rest,
  creatorAddress: toChecksumAddress(creatorAddress),
  creatorName,
  contractAddress: contractAddress && toChecksumAddress(contractAddress),
  links,
  ...(chainId !== undefined && { chainId }),
  ...(filled && { filled }),
})

/** A signal's part in the explanation; `weight` is a whole per cent. */
interface ExplainedPart {
  signal: string
  weight: number
  score: number
  stub: boolean
}

type Explanation = ScoreResult['explanation']

/** Explains an aggregate (D15). Needs a live signal. */
export function explain(parts: ExplainedPart[], aggregateX100: number): Explanation {
  return { summary: formatSummary(parts, aggregateX100), contributions: explainContributions(parts) }
}

function explainContributions(parts: ExplainedPart[]): Explanation['contributions'] {
  const liveTotal = parts.reduce((sum, { weight, stub }) => (stub ? sum : sum + weight), 0)
  return parts.map(({ signal, weight, score, stub }) => {
    const effectiveWeight = stub ? 0 : weight / liveTotal
    const contribution = stub ? 0 : roundedQuotient(100 * score * weight, liveTotal) / 100
    return { signal, weight: weight / 100, effectiveWeight, score, contribution }
  })
}

function formatSummary(parts: ExplainedPart[], aggregateX100: number): string {
  const verdict = `The score is ${toBand(aggregateX100)} at ${aggregateX100 / 100}: ${explainExtremes(parts.filter(({ stub }) => !stub))}.`
  const missing = parts.filter(({ stub }) => stub).map(({ signal }) => signal)
  return missing.length === 0
    ? verdict
    : `${verdict} It is preliminary, because ${formatMissing(missing)} not measured yet.`
}

/** Of equal scores, the first in the given order is named. */
function explainExtremes(live: ExplainedPart[]): string {
  const [first, ...others] = live
  if (first === undefined) throw new RangeError('an explanation needs at least one live signal')
  const strongest = others.reduce((best, part) => (part.score > best.score ? part : best), first)
  const weakest = others.reduce((worst, part) => (part.score < worst.score ? part : worst), first)
  if (strongest.score === weakest.score) return `every live signal scores ${first.score}`
  return `${strongest.signal} is its strongest signal (${strongest.score}), ${weakest.signal} its weakest (${weakest.score})`
}

const formatMissing = (signals: string[]) => `${inWords.format(signals)} ${signals.length === 1 ? 'is' : 'are'}`
