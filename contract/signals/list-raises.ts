import { type Fact, scoreFacts } from './rules/fact-1.2.0.ts'
import { nameStart } from './rules/name-1.2.0.ts'
import { matchPoints, mentionsRule, socialStart } from './rules/social-1.2.0.ts'
import { listSignals } from './looks.ts'
import { aggregateX100 } from '../aggregate.ts'
import { type Band, toBand } from '../bands.ts'
import type { ScoreResult } from '../schemas/score.ts'

/** The points that a change to the submission would add. */
interface Raise {
  signal: string
  /** The fact that would no longer cost points, or would give more. */
  code: string
  /** Points of the signal. */
  points: number
  /** The total after this change alone. */
  aggregate: number
  /** The points that it adds to the total. */
  gain: number
  band: Band
  /** No rule decides it: the gain is what there is to win. */
  isMost: boolean
}

type Change = Pick<Raise, 'signal' | 'code'> & { score: number; isMost?: boolean }

/** Largest gain first. */
export function listRaises(score: ScoreResult): Raise[] {
  const { name, social, creator } = score.signals
  const changes = [
    ...listNameChanges(name?.facts ?? []),
    ...listSocialChanges(social?.facts ?? [], score.submission.name),
    ...listCreatorChanges(creator?.facts ?? []),
    ...listJudgedChanges(score),
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

const creatorStart = 0
const pastCodes = ['no_history', 'wallet_age', 'transactions']
/** A wallet is young if it has fewer than this of the 50 points for age and transactions. */
const youngUnder = 20

/** A signature lifts its cap; another wallet may be older. */
function listCreatorChanges(facts: Fact[]): Change[] {
  const past = facts.filter(({ code }) => pastCodes.includes(code))
  const isYoung = past.length > 0 && past.reduce((sum, { effect }) => sum + (effect ?? 0), 0) < youngUnder
  const older = facts.map((fact) => (past.includes(fact) ? { ...fact, effect: Number(fact.values['of'] ?? 0) } : fact))
  return [
    ...(facts.some(({ code }) => code === 'unsigned')
      ? [{ signal: 'creator', code: 'unsigned', score: scoreWithout(creatorStart, facts, ['unsigned']) }]
      : []),
    ...(isYoung
      ? [{ signal: 'creator', code: 'no_history', score: scoreFacts(creatorStart, older).score, isMost: true }]
      : []),
  ]
}

/** Below it, a rating is worth working on. */
const goodRating = 4

/** The weakest criterion of each judged signal. */
function listJudgedChanges({ signals, submission }: ScoreResult): Change[] {
  return Object.entries(signals).flatMap(([signal, { stub, facts = [] }]): Change[] => {
    const rated = facts.filter(({ values }) => typeof values['rating'] === 'number')
    const [weakest] = rated.toSorted((a, b) => Number(a.values['rating']) - Number(b.values['rating']))
    if (stub || !weakest) return []
    if (signal === 'meme' && submission.description === null)
      return [{ signal, code: 'no_pitch', score: 100, isMost: true }]
    if (Number(weakest.values['rating']) >= goodRating) return []
    return [{ signal, code: weakest.code, score: 100, isMost: true }]
  })
}

const listCosts = (facts: Fact[]): Fact[] => facts.filter(({ effect }) => (effect ?? 0) < 0)

const scoreWithout = (start: number, facts: Fact[], codes: string[]): number =>
  scoreFacts(
    start,
    facts.filter(({ code }) => !codes.includes(code)),
  ).score

function toRaise(record: ScoreResult, { signal, code, score, isMost = false }: Change): Raise {
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
    isMost,
  }
}
