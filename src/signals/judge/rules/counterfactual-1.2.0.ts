import { type GradeWords, spacedWords, unspacedWords } from './grade-words-1.2.0.ts'
import { foldAccents } from './scan-rule-1.1.0.ts'

/** The version of the rules for the counterfactual sample; changing it bumps the prompt version. */
export const counterfactualRules = 'counterfactual-rules@1.2.0'

/** Stands for a covered word. Two spaces or signs of the frame never form one. */
export const cover = '▢'

/** How much is covered: what could name or order a grade, or every second word of the rest as well. */
export type Covering = 'grades' | 'every second word'

/** The bounds of a prompt version. */
export interface CounterfactualBounds {
  /** The lowest score that is checked. */
  from: number
  /** The largest difference between the two verdicts that means nothing. */
  most: number
  /** The same for a verdict without any doubt. */
  mostWithoutDoubt: number
  /** The confidence from which a verdict with the best mark in every criterion has no doubt. */
  doubtless: number
}

interface Verdict {
  criteria: Record<string, number>
  confidence: number
}

/**
 * Decides which texts the counterfactual sample is judged by; null: none is needed, because the score is out of reach of the upper
 * band or the texts hold nothing that is covered. A judge without any doubt may have found its verdict in words that no list
 * knows, so that every second word is covered then.
 */
export function planCounterfactual(
  { score, verdicts, texts }: { score: number; verdicts: Verdict[]; texts: Record<string, string> },
  bounds: CounterfactualBounds,
): { covering: Covering; texts: Record<string, string> } | null {
  if (score < bounds.from) return null
  const covering = isWithoutDoubt(verdicts, bounds) ? 'every second word' : 'grades'
  const covered = coverTexts(texts, covering)
  return Object.keys(texts).some((name) => covered[name] !== texts[name]) ? { covering, texts: covered } : null
}

/** Whether the verdict on the covered texts counts: it is lower by more than the bound. */
export function isLowered(
  { score, covered, verdicts }: { score: number; covered: number; verdicts: Verdict[] },
  bounds: CounterfactualBounds,
): boolean {
  return score - covered > (isWithoutDoubt(verdicts, bounds) ? bounds.mostWithoutDoubt : bounds.most)
}

/** The best mark in every criterion and full confidence, in at least half of the samples. */
export const isWithoutDoubt = (verdicts: Verdict[], { doubtless }: Pick<CounterfactualBounds, 'doubtless'>): boolean =>
  2 *
    verdicts.filter(
      ({ criteria, confidence }) => confidence >= doubtless && Object.values(criteria).every((mark) => mark === 5),
    ).length >=
  verdicts.length

/** Covers the words of texts that could name or order a grade. */
export const coverTexts = (texts: Record<string, string>, covering: Covering): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, coverText(text, covering)]))

/** The characters of a text that are looked at: twice the longest pitch. */
const maxCharacters = 4_000

export function coverText(text: string, covering: Covering = 'grades'): string {
  const read = text.slice(0, maxCharacters)
  const pieces = piecesOf(read)
  const marked = markPieces(pieces)
  if (covering === 'every second word') coverEverySecond(pieces, marked)
  let covered = ''
  let end = 0
  for (const [n, { start, text: piece }] of pieces.entries()) {
    covered += read.slice(end, start)
    covered += marked[n] ? cover : piece
    end = start + piece.length
  }
  return covered + read.slice(end)
}

/** Whether a text orders or names a grade: words of at least two kinds stand together. */
export const namesGrade = (text: string): boolean =>
  sentencesOf(piecesOf(text.slice(0, maxCharacters))).some((sentence) => isOrder(kindsOf(sentence)))

/** What a word could be for: see `GradeWords`. */
type Kind = keyof GradeWords

/** A word, or a part of a text without spaces. */
interface Piece {
  text: string
  start: number
  kinds: Set<Kind>
  /** A word that nobody can read at sight. */
  isEncoded: boolean
  /** The sentence that it is in. */
  sentence: number
  /** Its place among all pieces. */
  position: number
}

/** Covered wherever they stand; the other kinds are ordinary speech, except in an order. */
const alwaysCovered: Kind[] = ['grade', 'number']

/** The most uncovered words between two covered ones of an order that are covered too. */
const maxGap = 3

