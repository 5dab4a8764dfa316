import type { SignalName } from '../schemas.ts'
import type { Fact, FactEffect, FactMark, ReasonFacts } from './fact.ts'
import { readSentence } from './sentence-forms.ts'

/** Effects by the codes of facts: what the stored evidence knows beyond the reason. */
export type FactEffects = Record<string, FactEffect>

/**
 * Takes a reason apart into facts and caveats. It says nothing that the record doesn't: a sentence that no rule set of this
 * release writes stays as it is, and a judge's words stay whole.
 */
export function readReason(signal: SignalName, reason: string, effects: FactEffects = {}): ReasonFacts {
  const text = cutRules(reason)
  if (signal === 'meme' || signal === 'image') return { facts: [asWritten(text)], caveats: [] }
  if (signal === 'name' || signal === 'social') return { facts: readFindings(text), caveats: [] }
  const sentences = splitSentences(text).map((sentence) => readFact(sentence, effects))
  return {
    facts: sentences.filter(({ mark }) => mark !== 'caveat').map(toFact),
    caveats: [...sentences.filter(({ mark }) => mark === 'caveat').map(toFact), ...impliedCaveats(sentences)],
  }
}

/** The reason without the version of the rules that it ends with. */
function cutRules(reason: string): string {
  const at = reason.lastIndexOf(' [')
  return at > 0 && reason.endsWith(']') ? reason.slice(0, at) : reason
}

const asWritten = (text: string): Fact => ({ code: null, values: [], mark: 'neutral', text, effect: null })

/** `caps: all capitals (−5); length: 14 characters, 2 over 12 (−8)` */
function readFindings(text: string): Fact[] {
  const findings = text.split('; ').map(readFinding)
  if (findings.every((finding) => finding !== null)) return findings
  return [{ ...asWritten(text), ...(text === faultless && { code: 'faultless', mark: 'good' as const }) }]
}

const faultless = 'Short, readable, consistently written name.'

function readFinding(part: string): Fact | null {
  const [colon, open] = [part.indexOf(': '), part.lastIndexOf(' (')]
  const rule = part.slice(0, colon)
  const amount = part.slice(open + 2, -1)
  if (colon < 1 || open < colon || !part.endsWith(')') || !/^[a-z]{1,16}$/.test(rule)) return null
  if (!/^[−+]\d{1,3}$/.test(amount)) return null
  const words = part.slice(colon + 2, open)
  const points = Number(amount.replace('−', '-'))
  return {
    code: rule,
    values: words.match(/\d{1,6}/g) ?? [],
    mark: markOf(points),
    text: words.charAt(0).toUpperCase() + words.slice(1),
    effect: { points },
  }
}

function markOf(points: number): FactMark {
  if (points === 0) return 'neutral'
  if (points > 0) return 'good'
  return points <= -15 ? 'bad' : 'caution'
}

/** A full stop, a space and a capital end a sentence. */
const splitSentences = (text: string): string[] => text.split(/(?<=\.) (?=\p{Lu})/u)

type ReadFact = Omit<Fact, 'mark'> & { mark: FactMark | 'caveat' }

function readFact(text: string, effects: FactEffects): ReadFact {
  const known = readSentence(text) ?? readListing(text)
  if (!known) return asWritten(text)
  const effect = effectOf(known.code, effects)
  return { ...known, mark: known.mark === 'neutral' ? markByShare(effect) : known.mark, text, effect }
}

/** `Listed for theft, phishing (source: SlowMist).`; the names come from a provider. */
function readListing(sentence: string): (Pick<ReadFact, 'code' | 'mark' | 'values'> & { code: string }) | undefined {
  const [start, middle, end] = ['Listed for ', ' (source: ', ').']
  const at = sentence.lastIndexOf(middle)
  if (!sentence.startsWith(start) || at < 0 || !sentence.endsWith(end)) return undefined
  const listed = sentence.slice(start.length, at)
  const role = ' as a contract'
  const isContract = listed.endsWith(role)
  return {
    code: isContract ? 'contract_abuse' : 'listed',
    mark: 'bad',
    values: [isContract ? listed.slice(0, -role.length) : listed, sentence.slice(at + middle.length, -end.length)],
  }
}

const effectOf = (code: string, effects: FactEffects): FactEffect | null =>
  Object.hasOwn(effects, code) ? (effects[code] ?? null) : null

/** A fact that gives points is as good as the share of its points that it gave. */
function markByShare(effect: FactEffect | null): FactMark {
  if (effect?.points === undefined || !effect.of) return 'neutral'
  const share = effect.points / effect.of
  if (share >= 0.75) return 'good'
  return share >= 0.4 ? 'neutral' : 'caution'
}

const toFact = (fact: ReadFact): Fact => ({ ...fact, mark: fact.mark === 'caveat' ? 'neutral' : fact.mark })

/** Some sentences say a fact and a reservation in one. */
const impliedCaveats = (sentences: ReadFact[]): Fact[] => [
  ...(sentences.some(({ code }) => code === 'no_entry')
    ? [caveat('no_proof', 'That is not proof of a clean past.')]
    : []),
  ...(sentences.some(({ code }) => code === 'no_contract' || code === 'no_record')
    ? [caveat('deployer_only', 'This only reflects what is listed about the deployer.')]
    : []),
]

const caveat = (code: string, text: string): Fact => ({ ...asWritten(text), code })
