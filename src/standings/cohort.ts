import type { PromptVersion } from '../judge/prompts.ts'

/** What scores must have in common to be compared (D18). */
export type Cohort = Pick<PromptVersion, 'name' | 'major'>

/** `launch-score@1` */
export const nameOf = ({ name, major }: Cohort): string => `${name}@${major}`
