import type { SeededScore } from './seed-scores.ts'

const dayMs = 24 * 3600 * 1000
const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

export type ModelWindow = keyof typeof windowMs

/** A submission, as the model knows it. */
export interface ModelSubmission {
  /** Submissions with the same one are of one launch. */
  launch: string
  isSigned: boolean
}

export type ModelSubmissions = Record<string, ModelSubmission>

interface CohortQuery {
  window: ModelWindow
  end: Date
  major?: number
  /** By id; one that isn't here is a launch of its own, and unsigned. */
  submissions?: ModelSubmissions
  isSigned?: boolean
}

/** The cohort of D21 and D60 counted by hand: of every launch the score that ranks it, where that lies in the window that ends at `end`. */
export function filterCohort(
  scores: SeededScore[],
  { window, end, major = 1, submissions = {}, isSigned = false }: CohortQuery,
): SeededScore[] {
  const signed = (score: SeededScore) => submissions[score.submissionId]?.isSigned ?? false
  const counted = scores.filter((score) => !score.hasStubs && score.isCurrent && score.major === major)
  const launches = Map.groupBy(counted, ({ submissionId }) => submissions[submissionId]?.launch ?? submissionId)
  return [...launches.values()]
    .map((all) => all.toSorted((a, b) => Number(signed(a)) - Number(signed(b)) || byAge(a, b)).at(-1))
    .filter((score) => score !== undefined)
    .filter((score) => end.getTime() - score.createdAt.getTime() < windowMs[window] && (!isSigned || signed(score)))
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
