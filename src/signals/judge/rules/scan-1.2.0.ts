import { namesGrade } from './counterfactual-1.2.0.ts'
import type { Hit } from './scan-1.1.0.ts'
import { englishRules, otherLanguageRules } from './scan-patterns-1.1.0.ts'
import { type ScanRule, anyWords, rules, signsOf, wordsOf } from './scan-rule-1.1.0.ts'
import { type View, viewsOf } from './scan-views-1.1.0.ts'

export type { Hit } from './scan-1.1.0.ts'

/** The version of the scanner's rules; changing one bumps the prompt version. */
export const scanRules = 'scan-rules@1.2.0'

/** The words that the judge read in a picture. They can't be covered, so they are held against a verdict without doubt. */
export interface PictureText {
  text: string
  /** The verdict has the best mark in every criterion and full confidence. */
  isWithoutDoubt: boolean
}

const maxCharacters = 4_000

/** Finds the words that speak to a judge and not to people: those of scan-rules@1.1.0 and more. Takes time linear in their length. */
export function scan(texts: string[], picture?: PictureText): Hit[] {
  const all = picture ? [...texts, picture.text] : texts
  const text = all.map((one) => one.slice(0, maxCharacters).toWellFormed()).join('\n')
  const views = viewsOf(text)
  const forms = views.map(toForms)
  const reversed = toForms({ via: 'reversed', text: reverseWords(views[0]?.text ?? '') })
  const known = combine([...forms.flatMap((one) => hitsIn(one, olderRules)), ...hiddenIn(text)])
  return combine([...known, ...[...forms, reversed].flatMap((one) => hitsIn(one, moreRules)), ...ordersIn(picture)])
}

/** The first hit of each kind, and what they are together. */
function combine(found: Hit[]): Hit[] {
  const first = found.filter(
    ({ class: kind, subject }, n) =>
      n === found.findIndex((other) => other.class === kind && other.subject === subject),
  )
  return [...first, ...combination(first)]
}

/** A picture's lines belong together. */
function ordersIn(picture: PictureText | undefined): Hit[] {
  if (!picture?.isWithoutDoubt) return []
  const line = picture.text.replace(/\s+/g, ' ')
  return namesGrade(line) ? [{ class: 'certain', subject: 'demand', via: 'plain', quote: excerpt(line) }] : []
}

const reverseWords = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split(' ').toReversed().join(' '))
    .join('\n')

interface Forms extends Record<ScanRule['form'], string> {
  via: View['via']
}

const toForms = ({ via, text }: View): Forms => ({ via, words: wordsOf(text), signs: signsOf(text) })

const hitsIn = ({ via, ...forms }: Forms, rules: ScanRule[]): Hit[] =>
  rules.flatMap(({ class: kind, subject, form, pattern, times }) => {
    const quote = matchOf(pattern, forms[form], times)
    return quote === undefined ? [] : [{ class: kind, subject, via, quote: excerpt(quote) }]
  })

/** The first match, if there are at least `times`. */
function matchOf(pattern: RegExp, text: string, times: number): string | undefined {
  if (text.search(pattern) === -1) return undefined // `matchAll` compiles a copy of the pattern
  const matches = [...text.matchAll(pattern)]
  return matches.length < times ? undefined : matches[0]?.[0]
}

