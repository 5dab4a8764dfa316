import type { Look } from '../../../pages.ts'

export interface Point {
  age: number
  depth: number
}

/** Runs of looks with a known depth. A run ends at a look without one, and where looks are missing. */
export function splitAtGaps(looks: Pick<Look, 'age' | 'depth'>[]): Point[][] {
  const runs: Point[][] = []
  let last: number | null = null
  for (const { age, depth } of looks) {
    const isNext = last !== null && age - last <= maxStep(last)
    last = depth === null ? null : age
    if (depth === null) continue
    if (isNext) runs.at(-1)?.push({ age, depth })
    else runs.push([{ age, depth }])
  }
  return runs
}

/** Looks are hourly for two days, then every six hours up to the seventh day, then daily. */
function maxStep(age: number): number {
  if (age < 2) return 2.5 / 24
  return age < 7 ? 2.5 / 4 : 2.5
}
