/** `line`: one line; `paragraph`: may hold line breaks. */
export type TextShape = 'line' | 'paragraph'

/** Text as it is stored (trimmed, NFC, line breaks as \n), or why it is refused: words that follow the field's name. */
export function normaliseText(value: string, shape: TextShape): { text: string } | { fault: string } {
  if (!value.isWellFormed()) return { fault: 'must be well-formed Unicode without lone surrogates' }
  const text = (shape === 'paragraph' ? value.replaceAll('\r\n', '\n') : value).trim().normalize('NFC')
  const { pattern, fault } = controls[shape]
  if (pattern.test(text)) return { fault }
  if (directionOverride.test(text)) return { fault: 'must not hold characters that override the direction of text' }
  return { text }
}

/** False for text that shows nothing by itself: white space, fillers, marks, selectors and format characters alone. */
export const isReadable = (text: string): boolean =>
  /[^\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\s\u2800]/u.test(text)

const controls = {
  // Unicode's own line and paragraph separators break a line as much as \n does.
  line: { pattern: /[\p{Cc}\u2028\u2029]/u, fault: 'must not hold control characters or line breaks' },
  paragraph: { pattern: /(?!\n)\p{Cc}/u, fault: 'must not hold control characters other than line breaks' },
}

// Embeddings, overrides and isolates turn whole runs around, so that what is read is not what was signed.
// The marks U+200E, U+200F and U+061C only place punctuation beside them, and honest Hebrew and Arabic needs them.
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/u
