import { foldLookalikes } from './lookalikes-1.0.0.ts'

/** The version of the rules that recognise judged content and limit what is kept; changing it bumps the prompt version. */
export const contentRules = 'content-rules@1.1.0'

/**
 * The texts by which stored samples are found again: folded, so that a trivial change of a text (case, punctuation, spacing,
 * a lookalike letter, an added picture sign) is no new content, and nobody gets another verdict by it. Digits, letters and
 * the order of words stay.
 */
export const contentTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, foldText(text)]))

function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
  const folded = withoutPictures(plain.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}]+/gu, foldSigns))
  return folded === '' ? text : folded.replace(lookalikes, foldLookalikes)
}

/** Removes signs, except those that give a number its meaning: 1.5 is not 15, and 5 % or $5 is not 5. */
function foldSigns(signs: string, at: number, whole: string): string {
  const [before, after] = [whole[at - 1], whole[at + signs.length]].map(isDigit)
  if (!before && !after) return ''
  const kept = signs.replace(/[^%\p{Sc}\p{Sm}]/gu, '')
  return kept === '' && before && after ? ' ' : kept
}

const isDigit = (character = ''): boolean => /\p{N}/u.test(character)

/** Removes emoji where words carry the text: at most one emoji to four letters or digits. */
function withoutPictures(text: string): string {
  const words = text.replace(/[\p{Extended_Pictographic}\p{RI}]/gu, '')
  const pictures = Array.from(text).length - Array.from(words).length
  return Array.from(words).length >= 4 * pictures ? words : text
}

/** Letters of the alphabets that have lookalikes of Latin ones, and digits. In others, marks make different letters. */
const lookalikes =
  /[\p{N}\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Coptic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Cherokee}\p{sc=Lisu}\p{sc=Canadian_Aboriginal}]+/gu

/** The most characters of each text in a verdict that are kept; of other texts `maxText`. */
const maxOf: Record<string, number> = { reason: 1_000, visible_text: 2_000, instruction_quote: 500, copycat_of: 200 }
const maxText = 500
const maxTexts = 10

/** Limits the texts of a verdict to the lengths that are stored. */
export const keptVerdict = (verdict: unknown): unknown =>
  typeof verdict === 'object' && verdict !== null
    ? Object.fromEntries(Object.entries(verdict).map(([name, value]) => [name, kept(value, maxOf[name] ?? maxText)]))
    : verdict

function kept(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return value.slice(0, maxTexts).map((one) => kept(one, maxText))
  return typeof value === 'string' ? value.slice(0, max).toWellFormed() : value
}
