import { hasWords } from './clean-1.0.0.ts'

/** The version of how data is marked for the judge; changing it bumps the prompt version. */
export const spotlightRules = 'spotlight-rules@1.0.0'

/** Scripts that are written without spaces between words. */
const unspaced = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'

/** Data marked through and through, so that no part of it looks like the text around it: white space becomes `marker`. */
export function markData(text: string, marker: string): string {
  if (!hasWords(text)) return '(no words)'
  return text
    .replaceAll(marker, '^')
    .replace(/\s+/gu, marker)
    .replace(new RegExp(`(?:${unspaced}){6}(?=${unspaced})`, 'gu'), (run) => run + marker)
}

/** What `markData` was given, but for white space inside scripts that are written without. */
export const unmarkData = (text: string, marker: string): string =>
  text.replace(new RegExp(`(?<=${unspaced})${marker}(?=${unspaced})`, 'gu'), '').replaceAll(marker, ' ')

/** A user text with its {{places}} filled in; one pass, so that data can't open a place of its own. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
    const value = values[place]
    if (value === undefined) throw new Error(`nothing is given for {{${place}}}`)
    return value
  })
