import { bands } from './bands.ts'
import type { LaunchOutcome } from './codes.ts'
import { isBadOutcome } from './lead.ts'
import type { ScoreResult } from './schemas/score.ts'
import { type SentenceWords, sentenceWords } from './sentence-words.ts'
import { findSignalWords, listSignals } from './signals/looks.ts'
import type { Fact, Reading } from './signals/schemas.ts'
import { leadWarning, listWarningCodes } from './warning-words.ts'

type Told = Pick<ScoreResult, 'signals' | 'explanation' | 'band' | 'warnings'>

/** A strength or a weakness of a score. */
export interface Trait {
  signal: string
  /** The code of a fact, a rating or a warning; null: nothing stands out. */
  cause: string | null
}

/** What a score says, found in the record without a model. */
export interface ScoreSentence {
  /** At most two, in the record's order. */
  best: Trait[]
  /** At most two, the gravest first. */
  worst: Trait[]
  /** `soft`: the weakest signal is green too. `fatal`: there is a critical warning. */
  weight: 'none' | 'soft' | 'held' | 'outweighed' | 'fatal'
  /** No other signal is as low as the weakest. */
  isOnly: boolean
  missing: string[]
}

/** For cards, previews and mails. A launch that ended badly comes before what its score said. */
export const scoreSentence = (score: Told, outcome: LaunchOutcome | null = null): string =>
  writeSentence(findSentence(score), {
    words: sentenceWords,
    title: (signal) => findSignalWords(signal, 'en').title,
    outcome,
  })

export function findSentence(score: Told): ScoreSentence {
  const signals = listSignals(score)
  const measured = signals.filter(({ reading }) => !reading.stub)
  const missing = signals.filter(({ reading }) => reading.stub).map(({ name }) => name)
  const strong = measured
    .filter(({ reading }) => reading.score >= bands.green.from)
    .toSorted((one, other) => other.part.contribution - one.part.contribution)
    .slice(0, 2)
  const best = measured
    .filter((one) => strong.includes(one))
    .map(({ name, reading }) => ({ signal: name, cause: findStrength(reading) }))
  return {
    best,
    missing,
    ...(findCosts(score, measured) ?? findSoftSpot(measured.filter((one) => !strong.includes(one)))),
  }
}

type Measured = ReturnType<typeof listSignals<ScoreResult['explanation']['contributions'][number], Reading>>
type Costs = Pick<ScoreSentence, 'worst' | 'weight' | 'isOnly'>

/** A critical warning, or what isn't green: red before amber, then by the points that it costs. null: all is green. */
function findCosts(score: Told, measured: Measured): Costs | null {
  const fatal = score.warnings?.find(({ code }) => code === leadWarning(listWarningCodes(score)))
  const costs = measured
    .filter(({ name, reading }) => reading.score < bands.green.from && name !== fatal?.signal)
    .toSorted((one, other) => toRank(one.reading) - toRank(other.reading) || findCost(other) - findCost(one))
    .filter(({ reading }, at) => at === 0 || toRank(reading) === 0)
    .map(({ name, reading }) => ({ signal: name, cause: findWeakness(reading) }))
  if (fatal) {
    const worst = [{ signal: 'warning', cause: fatal.code }, ...costs.filter(isGrave)].slice(0, 2)
    return { worst, weight: 'fatal', isOnly: true }
  }
  if (costs.length === 0) return null
  return { worst: costs.slice(0, 2), weight: score.band === 'red' ? 'outweighed' : 'held', isOnly: true }
}

const findCost = ({ part, reading }: Measured[number]): number => part.effectiveWeight * (100 - reading.score)

/** Among the signals that the sentence doesn't praise. */
function findSoftSpot(others: Measured): Costs {
  const [soft, next] = others
    .filter(({ reading }) => reading.score < faultlessFrom)
    .toSorted((one, other) => one.reading.score - other.reading.score)
  if (soft === undefined) return { worst: [], weight: 'none', isOnly: true }
  const isOnly = next === undefined || next.reading.score > soft.reading.score
  return { worst: [{ signal: soft.name, cause: findWeakness(soft.reading) }], weight: 'soft', isOnly }
}

/** From this score on a signal isn't called a soft spot. */
const faultlessFrom = 90

const toRank = ({ score }: Reading): number => (score < bands.amber.from ? 0 : 1)

/** What makes a warning worse, and not merely the score lower. */
const isGrave = ({ cause }: Trait): boolean => cause !== null && accusations.has(cause)

const accusations = new Set([
  'honeypots',
  'listed',
  'honeypot_related',
  'contract_abuse',
  'suspected',
  'creator_honeypots',
])

const findStrength = (reading: Reading): string | null => findStrongFact(reading)?.code ?? null

/** The best rating, or the first fact that speaks for the signal. */
function findStrongFact({ facts = [] }: Reading): Fact | null {
  const [rated] = facts.filter(isRating).toSorted((one, other) => toRating(other) - toRating(one))
  return rated ?? facts.find(isStrength) ?? null
}

