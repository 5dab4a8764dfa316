import type { ShownState } from '../lead.ts'
import type { RecordedLaunch } from '../launch-outcome.ts'
import type { ScoreResult } from '../schemas/score.ts'
import type { Ticket } from './lists.ts'

export interface HomeProps {
  /** The signals of the active prompt version, in its order. */
  signals: VersionSignal[]
  /** Scoring needs an API key, which the form doesn't have. */
  needsKey: boolean
  /** A good recent score; null if there is none yet. */
  example: (ShownState & { score: ScoreResult }) | null
  newest: HomeTicket[]
  /** Launches whose outcome was decided last. */
  decided: RecordedLaunch[]
  figures: HomeFigures
  /** Launches are followed after their launch. */
  observing: boolean
  /** The chain on which scores are recorded. */
  recordChainId: number
  now: string
  /** The contract that the form begins with; empty: none. */
  contract: string
  /** The chain that the form begins with; null: the usual one. */
  chainId: number | null
  /** The end of names that this deployment resolves, such as `.base.eth`. */
  nameSuffix: string | null
  /** The provider that reads contracts; null: none. */
  riskSource: string | null
  /** The score whose submission the form begins with; null: the form is empty. */
  edited: { id: string; submission: Partial<ScoreResult['submission']> } | null
}

/** Totals of this deployment. */
export interface HomeFigures {
  scored: number
  /** On a chain. */
  recorded: number
  /** Launches that began to trade. */
  followed: number
  graduated: number
  rugged: number
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
  'scoreId' | 'name' | 'symbol' | 'aggregate' | 'band' | 'outcome' | 'warnings' | 'createdAt'
>
