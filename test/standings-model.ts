import type { SeededScore } from './seed-scores.ts'

const dayMs = 24 * 3600 * 1000
const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

export type ModelWindow = keyof typeof windowMs

/** The cohort of D21 counted by hand: of every submission its newest final score of a major in the window that ends at `end`. */
export function cohortOf(
  scores: SeededScore[],
  { window, end, major = 1 }: { window: ModelWindow; end: Date; major?: number },
): SeededScore[] {
  const counted = scores.filter(
    (score) => !score.hasStubs && score.major === major && end.getTime() - score.createdAt.getTime() < windowMs[window],
  )
  const newest = Map.groupBy(counted, ({ submissionId }) => submissionId)
  return [...newest.values()].map((all) => all.toSorted(byAge).at(-1)).filter((score) => score !== undefined)
}

/** The order of a side of the board (D32). */
export const inOrder = (scores: SeededScore[], side: 'best' | 'worst'): SeededScore[] =>
  scores.toSorted((a, b) => (side === 'best' ? -1 : 1) * (a.aggregateX100 - b.aggregateX100) || byAge(a, b))

const byAge = (a: SeededScore, b: SeededScore) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id))

/** `percentile` and `cohortSize` as D21 defines them. */
export function percentileIn(cohort: SeededScore[], aggregateX100: number) {
  const below = cohort.filter((score) => score.aggregateX100 < aggregateX100).length
  const equal = cohort.filter((score) => score.aggregateX100 === aggregateX100).length
  const tenths = (1000 * (2 * below + equal)) / (2 * cohort.length)
  return { percentile: cohort.length === 0 ? null : Math.floor(tenths + 0.5) / 10, cohortSize: cohort.length }
}