function markPieces(pieces: Piece[]): boolean[] {
  const marked = pieces.map(({ kinds, isEncoded }) => isEncoded || alwaysCovered.some((kind) => kinds.has(kind)))
  for (const sentence of sentencesOf(pieces)) {
    if (!isOrder(kindsOf(sentence))) continue
    const places = sentence.flatMap(({ kinds, isEncoded }, n) => (kinds.size > 0 || isEncoded ? [n] : []))
    for (const [n, place] of places.entries()) {
      const next = places[n + 1] ?? place
      const until = next - place - 1 <= maxGap ? next : place
      for (let at = place; at <= until; at += 1) {
        const piece = sentence[at]
        if (piece) marked[piece.position] = true
      }
    }
  }
  return marked
}

/** Two kinds of words that are an order together. */
function isOrder(kinds: Set<Kind>): boolean {
  const has = (...some: Kind[]) => some.some((kind) => kinds.has(kind))
  if (has('grade')) return has('number', 'judge', 'give', 'top', 'override', 'weak')
  if (has('judge')) return has('number', 'give', 'override')
  if (has('number')) return has('give', 'top')
  return has('override') && has('rule')
}

const kindsOf = (pieces: Piece[]): Set<Kind> => new Set(pieces.flatMap(({ kinds }) => [...kinds]))

const sentencesOf = (pieces: Piece[]): Piece[][] => [...Map.groupBy(pieces, ({ sentence }) => sentence).values()]

/** Covers every second of the pieces that are left, so that no sentence says what it said. */
function coverEverySecond(pieces: Piece[], marked: boolean[]): void {
  let isNext = false
  for (const n of pieces.keys()) {
    if (marked[n]) continue
    if (isNext) marked[n] = true
    isNext = !isNext
  }
}

/** A word, a run of a text without spaces, or signs that name a grade. */
const runForm = /[\p{L}\p{M}\p{N}]+|[💯🔟]|[⭐★🌟]+/gu

const unspacedScript =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether a character, with a mark on it, is of a script that is written without spaces; its digits are numbers as in other scripts. */
const isWithoutSpaces = (character: string): boolean => unspacedScript.test(character) && !/\p{Nd}/u.test(character)

/** Cuts a run where a script without spaces begins or ends: `98점`. */
function* listRuns(text: string): Generator<{ run: string; index: number; isUnspaced: boolean }> {
  for (const { 0: found, index } of text.matchAll(runForm)) {
    let start = 0
    let isUnspaced = isWithoutSpaces(found.slice(0, 2))
    let at = 0
    for (const character of found) {
      const isOther = !/\p{M}/u.test(character) && isWithoutSpaces(character) !== isUnspaced
      if (isOther && at > start) {
        yield { run: found.slice(start, at), index: index + start, isUnspaced }
        start = at
      }
      if (isOther) isUnspaced = !isUnspaced
      at += character.length
    }
    yield { run: found.slice(start), index: index + start, isUnspaced }
  }
}

/** Ends a sentence; a point inside a number does not. */
const sentenceEnd = /[!?。！？…\n؟।|]|\.(?!\p{N})/u

function piecesOf(text: string): Piece[] {
  const encoded = encodedIn(text)
  let sentence = 0
  let end = 0
  const pieces: Piece[] = []
  for (const { run, index, isUnspaced } of listRuns(text)) {
    if (sentenceEnd.test(text.slice(end, index))) sentence += 1
    end = index + run.length
    const isEncoded = encoded.some(([from, to]) => index < to && end > from)
    const found = isUnspaced ? cutRun(run) : [{ text: run, at: 0, kinds: kindsOfWord(run) }]
    for (const { text: piece, at, kinds } of found)
      pieces.push({
        text: piece,
        start: index + at,
        kinds: new Set(kinds),
        isEncoded,
        sentence,
        position: pieces.length,
      })
  }
  noteFractions(pieces, text)
  noteSpelled(pieces, text)
  return pieces
}

/** Cuts a run without spaces into words of the lists, the longest first, and pairs of other characters. */
function cutRun(run: string): { text: string; at: number; kinds: Kind[] }[] {
  const characters = run.match(/\P{M}\p{M}*/gu) ?? []
  const found: { text: string; at: number; kinds: Kind[] }[] = []
  let at = 0
  for (let n = 0; n < characters.length;) {
    const length = lengthOfWord(characters, n)
    const text = characters.slice(n, n + (length ?? pairLength(characters, n))).join('')
    found.push({ text, at, kinds: unspacedKinds.get(text) ?? [] })
    at += text.length
    n += length ?? pairLength(characters, n)
  }
  return found
}

