import { smallCapitals } from './small-capitals-1.2.0.ts'

/** A name without what it hides: what the eye sees of it, and whether that differs from what the name says. */
export interface SeenText {
  text: string
  hasHidden: boolean
}

/**
 * Removes invisible characters that have no function where they stand, and replaces letters of Unicode's styled alphabets
 * (full-width, mathematical, circled, small capitals) by the ordinary ones.
 */
export function readSeen(given: string): SeenText {
  const points = Array.from(given)
  const isRightToLeft = rightToLeft.test(given)
  const kept = points.filter((point, at) => !isInvisible(point) || isExpected(points, at, isRightToLeft)).join('')
  const text = kept.replace(styled, toOrdinary)
  return { text: text.replace(/\s+/gu, ' ').trim(), hasHidden: text !== given || hasIrregularSpace(given) }
}

const isInvisible = (point: string) => invisible.test(point)
const invisible = /^[\p{DI}\p{NChar}\p{Co}\u2800\ufff9-\ufffb]$/u
const rightToLeft = /(?=\p{L})[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u

/** Whether an invisible character does at its place what Unicode has it for. */
function isExpected(points: string[], at: number, isRightToLeft: boolean): boolean {
  const [point = '', before = '', after = ''] = [points[at], points[at - 1], points[at + 1]]
  if (point === zeroWidthJoiner) return joinsEmoji(before, after) || joinsConsonants(before, after)
  if (point === zeroWidthNonJoiner) return virama.test(before) || separatesJoined(points, at)
  if (point === '\u200b') return withoutSpaces.test(before) && withoutSpaces.test(after)
  if (/^[\u200e\u200f\u061c\u2066-\u2069]$/u.test(point)) return isRightToLeft
  if (/^[\ufe0e\ufe0f]$/u.test(point))
    return pictograph.test(before) || (/^[0-9#*]$/u.test(before) && after === '\u20e3')
  if (/^[\ufe00-\ufe02]$/u.test(point)) return /^[\p{sc=Hani}\p{sc=Mymr}\p{sc=Phag}]$/u.test(before)
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(point)) return /^\p{sc=Hani}$/u.test(before)
  if (/^[\u180b-\u180f]$/u.test(point)) return /^\p{sc=Mong}$/u.test(before)
  return tag.test(point) && isInFlag(points, at)
}

const zeroWidthJoiner = '\u200d'
const zeroWidthNonJoiner = '\u200c'
const pictograph = /^\p{Extended_Pictographic}$/u

const joinsEmoji = (before: string, after: string): boolean =>
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) && pictograph.test(after)

/** After a virama (RFC 5892, A.2), and where Bengali, Oriya, Kannada and Malayalam write an r that keeps its form. */
const joinsConsonants = (before: string, after: string): boolean =>
  virama.test(before) || (/^[\u09b0\u09f0\u0b30\u0cb0\u0d30]$/u.test(before) && virama.test(after))

/** The marks that take a consonant's vowel: those of the canonical combining class 9. */
const virama =
  /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{11046}\u{110b9}\u{11133}\u{11134}]$/u

/** Between two letters that would join (RFC 5892, A.1): marks on them don't count. */
function separatesJoined(points: string[], at: number): boolean {
  const before = points.slice(0, at).findLast((point) => !isMark(point)) ?? ''
  const after = points.slice(at + 1).find((point) => !isMark(point)) ?? ''
  return joining.test(before) && joining.test(after) && !joinsOnlyBefore.test(before)
}

const isMark = (point: string) => /^\p{M}$/u.test(point)

/** Letters of cursive scripts, without the hamza, which joins to nothing. */
const joining =
  /^(?!\u0621)(?=\p{L})[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}]$/u

/** Arabic and Syriac letters that the next letter never joins: alef, dal, ra, waw and those of their shapes. */
const joinsOnlyBefore =
  /^[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9]$/u

