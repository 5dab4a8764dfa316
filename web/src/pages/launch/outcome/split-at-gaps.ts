import type { Observation } from '../../../../../contract/launch-outcome.ts'

export interface Point {
  age: number
  depth: number
}

/** Runs of observations with a known depth. A run ends at an observation without one, and where observations are missing. */
export function splitAtGaps(observations: Pick<Observation, 'age' | 'depth'>[]): Point[][] {
  const runs: Point[][] = []
  let last: number | null = null
  for (const { age, depth } of observations) {
    const isNext = last !== null && age - last <= maxStep(last)
    last = depth === null ? null : age
    if (depth === null) continue
    if (isNext) runs.at(-1)?.push({ age, depth })
    else runs.push([{ age, depth }])
  }
  return runs
}

/** Observations are hourly for two days, then every six hours up to the seventh day, then daily. */
function maxStep(age: number): number {
  if (age < 2) return 2.5 / 24
  return age < 7 ? 2.5 / 4 : 2.5
}
