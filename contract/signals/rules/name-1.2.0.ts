import { type Fact, type FactScore, finding, inform, scoreFacts } from './fact-1.2.0.ts'
import { capitalsRule } from './name-capitals-1.2.0.ts'
import { countLetters, hasIrregularMarks, listCharacters, readSeen } from './name-characters-1.2.0.ts'
import { clustersRule } from './name-clusters-1.2.0.ts'
import { scriptsRule } from './name-scripts-1.2.0.ts'

/** The version of the name rules; changing a number here bumps the prompt version. */
export const nameRules = 'name-rules@1.2.0'

/**
 * Scores a name's hygiene, 0–100: readable, consistently written, nothing hidden, in any script that Unicode has. Whether it is
 * original is not asked.
 */
export function scoreName(name: string): FactScore {
  const form = readName(name)
  const facts = form.text === '' ? finding('empty', -nameStart) : rules.flatMap((rule) => rule(form))
  return scoreFacts(nameStart, facts.length > 0 ? facts : [inform('faultless')])
}

/** What a name without a fault scores. */
export const nameStart = 100

interface NameForm {
  hasHidden: boolean
  text: string
  characters: string[]
  words: string[]
}

function readName(name: string): NameForm {
  const { text, hasHidden } = readSeen(name.normalize('NFC').trim())
  const words = text.split(/[\s_\u1361-]+/u).filter((word) => word !== '')
  return { hasHidden, text, characters: listCharacters(text), words }
}

const rules: ((form: NameForm) => Fact[])[] = [
  ({ hasHidden }) => finding('hidden', hasHidden ? -25 : 0),
  ({ text }) => finding('marks', hasIrregularMarks(text) ? -40 : 0),
  lengthRule,
  alphaRule,
  ({ text }) => scriptsRule(text),
  separatorsRule,
  wordsRule,
  ({ words }) => clustersRule(words),
  repeatRule,
  ({ words }) => capitalsRule(words),
]

function lengthRule({ characters }: NameForm): Fact[] {
  const { length } = characters
  const letters = Math.max(length, countLetters(characters))
  if (letters <= 2) return finding('too_short', letters === 1 ? -30 : -10, { characters: length })
  return finding('too_long', -Math.min(40, 4 * Math.max(0, length - 12)), { characters: length, most: 12 })
}

function alphaRule({ text, characters }: NameForm): Fact[] {
  const spelled = text.match(inWords) ?? []
  const kinds = characters.filter((character) => !/^[\s_-]/u.test(character)).map(kindOf)
  const digits = kinds.filter((kind) => kind === 'digit').length
  const symbols = kinds.filter((kind) => kind === 'symbol').length - spelled.length
  const share = kinds.length - spelled.length
  const cost = share === 0 ? 0 : Math.round(Math.min(60, (40 * digits + 90 * symbols) / share))
  const values = { digits, symbols, characters: share }
  return kinds.includes('letter') ? finding('alpha', -cost, values) : finding('no_letter', -cost - 15, values)
}

/** Punctuation that is a part of words: apostrophes, middle dots, Hebrew abbreviations, and what ends Tibetan and Ethiopic ones. */
const inWords = /(?<=[\p{L}\p{M}])(?:['’·・‧׳״](?=\p{L})|[\u0f0b\u1361])/gu

function kindOf(character: string): 'letter' | 'digit' | 'symbol' {
  if (/\p{L}/u.test(character)) return 'letter'
  return /\p{N}/u.test(character) ? 'digit' : 'symbol'
}

function separatorsRule({ text }: NameForm): Fact[] {
  const underscores = text.split('_').length - 1
  const hyphens = text.split('-').length - 1
  const outside = /^[_-]|[_-]$/u.test(text) ? 8 : 0
  const doubled = /[_-]{2}/u.test(text) ? 8 : 0
  const cost = 6 * underscores + 6 * Math.max(0, hyphens - 1) + outside + doubled
  return finding('separators', -Math.min(30, cost), { underscores, hyphens })
}

function wordsRule({ words: { length } }: NameForm): Fact[] {
  return finding('words', -Math.min(16, 8 * Math.max(0, length - 3)), { words: length, most: 3 })
}

function repeatRule({ characters }: NameForm): Fact[] {
  const folded = characters.map((character) => character.toLowerCase())
  const isRepeated = folded.some((character, at) => character === folded[at + 1] && character === folded[at + 2])
  return finding('repeat', isRepeated ? -10 : 0, { times: 3 })
}
