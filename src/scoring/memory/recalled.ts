import type { Consequence, EarlierFacts } from '../../signals/judge/rules/memory-1.2.0.ts'

import type { Namesakes } from '../../signals/rules/namesakes.ts'

/** How an earlier submission resembles this one. */
export type Resemblance = EarlierFacts['resemblance']

/** An earlier submission by another creator that resembles this one in one way, and its consequence. */
export interface EarlierSubmission extends EarlierFacts {
  submissionId: string
  scoreId: string
  isEnrolled: boolean
  follows: Consequence
}

export interface KnownToken {
  name: string
  symbol: string
  hasSymbol: boolean
  hasName?: boolean
  /** The submission's name has other words besides the token's name. */
  hasMoreWords?: boolean
}

/** Part of a score's evidence. */
export interface Recalled {
  pictureKey: string
  earlier: EarlierSubmission[]
  knownToken: KnownToken | null
  /** Older tokens on the market with the ticker; unset or null: no market was asked. */
  namesakes?: Namesakes | 'unread' | null
}

export const nothingRecalled: Recalled = { pictureKey: '', earlier: [], knownToken: null }
