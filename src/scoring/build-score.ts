import { toChecksumAddress } from '../../contract/address.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import type { MeasuredSignals } from '../signals/measure.ts'
import type { Measured, Submission } from '../signals/schemas.ts'
import { aggregateX100 } from '../../contract/aggregate.ts'
import { toBand } from '../../contract/bands.ts'
import { explain } from './explain.ts'
import { type EarlierSubmission, type Recalled, nothingRecalled } from './memory/recalled.ts'
import type { CreatorProof, ScoreResult } from '../../contract/schemas/score.ts'
import { type WarningGrounds, findWarnings } from './warnings.ts'

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
  }
}

function readingOf(measured: MeasuredSignals, name: string): Measured['reading'] {
  const one = measured[name]
  if (!one) throw new Error(`The signal ${name} was not measured`)
  return one.reading
}

const toResponse = ({ scoreId, resemblance, isEnrolled }: EarlierSubmission) => ({ scoreId, resemblance, isEnrolled })

const submissionResponse = ({ creatorAddress, contractAddress, ...rest }: Submission): ScoreResult['submission'] => ({
  ...rest,
  creatorAddress: toChecksumAddress(creatorAddress),
  contractAddress: contractAddress && toChecksumAddress(contractAddress),
})