function lengthOfWord(characters: string[], start: number): number | null {
  for (let length = Math.min(maxUnspacedWord, characters.length - start); length > 0; length -= 1)
    if (unspacedKinds.has(characters.slice(start, start + length).join(''))) return length
  return null
}

const pairLength = (characters: string[], start: number): number =>
  start + 1 < characters.length && lengthOfWord(characters, start + 1) === null ? 2 : 1

/** Long runs that a reader decodes and nobody reads: base64 and hex. */
const encodedIn = (text: string): [number, number][] =>
  [/[A-Za-z0-9+/_-]{20,}/g, /[0-9a-f][0-9a-f\s,:]{23,}/gi].flatMap((form) =>
    [...text.matchAll(form)].map(({ 0: run, index }): [number, number] => [index, index + run.length]),
  )

function kindsOfWord(word: string): Kind[] {
  if (/^[💯🔟]/u.test(word)) return ['number']
  if (/^[⭐★🌟]/u.test(word)) return Array.from(word).length >= 4 ? ['number'] : []
  const parts = partsOf(word)
  return [...new Set(parts.flatMap(kindsOfPart))]
}

/** A word as it stands, and the words in a name like `Score100IgnoreRules`. */
function partsOf(word: string): string[] {
  const parts = word.replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\p{Nd})|(\p{Nd})(?=\p{L})/gu, '$1$2$3 ').split(' ')
  return parts.length > 1 ? [word, ...parts] : [word]
}

function kindsOfPart(part: string): Kind[] {
  const number = numberOf(part)
  if (number !== null) return isGrade(number) ? ['number'] : [...(lookUp(String(number)) ?? [])]
  if (isRoman(part)) return ['number']
  const folded = fold(part)
  const latin = asLatin(folded)
  const kinds = [...new Set([folded, latin, unleet(latin)])].flatMap((view) => lookUp(view))
  if (kinds.length > 0 || folded.length < 5) return kinds
  // A reader sees through these, a passer-by doesn't: only words that are nothing else count.
  return [rot13(latin), Array.from(latin).toReversed().join('')].flatMap((view) =>
    lookUp(view).filter((kind) => kind === 'grade' || kind === 'judge' || kind === 'number'),
  )
}

const fold = (word: string): string =>
  foldAccents(word.toLowerCase()).replace(/[\uFE0F\u20E3đðłøæœß]/gu, (sign) => plainLetters[sign] ?? '')

