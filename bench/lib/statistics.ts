import { computeQuantile } from './fixed-rate.ts'

/** The value that `share` of all values don't exceed. */
export const quantile = (values: number[], share: number): number =>
  computeQuantile(
    values.toSorted((a, b) => a - b),
    share,
  )

export const median = (values: number[]): number => quantile(values, 0.5)

/** `low–high` */
export const range = (values: number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`
