import { domainToUnicode } from 'node:url'
import { rectifyConfusion } from 'unicode-confusables'

/** Null if it is the same, or if a reader could confuse it with another URL (D71). */
export function toUnicodeUrl(ascii: string): string | null {
  const url = URL.parse(ascii)
  if (!url) return null
  const host = domainToUnicode(url.hostname)
  const rest = ascii.slice(ascii.toLowerCase().indexOf(url.hostname) + url.hostname.length)
  const unicode = `https://${host}${decodeLetters(rest)}`
  if (unicode.toLowerCase() === ascii.toLowerCase()) return null
  const words = [...host.split('.'), ...(decodeLetters(rest).match(/[\p{L}\p{M}]+/gu) ?? [])]
  return words.some(isConfusable) ? null : unicode
}

/** Other characters stay encoded. */
const decodeLetters = (text: string): string =>
  text.replace(/(?:%[C-F][0-9A-F](?:%[89AB][0-9A-F]){1,3})+/gi, (encoded) => {
    try {
      const letters = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(letters) && letters === letters.normalize('NFC') ? letters : encoded
    } catch {
      return encoded // not UTF-8
    }
  })

/** A word of several scripts, of look-alikes only, or with a Latin letter that looks like another. */
function isConfusable(word: string): boolean {
  const letters = Array.from(word).filter((letter) => /\p{L}/u.test(letter))
  const others = letters.filter((letter) => !isLatin(letter))
  if (letters.some((letter) => isLatin(letter) && isLookalike(letter) && !isAccented(letter))) return true
  if (others.length === 0) return false
  if (others.every(isCjk)) return false
  return others.length < letters.length || !hasOneScript(others) || others.every(isLookalike)
}

const isLatin = (letter: string): boolean => /\p{Script=Latin}/u.test(letter)

/** Han, kana and Hangul occur with Latin letters and look like none of them. */
const isCjk = (letter: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc]/u.test(letter)

const isLookalike = (letter: string): boolean => !/[a-z]/i.test(letter) && /^[a-z]+$/i.test(rectifyConfusion(letter))

/** A letter of ASCII with an accent. */
const isAccented = (letter: string): boolean => /^[a-z]\p{M}+$/iu.test(letter.normalize('NFD'))

const hasOneScript = (letters: string[]): boolean =>
  scripts.some((script) => letters.every((letter) => script.test(letter)))

const scripts = [
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
