import { type Fact, inform } from '../../../../contract/signals/rules/fact-1.2.0.ts'
import type { Gates } from '../prompts.ts'
import type { GateName } from './gates-1.1.0.ts'

/** The version of the facts of judged signals; changing them bumps the prompt version. */
export const factsRules = 'facts-rules@1.2.0'

interface Judged {
  score: number
  /** The judge's own words, as they may be shown. */
  words: string
  /** The ratings from 0 to 5 of the verdict that the words are from, by criterion. */
  ratings: Record<string, number>
  /** The scores of all samples, under the gates. */
  sampled: number[]
  gates: GateName[]
  /** The verdicts on the submission as it is written and on the covered one, if the second counts. */
  lowering?: { asWritten: number; covered: number } | undefined
}

const maxRating = 5

/** The facts of a judged signal: the verdict with its points, what capped or lowered it, and the ratings. */
export function judgedFacts({ score, words, ratings, sampled, gates, lowering }: Judged, limits: Gates): Fact[] {
  const caps = { copycat: limits.copycat.most, 'bot-bait': limits.botBait.most, instruction: limits.instruction.most }
  const samples = { samples: sampled.length, lowest: Math.min(...sampled), highest: Math.max(...sampled) }
  return [
    { code: 'verdict', effect: score, values: { words, ...samples } },
    // half of the samples may have been capped, and the others not
    ...gates.map((gate) => inform(gateCodes[gate], score <= caps[gate] ? { cap: caps[gate] } : {})),
    ...(lowering ? [inform('lowered', { asWritten: lowering.asWritten, covered: lowering.covered })] : []),
    ...Object.entries(ratings).map(([criterion, rating]) => inform(criterion, { rating, most: maxRating })),
  ]
}

const gateCodes = { copycat: 'judged_copycat', 'bot-bait': 'bot_bait', instruction: 'instruction_attempt' } as const
