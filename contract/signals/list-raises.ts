import { type Fact, scoreFacts } from './rules/fact-1.2.0.ts'
import { nameStart } from './rules/name-1.2.0.ts'
import { matchPoints, mentionsRule, socialStart } from './rules/social-1.2.0.ts'
import { listSignals } from './looks.ts'
import { aggregateX100 } from '../aggregate.ts'
import { type Band, toBand } from '../bands.ts'
import type { ScoreResult } from '../schemas/score.ts'

/** The points that a change to the submission would add. */
interface Raise {
  signal: 'name' | 'social'
  /** The fact that would no longer cost points, or would give more. */
  code: string
  /** Points of the signal. */
  points: number
  /** The total after this change alone. */
  aggregate: number
  /** The points that it adds to the total. */
  gain: number
  band: Band
}

type Change = Pick<Raise, 'signal' | 'code'> & { score: number }

/** Largest gain first. Contains only what the rules decide: nothing of the judge, the wallet or the contract. */
export function listRaises(score: ScoreResult): Raise[] {
  const { name, social } = score.signals
  const changes = [
    ...listNameChanges(name?.facts ?? []),
    ...listSocialChanges(social?.facts ?? [], score.submission.name),
  ]
  return changes
    .map((change) => toRaise(score, change))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
}

const listNameChanges = (facts: Fact[]): Change[] =>
  listCosts(facts).map(({ code }) => ({ signal: 'name', code, score: scoreWithout(nameStart, facts, [code]) }))

/** Another handle doesn't change what others did, and the best match is listed separately. */
const notCosts = ['no_match', 'claim', 'not_a_handle']

function listSocialChanges(facts: Fact[], name: string): Change[] {
  if (facts.length === 0) return []
  const costs = listCosts(facts)
    .filter(({ code }) => !notCosts.includes(code))
    .map(({ code }): Change => ({ signal: 'social', code, score: scoreWithout(socialStart, facts, [code]) }))
  const matches = ['match_name', 'match_ticker', 'no_match']
  const hasHandle = !facts.some(({ code }) => code === 'no_handle')
  const matched: Change = {
    signal: 'social',
    code: 'match_name',
    score: scoreWithout(socialStart + matchPoints, facts, [...matches, 'no_handle']),
  }
  const matchable = /[a-z0-9]{3}/i.test(name) ? [matched] : []
  if (!hasHandle) return matchable
  const creators = facts.find(({ code }) => code === 'mentions')?.values['creators']
  const mentioned = mentionsRule(Number(creators ?? 0) + 1).effect ?? 0
  return [
    ...costs,
    ...matchable,
    { signal: 'social', code: 'mentions', score: scoreWithout(socialStart + mentioned, facts, ['mentions']) },
  ]
}

const listCosts = (facts: Fact[]): Fact[] => facts.filter(({ effect }) => (effect ?? 0) < 0)

const scoreWithout = (start: number, facts: Fact[], codes: string[]): number =>
  scoreFacts(
    start,
    facts.filter(({ code }) => !codes.includes(code)),
  ).score

function toRaise(record: ScoreResult, { signal, code, score }: Change): Raise {
  const parts = listSignals(record).map(({ name, part, reading }) => ({
    weight: Math.round(100 * part.weight),
    score: name === signal ? score : reading.score,
    stub: reading.stub,
  }))
  const total = aggregateX100(parts)
  return {
    signal,
    code,
    points: score - (record.signals[signal]?.score ?? score),
    aggregate: total / 100,
    gain: (total - Math.round(100 * record.aggregate)) / 100,
    band: toBand(total),
  }
}
