/** How an earlier submission resembles this one. */
export type Resemblance = 'picture' | 'name' | 'similar_name'

/** The first submission by another creator that resembles this one in one way, by its first score. */
export interface EarlierSubmission {
  resemblance: Resemblance
  submissionId: string
  scoreId: string
  isEnrolled: boolean
  /** It is enrolled, and its picture and its name are both those of this submission. */
  isCopied: boolean
}

/** A well-known token or chain whose name or ticker a submission has. */
export interface KnownToken {
  name: string
  symbol: string
  /** The submission has its ticker. */
  hasSymbol: boolean
  /** false: the submission has only its ticker. */
  hasName?: boolean
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
