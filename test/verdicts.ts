import type { ModelRequest } from '../dev/stand-ins/model-request.ts'

export interface Verdict {
  score?: number
  confidence?: number
  reason?: string
  copycat_of?: string
  bot_bait?: boolean
  instruction_attempt?: 'none' | 'suspected' | 'clear'
}

/** A whole verdict of the judge, in the shape that the request's tool asks for, whose criteria agree with its score. */
export function verdict({ image }: Pick<ModelRequest, 'image'>, given: Verdict = {}): object {
  const { score = 80, confidence = 0.9, reason = 'Fresh and clear.', instruction_attempt = 'none' } = given
  const level = Math.round(score / 20)
  const head = { observations: ['it says what it is'], instruction_attempt, instruction_quote: '' }
  const tail = { score, confidence, reason }
  if (image) {
    const criteria = { visibility: level, readability: level, brand_coherence: level, craft: level }
    return { visible_text: '', ...head, criteria, ...tail }
  }
  const criteria = { freshness: level, hook: level, remixability: level, ticker_fit: level, clarity: level }
  return { ...head, criteria, copycat_of: given.copycat_of ?? '', bot_bait: given.bot_bait ?? false, ...tail }
}