/** As in scan-rules@1.1.0: tag characters outside a flag, and words cut up by characters without width. */
function hiddenIn(text: string): Hit[] {
  const tags = text.replace(/\u{1F3F4}[\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu, '').match(/[\u{E0000}-\u{E007F}]/gu)
  const cuts = text.match(/(?<=\p{sc=Latin})[\u200B-\u200D\u2060-\u2064\uFEFF\u00AD]+(?=\p{sc=Latin})/gu)
  if (!tags && (cuts?.length ?? 0) < 3) return []
  const quote = `${tags?.length ?? 0} tag characters, ${cuts?.length ?? 0} cuts inside words`
  return [{ class: 'suspicious', subject: 'hidden', via: 'plain', quote }]
}

/** As in scan-rules@1.1.0: two suspicious subjects together are certain. */
function combination(hits: Hit[]): Hit[] {
  if (hits.some(({ class: kind }) => kind === 'certain')) return []
  if (new Set(hits.map(({ subject }) => subject)).size < 2) return []
  const quote = excerpt(hits.map(({ quote }) => quote).join(' … '))
  return [{ class: 'certain', subject: 'combination', via: 'plain', quote }]
}

const excerpt = (text: string): string => text.trim().slice(0, 120).toWellFormed()

const words = rules('words')
const signs = rules('signs')

const number =
  '(?:100|9\\d|8\\d)(?!\\d| (?:x|k|m|percent|times|goals?|tokens?|coins?|holders?)\\b|(?:x|k|m|percent|times|goals?|tokens?|coins?|holders?)\\b)'
const spelled = '(?:(?:eighty|ninety)(?: (?:one|two|three|four|five|six|seven|eight|nine)\\b)?|(?:one |a )?hundred)'
const grade = `(?:${number}|${spelled})`
const grader =
  '(?:(?:ai|llm|automated|automatic) )?(?:grader|evaluator|language model|ai judge|ai reviewer|scoring model)'

const olderRules: ScanRule[] = [...englishRules, ...otherLanguageRules]

const moreRules: ScanRule[] = [
  // a form or a transcript that is filled in
  ...words('certain', 'format', [
    `\\b(?:score|rating|grade) colon ${anyWords(2)}(?:${grade}|${spelled})`,
    `\\b(?:score|rating|grade|verdict) (?:is |of )?${grade} ${anyWords(2)}confidence (?:is |of |colon )?(?:1|one|100|full|high)\\b`,
  ]),
  ...signs('certain', 'format', [
    `\\b(?:your|the|final) (?:verdict|score|rating|grade) ?\\? ?(?:a|answer|judge|ai) ?: ?${number}`,
  ]),
  ...signs('suspicious', 'format', ['\\bq ?: ?[^?\\n]{1,60}\\? ?a ?: ?[0-5]\\b']),
  ...words('suspicious', 'demand', [
    `\\b(?:grade|rating|result|verdict|rate) ${grade}\\b`,
    `\\bgive (?:this|the|my|our) [\\p{L}]{1,30} (?:a |an )?${grade}\\b`,
    '\\bnothing (?:less|lower) than (?:the )?(?:ceiling|maximum|top|best|full|100|hundred)\\b',
    '\\b(?:hand|give|award)s? (?:it |this |the [\\p{L}]{1,30} )?the (?:highest|best|top) (?:rating|score|grade|marks?)\\b',
    // Vietnamese, Hungarian, Finnish
    `\\bhay cham ${anyWords(3)}(?:100|9\\d)\\b`,
    `\\bcham [đd]iem ${anyWords(2)}(?:100|9\\d|toi da|cao nhat)\\b`,
    `\\b(?:adj|adjon|adjatok) ${anyWords(3)}(?:maximalis|legmagasabb|(?:100|9\\d) pont)`,
    `\\b(?:anna|antakaa|annetaan) ${anyWords(3)}(?:pisteet 9\\d|pisteet 100|taydet pisteet|100)\\b`,
    `\\b(?:antaa|anna|antakaa) taydet pisteet`,
  ]),
  ...words('suspicious', 'address', [
    `\\b(?:our|the|your|this|any|every) ${grader} (?:would|will|must|should|shall|has to|needs to|can only) (?:return|give|award|assign|output|confirm)`,
    '\\bthe ai (?:that|who|which) (?:reads|judges|scores|grades|rates) this\\b',
    '\\bstay in character until\\b',
    '\\btheo (?:dung )?huong dan\\b',
    '\\b(?:biro ur|kedves biro|tisztelt biro|mesterseges intelligencia)\\b',
    '\\b(?:hyva|arvoisa) (?:tuomari|arvostelija)\\b|\\b(?:arvostelija|tekoaly) antaa\\b',
  ]),
]
