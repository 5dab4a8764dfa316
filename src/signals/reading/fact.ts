/** The direction in which a fact moves its signal. */
export type FactMark = 'good' | 'neutral' | 'caution' | 'bad'

/** The effect of a fact on its signal's score: points given (of a maximum) or taken, and the cap that it set. */
export interface FactEffect {
  points?: number
  /** The most points that this fact can give. */
  of?: number
  /** The signal's score can't be above this. */
  cap?: number
}

/** One thing that a reason says. */
export interface Fact {
  /** Names the kind of fact, so that a page can say it in the reader's language; null: only the stored text says it. */
  code: string | null
  /** The numbers, dates and names in it. */
  values: string[]
  mark: FactMark
  /** As the record has it, in English. */
  text: string
  effect: FactEffect | null
}

/** The facts of a reason, and apart from them its reservations. */
export interface ReasonFacts {
  facts: Fact[]
  caveats: Fact[]
}
