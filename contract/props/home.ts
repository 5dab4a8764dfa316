import type { Band, WarningCode } from '../schemas/score.ts'
import type { LaunchOutcome } from '../lead.ts'

export interface HomeProps {
  /** The signals of the active prompt version, in its order. */
  signals: VersionSignal[]
  /** Scoring needs an API key, which the form has none of. */
  needsKey: boolean
  /** A good recent score; null if there is none yet. */
  example: HomeTicket | null
  /** The newest scores, each launch once. */
  newest: HomeTicket[]
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The end of the names of wallets that this deployment resolves: `.base.eth`; null: none. */
  nameSuffix: string | null
}

/** A signal of a prompt version. */
export interface VersionSignal {
  name: string
  /** A whole per cent. */
  weight: number
  /** This deployment doesn't measure it. */
  isPending: boolean
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
  /** In the record's order; null: not measured. */
  signals: { name: string; score: number | null }[]
  createdAt: string
}
