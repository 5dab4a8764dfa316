/** `line`: one line; `paragraph`: may hold line breaks. */
export type TextShape = 'line' | 'paragraph'

/**
 * Normalises text for storage (trimmed, NFC, line breaks as \n, tabs as spaces), or says why it is refused, in words that
 * follow the field's name.
 */
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
 * Composes characters (NFC). Use it for text whose length is not limited yet: sorting combining marks in a row takes time
 * that grows with the square of the row, half a second for 64 kB, so longer text with more than 64 of them stays as it is.
 */
export const compose = (text: string): string =>
  text.length > maxComposed && longRowOfMarks.test(text) ? text : text.normalize('NFC')

const longRowOfMarks = /(?<!\p{M})\p{M}{65}/u // the lookbehind keeps the search linear

/** Whether text has a visible character: not only white space, fillers, marks, selectors and format characters. */
export const isReadable = (text: string): boolean =>
  /[^\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\s\u2800]/u.test(text)

const controls = {
  // Unicode's own line and paragraph separators break a line as \n does.
  line: { pattern: /[\p{Cc}\u2028\u2029]/u, fault: 'must not contain control characters or line breaks' },
  paragraph: { pattern: /(?!\n)\p{Cc}/u, fault: 'must not contain control characters other than line breaks' },
}

// Embeddings and overrides reverse whole runs of text, so that a reader sees something else than what was signed. The marks
// U+200E, U+200F and U+061C only place punctuation, and ordinary Hebrew and Arabic text needs them.
const directionOverride = /[\u202a-\u202e]/u

/** Unicode's bidirectional algorithm ends all isolates here. */
const paragraphBreak = /[\n\u2029]/u

/** An isolate that doesn't end would also order the text that a page puts after it. */
function hasBalancedIsolates(line: string): boolean {
  let open = 0
  for (const [mark] of line.matchAll(/[\u2066-\u2069]/gu)) {
    open += mark === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

/** Control characters, which terminals obey, line breaks, and the characters that set the direction of text. */
export const steering = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/**
 * Text of strangers as it may reach a terminal or an operator: characters that move the cursor, change the colours, break the
 * line or reorder the text become spaces.
 */
export const toPrintable = (text: string): string => text.replaceAll(steering, ' ')

/** `1 second`, `2 seconds`: a number with its unit, for units whose plural ends in s. */
export const formatCount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