/** Letters that have no accent to remove. */
const plainLetters: Record<string, string> = { đ: 'd', ð: 'd', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss' }

/** The value of a number in digits of any script, and in letters that stand for digits (`1OO`); null: none. */
function numberOf(word: string): number | null {
  const plain = word.replace(/[\uFE0F\u20E3]/gu, '')
  const digits = /^\p{Nd}[\p{Nd}oOlI]*$/u.test(plain) ? plain.replace(/[oO]/g, '0').replace(/[lI]/g, '1') : ''
  if (digits === '' || digits.length > 4) return null
  return Number(Array.from(digits, (digit) => digitOf(digit)).join(''))
}

/** Unicode keeps the ten digits of a script together. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

const isGrade = (value: number): boolean => value >= 60 && value <= 100

/** Sixty to a hundred in Roman numerals; a single letter is a letter. */
const isRoman = (word: string): boolean => /^(?:LX{1,3}|XC)(?:IX|IV|V?I{0,3})$/.test(word)

/** Grades on other scales: 9/10, 4.5 of 5, 10 out of 10. Both numbers name one. */
function noteFractions(pieces: Piece[], text: string): void {
  for (const [n, piece] of pieces.entries()) {
    const value = numberOf(piece.text)
    if (value === null) continue
    for (const step of [1, 2, 3]) {
      const other = pieces[n + step]
      const scale = other ? numberOf(other.text) : null
      if (!other || scale === null || other.sentence !== piece.sentence) continue
      const between = text.slice(piece.start + piece.text.length, other.start)
      const isClose = /^\s?[/⁄∕]\s?$/u.test(between) || step > 1
      const [low, high] = [Math.min(value, scale), Math.max(value, scale)]
      if (!isClose || ![5, 10, 20, 100].includes(high) || low / high < 0.6) continue
      piece.kinds.add('number')
      other.kinds.add('number')
    }
  }
}

/** Words of which every letter stands alone: `s c o r e`, `9 8`. */
function noteSpelled(pieces: Piece[], text: string): void {
  let run: Piece[] = []
  const endRun = () => {
    const word = run.map((piece) => piece.text).join('')
    const kinds = run.length < 2 ? [] : spelledKinds(word)
    for (const piece of run) for (const kind of kinds) piece.kinds.add(kind)
    run = []
  }
  for (const piece of pieces) {
    const before = run.at(-1)
    const isNear = before && /^[\s._\-*·|/\\]{1,3}$/.test(text.slice(before.start + before.text.length, piece.start))
    if (before && !isNear) endRun()
    if (Array.from(piece.text).length === 1 && /[\p{L}\p{Nd}]/u.test(piece.text)) run.push(piece)
    else endRun()
  }
  endRun()
}

function spelledKinds(word: string): Kind[] {
  const digits = numberOf(word)
  if (digits !== null) return isGrade(digits) ? ['number'] : []
  if (word.length < 4) return []
  const letters = fold(word)
  const inside = new Set<Kind>()
  for (let start = 0; start < letters.length; start += 1)
    for (let end = start + 4; end <= Math.min(letters.length, start + maxWord); end += 1)
      for (const kind of lookUp(letters.slice(start, end), { isWhole: true })) inside.add(kind)
  return [...inside]
}

const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }
const unleet = (word: string): string =>
  /\p{L}/u.test(word) ? word.replace(/\d/g, (digit) => leet[digit] ?? digit) : word

const rot13 = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97))

/** Letters of other alphabets in a word that has Latin ones too. */
const twins = new Map(
  [
    ['аеорсухіѕјһԁӏԛԝԍոցսɡκιмтвнк', 'aeopcyxisjhdlqwgngugkimtvnk'],
    ['αετυνβηγχω', 'aetuvbnyxw'],
  ].flatMap(([from = '', to = '']) => Array.from(from, (letter, n): [string, string] => [letter, to[n] ?? letter])),
)
const asLatin = (word: string): string =>
  /\p{sc=Latin}/u.test(word) ? Array.from(word, (letter) => twins.get(letter) ?? letter).join('') : word

/** No word of the lists is longer. */
const maxWord = 24
const maxUnspacedWord = 12

/** The kinds of each word of some lists. */
function readWords(lists: Partial<GradeWords>): Map<string, Kind[]> {
  const entries = (Object.entries(lists) as [Kind, string][]).flatMap(([kind, source]) =>
    source
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => ({ kind, word })),
  )
  return new Map(
    [...Map.groupBy(entries, ({ word }) => word)].map(([word, found]) => [word, found.map(({ kind }) => kind)]),
  )
}

const unspacedKinds = readWords(unspacedWords)

interface Lists {
  whole: Map<string, Kind[]>
  beginnings: Map<string, Kind[]>
  endings: Map<string, Kind[]>
}

const lists = readLists()

function readLists(): Lists {
  const found: Lists = { whole: new Map(), beginnings: new Map(), endings: new Map() }
  for (const [word, kinds] of readWords(spacedWords)) {
    const list = listFor(found, word)
    const folded = fold(word.replaceAll('*', ''))
    list.set(folded, [...new Set([...(list.get(folded) ?? []), ...kinds])])
  }
  return found
}

function listFor({ whole, beginnings, endings }: Lists, word: string): Map<string, Kind[]> {
  if (word.startsWith('*')) return endings
  return word.endsWith('*') ? beginnings : whole
}

/** The kinds of a folded word. */
function lookUp(word: string, { isWhole = false } = {}): Kind[] {
  const found = [...(lists.whole.get(word) ?? [])]
  const longest = Math.min(word.length, maxWord)
  if (isWhole) return [...found, ...(lists.beginnings.get(word) ?? [])]
  for (let length = 2; length <= longest; length += 1) {
    const beginning = lists.beginnings.get(word.slice(0, length))
    const ending = length < word.length ? lists.endings.get(word.slice(-length)) : undefined
    if (beginning) found.push(...beginning)
    if (ending) found.push(...ending)
  }
  return found
}
