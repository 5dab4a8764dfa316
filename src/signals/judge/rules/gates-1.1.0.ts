import type { Gates } from '../prompts.ts'
import type { Hit } from './scan-1.1.0.ts'

/** The version of the gates' rules; changing one bumps the prompt version. */
export const gatesRules = 'gates-rules@1.1.0'

export type GateName = 'copycat' | 'bot-bait' | 'instruction'

/** What of a verdict the gates look at; the picture's has no copycat and no bot-bait. */
export interface Gated {
  score: number
  instruction_attempt: 'none' | 'suspected' | 'clear'
  copycat_of?: string
  bot_bait?: boolean
}

interface Judged {
  verdict: Gated
  hits: Hit[]
  /** An enrolled submission is known that this one copies. */
  isKnownCopy?: boolean
}

interface Outcome {
  score: number
  /** The gates that held, in their order. */
  held: GateName[]
  /** The highest score that the content can get, whatever the judge says. */
  most: number
}

/** Applies the gates to the score of one sample. */
export function applyGates(gates: Gates, { verdict, hits, isKnownCopy = false }: Judged): Outcome {
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
  const most = Math.min(isKnownCopy ? gates.copycat.most : 100, isCertain ? gates.instruction.most : 100)
  return { score, held, most }
}

/** Some judges write "none" where they were told to leave it empty. */
const isNamed = (original = ''): boolean =>
  !noNames.has((original.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '))

const noNames = new Set(['', 'none', 'no', 'na', 'n a', 'null', 'nothing', 'not a copycat', 'unknown', 'empty'])
