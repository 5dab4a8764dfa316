/** The kind of attempt. Two suspicious hits of different subjects are certain together. */
export type Subject = 'override' | 'demand' | 'address' | 'format' | 'leak' | 'answer' | 'rubric' | 'decode' | 'hidden'

export interface ScanRule {
  class: 'certain' | 'suspicious'
  subject: Subject
  /** Which form of a text it reads: its words with one space between them, or the text with its punctuation. */
  form: 'words' | 'signs'
  pattern: RegExp
  /** How many times it must match. */
  times: number
}

/**
 * Makes rules of sources in which a space stands for one space or none, so that "ignoreprevious" matches too. Every
 * pattern is linear: a repetition has a bound, and a repeated group that takes any word (`anyWords`) needs the space after it.
 */
export const rules =
  (form: ScanRule['form']) =>
  (kind: ScanRule['class'], subject: Subject, sources: string[], times = 1): ScanRule[] =>
    sources.map((source) => ({
      class: kind,
      subject,
      form,
      pattern: new RegExp(foldAccents(source).replaceAll(' ', ' ?'), 'gu'),
      times,
    }))

/** Up to `count` words of any script, each with the space after it. */
export const anyWords = (count: number): string => `(?:[\\p{L}\\p{M}]{1,30}\\x20){0,${count}}`

/** Removes the marks above and below Latin, Greek, Cyrillic and Arabic letters. */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u064B-\u0652\u0670\u0640]/g, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')

/** A lower-case text as words: one space between them and at both ends. A decimal point becomes `p`, and % becomes a word. */
export const wordsOf = (text: string): string =>
  ` ${text
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<=\d)[.,](?=\d)/g, 'p')
    .replaceAll('%', ' percent ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** A lower-case text with its punctuation: one space for white space within a line, one line break between lines. */
export const signsOf = (text: string): string => text.replace(/[^\S\n]+/gu, ' ').replace(/\n[ \n]*/g, '\n')
