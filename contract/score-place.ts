/** The position of a score among the comparable launches of a window. */
export interface Position {
  /** Launches with a lower score. */
  below: number
  /** All launches; the score's own is one of them when it ranks. */
  size: number
  /** How many launches there are in each of 20 bins of 5 points; null: too few for a picture. */
  bins: number[] | null
}
