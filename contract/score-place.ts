export interface Position {
  below: number
  /** Includes the score's own launch when it ranks. */
  size: number
  /** 20 bins of 5 points; null: too few launches. */
  bins: number[] | null
}
