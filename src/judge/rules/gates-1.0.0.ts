import type { Gates } from '../prompts.ts'
import type { Hit } from './scan-1.0.0.ts'

/** The version of the gates' rules; changing one bumps the prompt version. */
export const gatesRules = 'gates-rules@1.0.0'

export type GateName = 'copycat' | 'bot-bait' | 'instruction'

/** What of a verdict the gates look at; the picture's has no copycat and no bot-bait. */
export interface Gated {
  score: number
  instruction_attempt: 'none' | 'suspected' | 'clear'
  copycat_of?: string
  bot_bait?: boolean
}

/** One sample's score after the gates, and which of them held, in their order. */
export function applyGates(
  gates: Gates,
  { verdict, hits }: { verdict: Gated; hits: Hit[] },
): { score: number; held: GateName[] } {
  const isCertain = hits.some(({ class: kind }) => kind === 'certain')
  const held: GateName[] = []
  let { score } = verdict
  if (isNamed(verdict.copycat_of)) {
    held.push('copycat')
    score = Math.min(gates.copycat.most, Math.max(gates.copycat.least, score))
  }
  if (verdict.bot_bait) {
    held.push('bot-bait')
    score = Math.min(gates.botBait.most, score)
  }
  if (verdict.instruction_attempt === 'clear' || isCertain) {
    held.push('instruction')
    score = Math.min(gates.instruction.most, score)
  }
  return { score, held }
}

/** Some judges write "none" where they were told to leave it empty. */
const isNamed = (original = ''): boolean =>
  !/^[^\p{L}\p{N}]*(?:none|no|n\/?a|null|nothing|not a copycat|unknown|empty)?[^\p{L}\p{N}]*$/iu.test(original)
