import type { TypedData } from '../providers/attester.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { digestOf } from './claim.ts'

type Hex = `0x${string}`

/** Where a receipt counts: the contract and the chain that its attester publishes on. */
export interface ReceiptPlace {
  chainId: number
  contract: Hex
}

/** What the attester signs of a score by EIP-712. The same for every deployment, so that anybody can rebuild it. */
export const receiptOf = (score: ScoreResult, { chainId, contract }: ReceiptPlace) =>
  ({
    domain: { name: 'Launchscore', version: '1', chainId, verifyingContract: contract },
    types: { ScoreReceipt: [...fields] },
    primaryType: 'ScoreReceipt' as const,
    message: {
      scoreId: score.id,
      digest: digestOf(score),
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
