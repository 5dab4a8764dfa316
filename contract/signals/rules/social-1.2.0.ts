import { type Fact, type FactScore, finding, scoreFacts } from './fact-1.2.0.ts'
import { matchOf } from './handle-match-1.0.0.ts'
import type { Standing } from '../schemas.ts'

/** The version of the social rules; changing a number here bumps the prompt version. */
export const socialRules = 'social-rules@1.2.0'

export interface SocialFacts extends Standing {
  /** null: the launch has none. */
  handle: string | null
  name: string
  symbol: string
}

/**
 * Scores a social handle by its shape and by what our own store knows of it, 0–100. Only established creators count: those
 * who enrolled a score whose creator signal is at least 50. A claim holds for 30 days, and longer only with a launch; a wallet
 * that claims more than two handles in 30 days claims none (D75, D112).
 */
export function scoreSocial({ handle, ...facts }: SocialFacts): FactScore {
  if (handle === null) return scoreFacts(socialStart, finding('no_handle', withoutHandle - socialStart))
  if (!isHandle(handle)) return scoreFacts(socialStart, finding('not_a_handle', -socialStart))
  return scoreFacts(socialStart, [...shapeRules(handle), ...factRules({ handle, ...facts })])
}

/** What a handle scores of which nothing speaks for or against it. */
export const socialStart = 60

/** What a launch without a handle scores. */
const withoutHandle = 20

const isHandle = (handle: string) => /^@?[A-Za-z0-9_]{1,15}$/u.test(handle)

function shapeRules(handle: string): Fact[] {
  const body = handle.replace('@', '').toLowerCase()
  return [
    finding('no_at', handle.startsWith('@') ? 0 : -5),
    finding('short_handle', body.length < 4 ? -5 : 0, { least: 4 }),
    finding('reserved', /twitter|admin/u.test(body) ? -25 : 0),
    /[a-z]/u.test(body) ? digitsRule(body) : finding('handle_without_letter', -30),
    underscoresRule(body),
    finding('repeat', /(.)\1{3}/u.test(body) ? -10 : 0, { times: 4 }),
  ].flat()
}

function digitsRule(body: string): Fact[] {
  const digits = body.replace(/\D/gu, '').length
  if (/\d{5}$/u.test(body)) return finding('digits_at_end', -25, { least: 5 })
  if (10 * digits > 3 * body.length) return finding('many_digits', -12, { digits, characters: body.length })
  if (/\d{2}$/u.test(body) && !/(?:69|420|100|1000|2049)$/u.test(body)) {
    return finding('digits_at_end', -6, { least: 2 })
  }
  return []
}

function underscoresRule(body: string): Fact[] {
  if (body.split('_').length > 3 || body.includes('__')) return finding('many_underscores', -12)
  return finding('underscore_at_end', /^_|_$/u.test(body) ? -5 : 0)
}

function factRules({ handle, name, symbol, mentions, claimedEarlier }: SocialFacts & { handle: string }): Fact[] {
  const [match, points] = matches[matchOf({ handle, name, symbol })]
  return [...finding(match, points), mentionsRule(mentions), ...finding('claim', claimedEarlier ? -25 : 0)]
}

/** The points of a handle that matches the name. */
export const matchPoints = 15

const matches = {
  name: ['match_name', matchPoints],
  symbol: ['match_ticker', 12],
  none: ['no_match', -5],
} as const

/** Said even when it gives nothing, so that the count can be checked. Log scaling makes buying mentions expensive. */
export const mentionsRule = (creators: number): Fact => ({
  code: 'mentions',
  effect: Math.min(25, Math.round(8 * Math.log2(1 + creators))),
  values: { creators, days: 7, of: 25 },
})
