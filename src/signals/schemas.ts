import type { Reading } from '../../contract/signals/schemas.ts'
import type { GateName } from '../judge/judging.ts'

/** A submission after D7, D8 and D12: trimmed, normalised, addresses lower-case, no `$` before the symbol. */
export interface Submission {
  name: string
  symbol: string
  description: string
  imageUrl: string
  xHandle: string
  creatorAddress: string
  contractAddress: string | null
}

/** A measured signal: its reading, and the raw verdicts or facts behind it, which are stored with the score. */
export interface Measured {
  reading: Reading
  evidence: unknown
  /** The judge's gates that applied; they become warnings of the score. */
  gates?: GateName[]
}
