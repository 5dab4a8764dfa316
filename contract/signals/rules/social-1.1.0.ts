import { matchOf } from './handle-match-1.0.0.ts'
import { type Finding, finding, type RuleScore, ruleScore } from './rule-score-1.0.0.ts'
import type { Standing } from '../schemas.ts'

/** The version of the social rules; changing a number here bumps the prompt version. */
export const socialRules = 'social-rules@1.1.0'

export interface SocialFacts extends Standing {
  handle: string
  name: string
  symbol: string
}

/**
 * Scores a social handle by its shape and by what our own store knows of it, 0–100. Only established creators count: those
 * who enrolled a score whose creator signal is at least 50. A claim lapses after 30 days (D75).
 */
export function scoreSocial(facts: SocialFacts): RuleScore {
  const findings = isHandle(facts.handle)
    ? [...shapeRules(facts.handle), ...factRules(facts)]
    : finding('handle', -start, 'not 1 to 15 of the characters A–Z, a–z, 0–9 and _')
  return ruleScore({ start, findings, version: socialRules, otherwise: '' })
}

const start = 60

const isHandle = (handle: string) => /^@?[A-Za-z0-9_]{1,15}$/u.test(handle)

function shapeRules(handle: string): Finding[] {
  const body = handle.replace('@', '').toLowerCase()
  return [
    finding('at', handle.startsWith('@') ? 0 : -5, 'no leading @'),
    finding('short', body.length < 4 ? -5 : 0, 'under 4 characters'),
    finding('reserved', /twitter|admin/u.test(body) ? -25 : 0, 'contains "twitter" or "admin"'),
    /[a-z]/u.test(body) ? digitsRule(body) : finding('noletters', -30, 'no letter'),
    underscoresRule(body),
    finding('repeat', /(.)\1{3}/u.test(body) ? -10 : 0, 'the same character four times in a row'),
  ].flat()
}

function digitsRule(body: string): Finding[] {
  const digits = body.replace(/\D/gu, '').length
  if (/\d{5}$/u.test(body)) return finding('digits', -25, 'five or more digits at the end')
  if (10 * digits > 3 * body.length) return finding('digits', -12, `${digits} of ${body.length} characters are digits`)
  if (/\d{2}$/u.test(body) && !/(?:69|420|100|1000|2049)$/u.test(body)) {
    return finding('digits', -6, 'two or more digits at the end')
  }
  return []
}

function underscoresRule(body: string): Finding[] {
  if (body.split('_').length > 3 || body.includes('__'))
    return finding('underscores', -12, 'many or doubled underscores')
  return finding('underscores', /^_|_$/u.test(body) ? -5 : 0, 'an underscore at an end')
}

function factRules({ handle, name, symbol, mentions, claimedEarlier }: SocialFacts): Finding[] {
  return [
    { id: 'match', ...matches[matchOf({ handle, name, symbol })] },
    mentionsRule(mentions),
    finding('claim', claimedEarlier ? -25 : 0, 'another established creator claimed this handle first, within 30 days'),
  ].flat()
}

const matches = {
  name: { points: 15, text: 'the handle matches the name' },
  symbol: { points: 12, text: 'the handle matches the ticker' },
  none: { points: -5, text: 'the handle matches neither name nor ticker' },
}

/** Said even when it gives nothing, so that the count can be checked. The logarithm makes bought mentions dear. */
function mentionsRule(mentions: number): Finding {
  const points = Math.min(25, Math.round(8 * Math.log2(1 + mentions)))
  const creators = mentions === 1 ? '1 other established creator' : `${mentions} other established creators`
  return { id: 'mentions', points, text: `named by ${creators} within 7 days` }
}
