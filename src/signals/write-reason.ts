import type { Fact } from './rules/fact-1.2.0.ts'

/** Writes a signal's reason in English from its facts; it ends with the id of the rules that found them. */
export const writeReason = (facts: Fact[], rules: string): string => [...facts.map(writeFact), `[${rules}]`].join(' ')

/** A fact in one English sentence; of a code without words, the code itself. */
function writeFact({ code, values }: Fact): string {
  const write = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return write?.(new Values(values)) ?? `${code.replaceAll('_', ' ')}.`
}

/** The values of a fact in words. */
class Values {
  readonly #values: Fact['values']

  constructor(values: Fact['values']) {
    this.#values = values
  }

  number(name: string): number {
    return Number(this.#values[name] ?? 0)
  }

  text(name: string): string {
    const value = this.#values[name] ?? ''
    return Array.isArray(value) ? value.join(', ') : String(value)
  }

  list(name: string): string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value : []
  }

  /** `1 token`, `2 tokens` */
  amount(name: string, noun: string): string {
    const count = this.number(name)
    return `${count} ${noun}${count === 1 ? '' : 's'}`
  }
}

type Sentences = Record<string, (values: Values) => string>

const ofName: Sentences = {
  faultless: () => 'Short, readable, consistently written name.',
  empty: () => 'The name has nothing readable in it.',
  hidden: () => 'The name has invisible, look-alike or irregular characters.',
  marks: () => 'The name has lines through its letters, or piles of marks on them.',
  too_short: (values) => `The name has only ${values.amount('characters', 'character')}.`,
  too_long: (values) => `The name has ${values.text('characters')} characters; up to ${values.text('most')} are free.`,
  alpha: (values) =>
    `The name has ${values.amount('digits', 'digit')} and ${values.amount('symbols', 'symbol')} among ${values.amount('characters', 'character')}.`,
  no_letter: () => 'The name has no letter.',
  mixed_scripts: () => 'A word of the name mixes letters of several scripts.',
  lookalikes_beside: () => 'A word of the name is spelled in letters that look like Latin ones, beside Latin letters.',
  lookalikes: () => 'The name is spelled only in letters that look like Latin ones.',
  separators: (values) =>
    `The name has ${values.amount('underscores', 'underscore')} and ${values.amount('hyphens', 'hyphen')}.`,
  words: (values) => `The name has ${values.text('words')} words; up to ${values.text('most')} are free.`,
  clusters: (values) => `The name has consonants that are hard to say together (${values.text('runs')}).`,
  no_vowel: () => 'The name has a word without a vowel.',
  repeat: (values) => `The same character stands ${values.text('times')} times in a row.`,
  caps_erratic: () => 'A word of the name has capitals all over.',
  caps_mixed: (values) => `The name uses capitals in ${values.text('ways')} different ways.`,
  caps_all: () => 'The name is all capitals.',
}

const ofHandle: Sentences = {
  not_a_handle: () => 'The handle is not 1 to 15 of the characters A–Z, a–z, 0–9 and _.',
  no_at: () => 'The handle has no leading @.',
  short_handle: (values) => `The handle has fewer than ${values.text('least')} characters.`,
  reserved: () => 'The handle contains “twitter” or “admin”.',
  handle_without_letter: () => 'The handle has no letter.',
  digits_at_end: (values) => `The handle ends with ${values.text('least')} or more digits.`,
  many_digits: (values) =>
    `Of the handle’s ${values.text('characters')} characters, ${values.text('digits')} are digits.`,
  many_underscores: () => 'The handle has many or doubled underscores.',
  underscore_at_end: () => 'The handle has an underscore at an end.',
  match_name: () => 'The handle matches the name.',
  match_ticker: () => 'The handle matches the ticker.',
  no_match: () => 'The handle matches neither name nor ticker.',
  mentions: (values) =>
    `${values.amount('creators', 'other established creator')} mentioned it within ${values.text('days')} days.`,
  claim: () => 'Another established creator claimed this handle first.',
}

const sentences: Sentences = { ...ofName, ...ofHandle }
