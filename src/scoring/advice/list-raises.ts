import { aggregateX100 } from '../../../contract/aggregate.ts'
import { type Band, toBand } from '../../../contract/bands.ts'
import type { ScoreResult } from '../schemas.ts'

/** The result of a set of rules for a value. */
interface RuleScore {
  score: number
  reason: string
  rules: { id: string; points: number }[]
}

/** The rules that the record's prompt version names. */
interface Rules {
  scoreName: (name: string) => RuleScore
  scoreSocial: (facts: SocialFacts) => RuleScore
}

interface SocialFacts {
  handle: string
  name: string
  symbol: string
  mentions: number
  claimedEarlier: boolean
}

/** The points that a change to the submission would add, by the rules alone. */
interface Raise {
  signal: 'name' | 'social'
  /** The id of the rule that would no longer cost points, or would give more. */
  rule: string
  /** Points of the signal. */
  points: number
  /** The total after the change alone. */
  aggregate: number
  /** The points that it adds to the total. */
  gain: number
  band: Band
}

type Change = Pick<Raise, 'signal' | 'rule'> & { score: number }

/**
 * Lists what would raise a score, the largest gain first. It only contains what the rules decide for sure: nothing of the
 * judge, the wallet or the contract, and nothing where the record was made by other rules.
 */
export function listRaises(score: ScoreResult, rules: Rules): Raise[] {
  const changes = [...listNameChanges(score, rules), ...listSocialChanges(score, rules)]
  return changes
    .map((change) => toRaise(score, change))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
}

function listNameChanges({ submission, signals }: ScoreResult, { scoreName }: Rules): Change[] {
  const recomputed = scoreName(submission.name)
  return recomputed.reason === signals.name.reason ? withoutCosts('name', recomputed, 100) : []
}

/** The points that a handle with the name in it gets, more than one with the ticker or neither. */
const matchPoints = 15

function listSocialChanges({ submission, signals }: ScoreResult, { scoreSocial }: Rules): Change[] {
  const { xHandle: handle, name, symbol } = submission
  const { reason } = signals.social
  const mentions = Number(/named by (\d{1,9}) other/.exec(reason)?.[1] ?? 0)
  const facts = { handle, name, symbol, mentions, claimedEarlier: reason.includes('claim: ') }
  const recomputed = scoreSocial(facts)
  if (recomputed.reason !== reason) return []
  const costs = withoutCosts('social', recomputed, 60).filter(
    ({ rule }) => !['match', 'claim', 'handle'].includes(rule),
  )
  const match = recomputed.rules.find(({ id }) => id === 'match')?.points ?? 0
  const matched: Change = { signal: 'social', rule: 'match', score: clamp(sum(recomputed, 60) - match + matchPoints) }
  const mentioned: Change = {
    signal: 'social',
    rule: 'mentions',
    score: scoreSocial({ ...facts, mentions: mentions + 1 }).score,
  }
  return [...costs, ...(/[a-z0-9]{3}/i.test(name) ? [matched] : []), mentioned]
}

/** Each rule that costs points, with the score that there would be without it. */
const withoutCosts = (signal: Raise['signal'], recomputed: RuleScore, start: number): Change[] =>
  recomputed.rules
    .filter(({ points }) => points < 0)
    .map(({ id, points }) => ({ signal, rule: id, score: clamp(sum(recomputed, start) - points) }))

const sum = ({ rules }: RuleScore, start: number) => rules.reduce((total, { points }) => total + points, start)
const clamp = (score: number) => Math.max(0, Math.min(100, score))

function toRaise({ explanation, signals, aggregate: before }: ScoreResult, { signal, rule, score }: Change): Raise {
  const parts = explanation.contributions.map((one) => ({
    weight: Math.round(100 * one.weight),
    score: one.signal === signal ? score : one.score,
    stub: signals[one.signal].stub,
  }))
  const total = aggregateX100(parts)
  return {
    signal,
    rule,
    points: score - signals[signal].score,
    aggregate: total / 100,
    gain: (total - Math.round(100 * before)) / 100,
    band: toBand(total),
  }
}
