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

/** Of each text only so much is scanned: twice the longest pitch. */
const maxCharacters = 4_000

/** What in the texts, read one after the other, speaks to a judge and not to people. Takes time linear in their length. */
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

/** The first match, where there are as many as `times`. */
function matchOf(pattern: RegExp, text: string, times: number): string | undefined {
  const matches: string[] = []
  for (const [match] of text.matchAll(pattern)) {
    matches.push(match)
    if (matches.length === times) return matches[0]
  }
  return undefined
}

/** Nobody types these by hand: tag characters outside a flag, or words cut up by signs of no width. */
function hiddenIn(text: string): Hit[] {
  const tags = text.replace(/\u{1F3F4}[\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu, '').match(/[\u{E0000}-\u{E007F}]/gu)
  const cuts = text.match(/(?<=\p{sc=Latin})[\u200B-\u200D\u2060-\u2064\uFEFF\u00AD]+(?=\p{sc=Latin})/gu)
  if (!tags && (cuts?.length ?? 0) < 3) return []
  const quote = `${tags?.length ?? 0} tag characters, ${cuts?.length ?? 0} cuts inside words`
  return [{ class: 'suspicious', subject: 'hidden', via: 'plain', quote }]
}

/** What may be chance alone isn't when it comes with another: a score asked for *and* a grader spoken to. */
function combination(hits: Hit[]): Hit[] {
  if (hits.some(({ class: kind }) => kind === 'certain')) return []
  const subjects = new Set(hits.map(({ subject }) => subject))
  if (subjects.size < 2) return []
  const quote = excerpt(hits.map(({ quote }) => quote).join(' … '))
  return [{ class: 'certain', subject: 'combination', via: 'plain', quote }]
}

/** Cut, but never in the middle of a character: it is stored. */
const excerpt = (text: string): string => text.trim().slice(0, 120).toWellFormed()
