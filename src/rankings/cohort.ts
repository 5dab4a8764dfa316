import type { PromptVersion } from '../judge/prompts.ts'

/** The prompt name and major version that scores must share to be compared (D18). */
export type Cohort = Pick<PromptVersion, 'name' | 'major'>

/** Rows without a critical warning or a bad outcome (D110). */
export const toBestName = (leaderboard: string): string => `${leaderboard}/best`

/** The name of a leaderboard: the cohort, or the part of it whose creators enrolled. */
export const toLeaderboardName = ({ cohort, isSigned }: { cohort: Cohort; isSigned: boolean }): string =>
  isSigned ? `${toCohortName(cohort)}/signed` : toCohortName(cohort)

/** `launch-score@1` */
export const toCohortName = ({ name, major }: Cohort): string => `${name}@${major}`