function isStrength({ code, values }: Fact): boolean {
  if (code === 'launches_alive')
    return Number(values['alive']) >= 2 && 2 * Number(values['alive']) >= Number(values['known'])
  if (code === 'mentions') return Number(values['creators']) > 0
  return strengths.has(code)
}

const strengths = new Set(['contract_clean', 'native_clean', 'faultless', 'match_name', 'match_ticker'])

/** A wallet that never sent a transaction may still have launched through launchpads: then it has a history. */
function findWeakness(reading: Reading): string | null {
  const fact = findWeakFact(reading)
  const hasLaunched = reading.facts?.some(({ code }) => code === 'launches' || code === 'launches_at_least')
  if (fact?.code === 'no_history' && hasLaunched) return 'transactions'
  return fact && nameCause(fact)
}

/** The fact that costs most. */
function findWeakFact({ score, facts = [] }: Reading): Fact | null {
  const [worst] = facts
    .map((fact) => ({ fact, loss: findLoss(fact, score) }))
    .filter(({ loss }) => loss > 0)
    .toSorted((one, other) => other.loss - one.loss)
  return worst?.fact ?? null
}

/** Why a signal is good or not, in short. */
export interface ShortReason {
  kind: 'best' | 'worst'
  cause: string | null
  /** null: a rating, or no fact. */
  fact: Fact | null
}

export function findShortReason(reading: Reading): ShortReason {
  const isGood = reading.score >= bands.green.from
  const fact = isGood ? findStrongFact(reading) : findWeakFact(reading)
  return {
    kind: isGood ? 'best' : 'worst',
    cause: fact && (isGood ? fact.code : nameCause(fact)),
    fact: fact && isRating(fact) ? null : fact,
  }
}

/** A cap counts where it decides, or accuses; ratings, from 0 to 5, only where nothing else costs. */
function findLoss({ code, effect, values }: Fact, score: number): number {
  const { cap, of, rating } = values
  if (typeof cap === 'number' && (score >= cap || accusations.has(code))) return 100 - cap
  if (typeof rating === 'number') return (5 - rating) / 10
  if (typeof of === 'number') return of - (effect ?? 0)
  return -(effect ?? 0)
}

/** A fact whose values make it another cause. A cause without a phrase is told by its signal alone. */
function nameCause({ code, values }: Fact): string {
  const count = (name: string) => Number(values[name] ?? 0)
  if (code === 'mentions' && count('creators') === 0) return 'no_mentions'
  if (code === 'launches' && count('recent') >= 3) return 'launches_burst'
  if (code === 'launches' && count('tokens') < 5) return 'few_launches'
  if (code === 'launches_alive' && 2 * count('alive') >= count('known')) return 'young_launches'
  return code
}

const toRating = ({ values: { rating } }: Fact): number => (typeof rating === 'number' ? rating : -1)

const isRating = (fact: Fact): boolean => toRating(fact) >= 0

interface Style {
  words: SentenceWords
  /** Of a signal, in the language of the words. */
  title: (signal: string) => string
  outcome?: LaunchOutcome | null
}

/** One sentence, or two short ones. */
export function writeSentence(found: ScoreSentence, { words, title, outcome = null }: Style): string {
  const say = (kind: 'best' | 'worst' | 'soft') => (trait: Trait) => findPhrase(kind, trait, { words, title })
  const best = join(found.best.map(say('best')), (one, other) =>
    words.pair(
      one,
      other,
      found.best.map(({ signal }) => signal),
    ),
  )
  const worst = found.weight === 'soft' ? '' : join(found.worst.map(say('worst')), words.both)
  if (isBadOutcome(outcome)) return [words.ended[outcome], ...tellPast(words, best, worst)].join(words.space)
  if (best === '' && worst === '') return words.nothing
  if (found.missing.length > 0)
    return [capitalise(tellMain(found, words, best, worst)), words.missing(found.missing.map(title))].join(words.space)
  const [soft] = found.worst.map(say('soft'))
  if (found.weight === 'soft' && soft !== undefined) return capitalise(words.softSpot(best, soft, found.isOnly))
  return capitalise(found.weight === 'none' ? words.faultless(best) : tellMain(found, words, best, worst))
}

/** The phrase of a cause, else of its signal. */
export function findPhrase(
  kind: 'best' | 'worst' | 'soft',
  { signal, cause }: Trait,
  { words, title }: Pick<Style, 'words' | 'title'>,
): string {
  const phrases = words[kind]
  return phrases[`${signal} ${cause}`] ?? phrases[signal] ?? words.other[kind](title(signal).toLowerCase())
}

const join = ([one = '', other]: string[], both: (one: string, other: string) => string): string =>
  other === undefined ? one : both(one, other)

function tellMain({ weight }: ScoreSentence, words: SentenceWords, best: string, worst: string): string {
  if (worst === '') return words.good(best)
  if (best === '') return weight === 'fatal' ? words.fatal(worst) : words.noBest(worst)
  return weight === 'held' ? words.held(best, worst) : words.outweighed(best, worst)
}

function tellPast(words: SentenceWords, best: string, worst: string): string[] {
  if (best !== '' && worst !== '') return [words.had(best, worst)]
  return best === '' && worst === '' ? [] : [words.hadOnly(best || worst)]
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
