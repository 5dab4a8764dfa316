import type { Hex } from 'viem'
import type { TypedData } from './typed-data.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { toDigest } from './claim.ts'

export interface ReceiptPlace {
  chainId: number
  contract: Hex
}

/** The same in every deployment, so anyone can rebuild it. */
export const toReceipt = (score: ScoreResult, { chainId, contract }: ReceiptPlace) =>
  ({
    domain: { name: 'Launchscore', version: '1', chainId, verifyingContract: contract },
    types: { ScoreReceipt: [...fields] },
    primaryType: 'ScoreReceipt' as const,
    message: {
      scoreId: score.id,
      digest: toDigest(score),
      subject: score.submission.creatorAddress,
      aggregateX100: Math.round(score.aggregate * 100),
      band: score.band,
      promptVersion: score.promptVersion,
      confidence: score.confidence,
    },
  }) satisfies TypedData

const fields = [
  { name: 'scoreId', type: 'string' },
  { name: 'digest', type: 'bytes32' },
  { name: 'subject', type: 'address' },
  { name: 'aggregateX100', type: 'uint16' },
  { name: 'band', type: 'string' },
  { name: 'promptVersion', type: 'string' },
  { name: 'confidence', type: 'string' },
]
