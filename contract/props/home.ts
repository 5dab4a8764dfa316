import type { Ticket } from './lists.ts'

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
  /** The provider that it needs; null: none. */
  provider: 'model' | 'creatorData' | 'tokenRisk' | null
  /** It is a stub in this deployment (D16). */
  isPending: boolean
}

/** A score as the home page lists it. */
export type HomeTicket = Pick<
  Ticket,
  'scoreId' | 'name' | 'symbol' | 'aggregate' | 'band' | 'outcome' | 'warnings' | 'signals' | 'createdAt'
>
