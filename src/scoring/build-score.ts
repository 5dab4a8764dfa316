import { toChecksumAddress } from '../platform/address.ts'
import type { PromptVersion } from '../judge/prompts.ts'
import { type Measured, type SignalName, type Submission, signalNames } from '../signals/schemas.ts'
import { aggregateX100 } from './aggregate.ts'
import { bandOf } from './band.ts'
import { explain } from './explain.ts'
import type { ScoreResult } from './schemas.ts'

interface Ingredients {
  id: string
  submission: Submission
  measured: Record<SignalName, Measured>
  prompt: Pick<PromptVersion, 'id' | 'weights'>
  rescoredFrom: string | null
  createdAt: Date
}

/** The score that six measured signals make under a prompt version's weights (D13–D15, D17). */
export function buildScore({ id, submission, measured, prompt, rescoredFrom, createdAt }: Ingredients): ScoreResult {
  const parts = signalNames.map((signal) => ({ signal, weight: prompt.weights[signal], ...measured[signal].reading }))
  const x100 = aggregateX100(parts)
  const stubbedSignals = parts.filter(({ stub }) => stub).map(({ signal }) => signal)
  const hasStubs = stubbedSignals.length > 0
  const { meme, creator, image, name, social, risk } = measured
  return {
    id,
    aggregate: x100 / 100,
    band: bandOf(x100),
    hasStubs,
    confidence: hasStubs ? 'preliminary' : 'final',
    stubbedSignals,
    signals: {
      meme: meme.reading,
      creator: creator.reading,
      image: image.reading,
      name: name.reading,
      social: social.reading,
      risk: risk.reading,
    },
    explanation: explain(parts, x100),
    promptVersion: prompt.id,
    createdAt: createdAt.toISOString(),
    submission: answeredSubmission(submission),
    rescoredFrom,
  }
}

const answeredSubmission = ({ creatorAddress, contractAddress, ...rest }: Submission): ScoreResult['submission'] => ({
  ...rest,
  creatorAddress: toChecksumAddress(creatorAddress),
  contractAddress: contractAddress && toChecksumAddress(contractAddress),
})
