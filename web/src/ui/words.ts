import type { Band, SignalName } from '../pages.ts'
import { toBand } from '../rules.ts'

/** The six, in the specification's order, with what each asks. */
export const signals: { name: SignalName; title: string; asks: string; by: string }[] = [
  { name: 'meme', title: 'Meme', asks: 'Is the idea fresh, or a copy of one?', by: 'a language model' },
  { name: 'creator', title: 'Creator', asks: 'What has this wallet launched before?', by: 'chain data' },
  {
    name: 'image',
    title: 'Image',
    asks: 'Can the image be seen and remembered?',
    by: 'a language model',
  },
  { name: 'name', title: 'Name', asks: 'Is the name readable and honest?', by: 'rules' },
  { name: 'social', title: 'Social', asks: 'Does the handle belong, and who names it?', by: 'rules' },
  { name: 'risk', title: 'Risk', asks: 'What can the contract do to its holders?', by: 'token-risk data' },
]

export const getTitle = (name: SignalName): string => signals.find((signal) => signal.name === name)?.title ?? name

/** The band of a whole score; `toBand` takes hundredths. */
export const toScoreBand = (score: number): Band => toBand(score * 100)

/** `81.25`, always two decimals. */
export const points = (value: number): string => value.toFixed(2)

/** `29.4 %`; a whole one without decimals. */
export const percent = (fraction: number): string =>
  `${Number((fraction * 100).toFixed(1)).toLocaleString('en', { maximumFractionDigits: 1 })} %`

/** A reason apart from the version of the rules that it ends with. */
export function toWords(reason: string): { words: string; rules: string | undefined } {
  const [, words = reason, rules] = /^(.*?)\s*\[([\w-]+@[\d.]+)\]$/s.exec(reason) ?? []
  return { words, rules }
}

export const formatList = (words: string[]): string => inWords.format(words)
const inWords = new Intl.ListFormat('en-GB')
