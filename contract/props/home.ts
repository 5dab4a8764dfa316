import type { Ticket } from './lists.ts'

export interface HomeProps {
  /** The signals of the active prompt version, in its order. */
  signals: VersionSignal[]
  /** Scoring needs an API key, which the form doesn't have. */
  needsKey: boolean
  /** A good recent score; null if there is none yet. */
  example: HomeTicket | null
  newest: HomeTicket[]
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The chain that the form begins with; null: the usual one. */
  chainId: number | null
  /** The end of names that this deployment resolves, such as `.base.eth`. */
  nameSuffix: string | null
}

export interface VersionSignal {
  name: string
  /** A whole per cent. */
  weight: number
  /** The provider that it needs; null: none. */
  provider: 'model' | 'creatorData' | 'tokenRisk' | null
  /** A stub in this deployment (D16). */
  isPending: boolean
}

export type HomeTicket = Pick<
  Ticket,
  'scoreId' | 'name' | 'symbol' | 'aggregate' | 'band' | 'outcome' | 'warnings' | 'signals' | 'createdAt'
>
