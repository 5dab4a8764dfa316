import type { Link } from '../../contract/links.ts'
import type { FilledField } from '../../contract/schemas/score.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import type { GateName } from './judge/judging.ts'

/** Normalised (D7, D8, D12): trimmed, addresses in lower case, no `$` before the symbol. */
export interface Submission {
  name: string
  symbol: string
  description: string | null
  imageUrl: string
  xHandle: string | null
  creatorAddress: string
  /** The name that stood for the wallet when it was submitted; null: the address was submitted. */
  creatorName: string | null
  contractAddress: string | null
  links: Link[]
  /** Unset: submitted before chains were recorded. */
  chainId?: number
  /** The fields that were read from the contract and the providers; unset: all were submitted. */
  filled?: FilledField[]
}

/** The reading, and the raw verdicts or facts behind it. */
export interface Measured {
  reading: Reading
  evidence: unknown
  /** These become warnings of the score. */
  gates?: GateName[]
}
