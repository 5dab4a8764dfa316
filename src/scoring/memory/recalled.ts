import type { Consequence, EarlierFacts } from '../../judge/rules/memory-1.2.0.ts'

/** How an earlier submission resembles this one. */
export type Resemblance = EarlierFacts['resemblance']

/** An earlier submission by another creator that resembles this one in one way, by its first score; and what follows from it. */
export interface EarlierSubmission extends EarlierFacts {
  submissionId: string
  scoreId: string
  isEnrolled: boolean
  follows: Consequence
}

/** A well-known token or chain whose name or ticker a submission has. */
export interface KnownToken {
  name: string
  symbol: string
  /** The submission has its ticker. */
  hasSymbol: boolean
  /** false: the submission has only its ticker. */
  hasName?: boolean
  /** The submission's name has other words beside the token's name. */
  hasMoreWords?: boolean
}

/** The earlier submissions and well-known tokens that a submission resembles. It is part of a score's evidence. */
export interface Recalled {
  /** The key that near-identical images share. */
  pictureKey: string
  earlier: EarlierSubmission[]
  /** A well-known token whose name or ticker it has. */
  knownToken: KnownToken | null
}

export const nothingRecalled: Recalled = { pictureKey: '', earlier: [], knownToken: null }
