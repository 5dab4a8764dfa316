import { englishRules, otherLanguageRules } from './scan-patterns-1.1.0.ts'
import { type ScanRule, type Subject, signsOf, wordsOf } from './scan-rule-1.1.0.ts'
import { type View, viewsOf } from './scan-views-1.1.0.ts'

/** Words of a submission that seem to be meant for the judge. */
export interface Hit {
  /** `certain` caps the score; `suspicious` lowers the confidence. */
  class: 'certain' | 'suspicious'
  subject: Subject | 'combination'
  via: View['via']
  quote: string
}

const allRules: ScanRule[] = [...englishRules, ...otherLanguageRules]

/** The version of the scanner's rules; changing one bumps the prompt version. */
export const scanRules = 'scan-rules@1.1.0'

/** The characters of each text that are scanned: twice the longest pitch. */
const maxCharacters = 4_000

/** Finds the words that speak to a judge and not to people, in the texts one after the other. Takes time linear in their length. */
export function scan(texts: string[]): Hit[] {
  const text = texts.map((one) => one.slice(0, maxCharacters).toWellFormed()).join('\n')
  const hits = [...viewsOf(text).flatMap(hitsIn), ...hiddenIn(text)]
  const first = hits.filter(
    ({ class: kind, subject }, n) => n === hits.findIndex((other) => other.class === kind && other.subject === subject),
  )
  return [...first, ...combination(first)]
}

function hitsIn({ via, text }: View): Hit[] {
  const forms = { words: wordsOf(text), signs: signsOf(text) }
  return allRules.flatMap(({ class: kind, subject, form, pattern, times }) => {
    const quote = matchOf(pattern, forms[form], times)
    return quote === undefined ? [] : [{ class: kind, subject, via, quote: excerpt(quote) }]
  })
}

/** The first match, if there are at least `times`. */
function matchOf(pattern: RegExp, text: string, times: number): string | undefined {
  const matches: string[] = []
  for (const [match] of text.matchAll(pattern)) {
    matches.push(match)
    if (matches.length === times) return matches[0]
  }
  return undefined
}

/** Finds what nobody types by hand: tag characters outside a flag, and words cut up by characters without width. */
function hiddenIn(text: string): Hit[] {
  const tags = text.replace(/\u{1F3F4}[\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu, '').match(/[\u{E0000}-\u{E007F}]/gu)
  const cuts = text.match(/(?<=\p{sc=Latin})[\u200B-\u200D\u2060-\u2064\uFEFF\u00AD]+(?=\p{sc=Latin})/gu)
  if (!tags && (cuts?.length ?? 0) < 3) return []
  const quote = `${tags?.length ?? 0} tag characters, ${cuts?.length ?? 0} cuts inside words`
  return [{ class: 'suspicious', subject: 'hidden', via: 'plain', quote }]
}

/** Two suspicious subjects together are certain: a score is asked for *and* a grader is spoken to. */
function combination(hits: Hit[]): Hit[] {
  if (hits.some(({ class: kind }) => kind === 'certain')) return []
  const subjects = new Set(hits.map(({ subject }) => subject))
  if (subjects.size < 2) return []
  const quote = excerpt(hits.map(({ quote }) => quote).join(' … '))
  return [{ class: 'certain', subject: 'combination', via: 'plain', quote }]
}

/** A quote is stored, so the cut must not leave half a character. */
const excerpt = (text: string): string => text.trim().slice(0, 120).toWellFormed()
