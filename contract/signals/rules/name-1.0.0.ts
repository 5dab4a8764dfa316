import { capitalsRule } from './name-capitals-1.0.0.ts'
import { clustersRule } from './name-clusters-1.0.0.ts'
import { counted, type Finding, finding, type RuleScore, ruleScore } from './rule-score-1.0.0.ts'

/** The version of the name rules; changing a number here bumps the prompt version. */
export const nameRules = 'name-rules@1.0.0'

/** Scores a name's hygiene, 0–100: readable, consistently written, nothing hidden. Whether it is original is not asked. */
export function scoreName(name: string): RuleScore {
  const form = readName(name)
  const findings =
    form.text === '' ? finding('empty', -100, 'nothing readable in it') : rules.flatMap((rule) => rule(form))
  const otherwise = 'Short, readable, consistently written name.'
  return ruleScore({ start: 100, findings, version: nameRules, otherwise })
}

interface NameForm {
  given: string
  text: string
  characters: string[]
  words: string[]
}

function readName(name: string): NameForm {
  const text = name.normalize('NFKC').replace(invisible, '').replace(/\s+/gu, ' ').trim()
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return { given: name.trim(), text, characters, words: text.split(/[\s_-]+/u).filter((word) => word !== '') }
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const rules: ((form: NameForm) => Finding[])[] = [
  hiddenRule,
  lengthRule,
  alphaRule,
  scriptRule,
  separatorsRule,
  wordsRule,
  ({ words }) => clustersRule(words),
  repeatRule,
  ({ words }) => capitalsRule(words),
]

function hiddenRule({ given, text }: NameForm): Finding[] {
  return finding('hidden', given === text ? 0 : -25, 'invisible, look-alike or irregular characters')
}

function lengthRule({ characters: { length } }: NameForm): Finding[] {
  if (length <= 2) return finding('length', length === 1 ? -30 : -10, `only ${counted(length, 'character')}`)
  return finding('length', -Math.min(40, 4 * Math.max(0, length - 12)), `${length} characters, ${length - 12} over 12`)
}

function alphaRule({ characters }: NameForm): Finding[] {
  const kinds = characters.filter((character) => !/^[\s_-]/u.test(character)).map(kindOf)
  const digits = kinds.filter((kind) => kind === 'digit').length
  const symbols = kinds.filter((kind) => kind === 'symbol').length
  const cost = kinds.length === 0 ? 0 : Math.round(Math.min(60, (40 * digits + 90 * symbols) / kinds.length))
  const text = `${counted(digits, 'digit')} and ${counted(symbols, 'symbol')} among ${counted(kinds.length, 'character')}`
  return kinds.includes('letter') ? finding('alpha', -cost, text) : finding('alpha', -cost - 15, `${text}, no letter`)
}

function kindOf(character: string): 'letter' | 'digit' | 'symbol' {
  if (/\p{L}/u.test(character)) return 'letter'
  return /\p{N}/u.test(character) ? 'digit' : 'symbol'
}

function scriptRule({ text }: NameForm): Finding[] {
  const isMixed = /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
  return finding('script', isMixed ? -60 : 0, 'Latin letters mixed with Cyrillic or Greek ones')
}

function separatorsRule({ text }: NameForm): Finding[] {
  const underscores = text.split('_').length - 1
  const hyphens = text.split('-').length - 1
  const outside = /^[_-]|[_-]$/u.test(text) ? 8 : 0
  const doubled = /[_-]{2}/u.test(text) ? 8 : 0
  const cost = 6 * underscores + 6 * Math.max(0, hyphens - 1) + outside + doubled
  const where = `${outside > 0 ? ', at an end' : ''}${doubled > 0 ? ', doubled' : ''}`
  const found = `${counted(underscores, 'underscore')} and ${counted(hyphens, 'hyphen')}${where}`
  return finding('separators', -Math.min(30, cost), found)
}

function wordsRule({ words: { length } }: NameForm): Finding[] {
  return finding('words', -Math.min(16, 8 * Math.max(0, length - 3)), `${length} words, ${length - 3} over 3`)
}

function repeatRule({ characters }: NameForm): Finding[] {
  const folded = characters.map((character) => character.toLowerCase())
  const isRepeated = folded.some((character, at) => character === folded[at + 1] && character === folded[at + 2])
  return finding('repeat', isRepeated ? -10 : 0, 'the same character three times in a row')
}
