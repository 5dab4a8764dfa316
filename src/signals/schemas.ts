import type { Reading } from '../../contract/signals/schemas.ts'
import type { GateName } from './judge/judging.ts'

/** Normalised (D7, D8, D12): trimmed, addresses in lower case, no `$` before the symbol. */
export interface Submission {
  name: string
  symbol: string
  description: string
  imageUrl: string
  xHandle: string
  creatorAddress: string
  contractAddress: string | null
}

/** The reading, and the raw verdicts or facts behind it. */
export interface Measured {
  reading: Reading
  evidence: unknown
  /** These become warnings of the score. */
  gates?: GateName[]
}