/** Scripts that write words without spaces, and show where one ends by a space of no width. */
const withoutSpaces = /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$/u

const tag = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}\u{e007f}]$/u
const maxTags = 7

/** The flags of England, Scotland and others are a black flag and the letters of the region as tags, ended by one. */
function isInFlag(points: string[], at: number): boolean {
  const start = points.slice(0, at).findLastIndex((point) => !tag.test(point))
  const length = points.slice(start + 1).findIndex((point) => point === '\u{e007f}') + 1
  return points[start] === '\u{1f3f4}' && length > 3 && length <= maxTags && at <= start + length
}

/** Letters, digits and circled letters whose compatibility form is ASCII, except those that languages write. */
const styled = new RegExp(`(?![ªº™℠№℡℻ĲĳĿŀŉǄ-ǌǱ-ǳ])[^\\p{ASCII}]|[${[...smallCapitals.keys()].join('')}ɡ]`, 'gu')

function toOrdinary(character: string): string {
  if (character === 'ɡ') return 'g'
  const small = smallCapitals.get(character)
  if (small !== undefined) return small
  if (!/^[\p{L}\p{Nd}\p{Nl}\p{So}]$/u.test(character)) return character
  const form = character.normalize('NFKC')
  return /^\p{ASCII}+$/u.test(form) && /[A-Za-z0-9]/.test(form) ? form : character
}

/** The ideographic space is the ordinary one beside Chinese and Japanese letters. */
const hasIrregularSpace = (given: string): boolean =>
  /\s\s|[^\S ]/u.test(given.replace(/(?<=[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}ー])\u3000/gu, ' '))

/** The characters that a reader counts: emoji sequences, flags, and letters with what stands on them. */
export const listCharacters = (text: string): string[] => text.match(character) ?? []

const character =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*)*|.[\p{M}\p{DI}\u0e33\u0eb3]*/gsu

/** Accents and other marks that Unicode has for the letters of many scripts. */
export const generic = '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]'

/** Lines through, over and under a letter, and rings around it: no orthography writes them. A keycap is an emoji. */
const decoration = /\p{Me}|[\u20d0-\u20f0]|[\u0332-\u0338]|[\u035e-\u0362]|\u0305|\u033f/u

const piled = new RegExp(`${generic}{3}`, 'u')
const repeated = /(\p{Mn})\1/u
const stacked = /(?![\u0f8d-\u0fbc])\p{Mn}(?:(?![\u0f8d-\u0fbc])\p{Mn}){4}/u
const baseless = new RegExp(`(?:^|[^\\p{L}\\p{M}\\p{Cf}])${generic}`, 'u')
const marked = new RegExp(`^\\p{L}.*${generic}`, 'su')

/**
 * Whether marks make a name hard to read: lines through its letters, more marks on a letter than any language writes, marks
 * on something else than letters, or on most letters.
 */
export function hasIrregularMarks(text: string): boolean {
  const plain = text.replace(/[0-9#*]\ufe0f?\u20e3/gu, '')
  if ([decoration, piled, repeated, stacked, baseless].some((pattern) => pattern.test(plain))) return true
  const letters = listCharacters(plain).filter((one) => /^\p{L}/u.test(one))
  const count = letters.filter((one) => marked.test(one)).length
  return count >= 3 && 2 * count > letters.length
}

/** A letter of Chinese, Japanese or Korean writing says as much as two of an alphabet, and a vowel sign is a letter too. */
export function countLetters(characters: string[]): number {
  return characters.reduce((sum, one) => sum + (/^[\p{sc=Hani}\p{sc=Hang}]/u.test(one) ? 2 : countIn(one)), 0)
}

const countIn = (character: string): number =>
  /^\p{L}/u.test(character) ? (character.replace(ofNoLength, '').match(/[\p{L}\p{M}]/gu)?.length ?? 1) : 1

const ofNoLength = new RegExp(`${generic}|\\p{DI}`, 'gu')
