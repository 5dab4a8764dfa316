/** `line`: one line; `paragraph`: may hold line breaks. */
export type TextShape = 'line' | 'paragraph'

/** Trims, composes (NFC), and normalises line breaks and tabs; the fault follows the field's name. */
export function normaliseText(value: string, shape: TextShape): { text: string } | { fault: string } {
  if (!value.isWellFormed()) return { fault: 'must be well-formed Unicode without lone surrogates' }
  const spaced = value.replaceAll('\t', ' ')
  const text = (shape === 'paragraph' ? spaced.replaceAll('\r\n', '\n') : spaced).trim().normalize('NFC')
  const { pattern, fault } = controls[shape]
  if (pattern.test(text)) return { fault }
  if (directionOverride.test(text)) return { fault: 'must not contain characters that override the text direction' }
  if (!text.split(paragraphBreak).every(hasBalancedIsolates))
    return { fault: 'must end each direction isolate in the line where it starts' }
  return { text }
}

/** No field takes more characters. */
const maxComposed = 5000

/**
 * NFC for text of unlimited length: sorting a row of marks takes quadratic time, so longer text with more than 64 in a
 * row stays as it is.
 */
export const compose = (text: string): string =>
  text.length > maxComposed && longRowOfMarks.test(text) ? text : text.normalize('NFC')

const longRowOfMarks = /(?<!\p{M})\p{M}{65}/u // the lookbehind keeps the search linear

/** Not only white space, fillers, marks, selectors and format characters. */
export const isReadable = (text: string): boolean =>
  /[^\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\s\u2800]/u.test(text)

const controls = {
  // Unicode's line and paragraph separators break a line too.
  line: { pattern: /[\p{Cc}\u2028\u2029]/u, fault: 'must not contain control characters or line breaks' },
  paragraph: { pattern: /(?!\n)\p{Cc}/u, fault: 'must not contain control characters other than line breaks' },
}

// Overrides reverse runs of text, so that a reader sees something else than what was signed. Ordinary Hebrew and Arabic
// need the marks U+200E, U+200F and U+061C.
const directionOverride = /[\u202a-\u202e]/u

/** Unicode's bidirectional algorithm ends all isolates here. */
const paragraphBreak = /[\n\u2029]/u

/** An open isolate would reorder the text that follows on the page. */
function hasBalancedIsolates(line: string): boolean {
  let open = 0
  for (const [mark] of line.matchAll(/[\u2066-\u2069]/gu)) {
    open += mark === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

/** Control characters, line breaks and direction characters. */
export const steering = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** Makes untrusted text safe for a terminal: replaces characters that control it or reorder text. */
export const toPrintable = (text: string): string => text.replaceAll(steering, ' ')

/** For units whose plural ends in s. */
export const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Everything that shows a ticker adds one dollar sign. */
export const dropDollarSigns = (symbol: string): string => symbol.trim().replace(/^[$﹩＄]+/u, '')

export const isHttpUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
