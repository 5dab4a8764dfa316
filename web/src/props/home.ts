import type { Band, SignalName, WarningCode } from '../api-shapes.ts'
import type { LaunchOutcome } from '../rules.ts'

export interface HomeProps {
  /** Signals that this deployment doesn't measure. */
  pending: SignalName[]
  /** Scoring needs an API key, which the form has none of. */
  needsKey: boolean
  /** Whole per cents, of the active prompt version. */
  weights: Record<SignalName, number>
  /** A good recent score; null if there is none yet. */
  example: HomeTicket | null
  /** The newest scores, each launch once. */
  newest: HomeTicket[]
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The end of the names of wallets that this deployment resolves: `.base.eth`; null: none. */
  nameSuffix: string | null
}

/** A score as the home page lists it. */
export interface HomeTicket {
  scoreId: string
  name: string
  symbol: string
  aggregate: number
  band: Band
  /** Null: none is decided. */
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  /** Meme, creator, image, name, social, risk; null: not measured. */
  signals: (number | null)[]
  createdAt: string
}
