export { isSamePicture, markKnownCopy, toBlankKey } from './memory-1.0.0.ts'

/** The version of the rules for images that share a verdict, and for known copies. A change needs a new prompt version. */
export const memoryRules = 'memory-rules@1.2.0'

/** What is known about an earlier submission by another creator that a later one resembles. */
export interface EarlierFacts {
  resemblance: 'picture' | 'name' | 'similar_name'
  /** It has the later one's name too, or a similar one. */
  hasSameName: boolean
  /** The creator signal of the score that its wallet signed for; null: nobody signed, or the signal was not measured. */
  creatorScore: number | null
  /** Its launch is bound to a token that the chain shows. */
  isLaunched: boolean
  /** How much older it is. */
  ageMs: number
}

/** `fact`: the record names it, no more. `warning`: the later one has a copycat warning. `copy`: the copycat gate applies too. */
export type Consequence = 'fact' | 'warning' | 'copy'

const minCreatorScore = 50
const minAgeMs = 24 * 3600 * 1000

/**
 * Decides what follows from an earlier submission (D111). Anybody can be first with a name and a picture, and a signature of
 * a fresh wallet costs nothing. So only what has weight counts against others: an established creator's signature, or a
 * token on the chain; and only after a day, in which a launch that was copied before it was scored can come too.
 */
export function weighEarlier(facts: EarlierFacts): Consequence {
  const { resemblance, hasSameName, ageMs } = facts
  if (ageMs < minAgeMs || !hasWeight(facts)) return 'fact'
  if (resemblance === 'name') return 'warning'
  if (resemblance === 'similar_name') return 'fact'
  return hasSameName ? 'copy' : 'warning'
}

const hasWeight = ({ creatorScore, isLaunched }: EarlierFacts): boolean =>
  isLaunched || (creatorScore !== null && creatorScore >= minCreatorScore)
