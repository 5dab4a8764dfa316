import { dropInvisible } from './clean-1.0.0.ts'
import { foldAccents } from './scan-rules-1.0.0.ts'

/** One way of reading a text. */
export interface View {
  via:
    'plain' | 'lookalikes' | 'leetspeak' | 'spaced letters' | 'tag characters' | 'base64' | 'hex' | 'rot13' | 'reversed'
  text: string
}

const longest = 20_000

/** Every way in which a text may be meant: as it stands, respelled, and with what is encoded in it decoded. */
export function viewsOf(raw: string): View[] {
  const cut = raw.slice(0, longest)
  const { text } = dropInvisible(cut)
  const plain = fold(text)
  const hidden: View[] = [{ via: 'tag characters', text: tagText(cut) }, ...decodings(text, 2)]
  return distinct([
    ...respellings(text),
    ...hidden.flatMap(({ via, text }) => respellings(text).map((view) => ({ via, text: view.text }))),
    { via: 'rot13', text: rot13(plain) },
    { via: 'reversed', text: Array.from(plain).toReversed().join('') },
  ])
}

/** What long runs of base64 and hex hold, and what is encoded once more in that. */
function decodings(text: string, depth: number): View[] {
  if (depth === 0 || text === '') return []
  const found: View[] = [
    { via: 'base64', text: decodeRuns(text, /[A-Za-z0-9+/_-]{20,}={0,2}/g, fromBase64) },
    { via: 'hex', text: decodeRuns(text, /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:]?){12,}/gi, fromHex) },
  ]
  return found.flatMap(({ via, text }) => [
    { via, text },
    ...decodings(text, depth - 1).map((inner) => ({ via, text: inner.text })),
  ])
}

function respellings(text: string): View[] {
  const plain = fold(text)
  const latin = asLatin(plain)
  const joined = joinLetters(latin)
  return [
    { via: 'plain', text: plain },
    { via: 'lookalikes', text: latin },
    { via: 'spaced letters', text: joined },
    { via: 'leetspeak', text: unleet(joined, 'i') },
    { via: 'leetspeak', text: unleet(joined, 'l') },
  ]
}

/** The first of several views with the same text. */
const distinct = (views: View[]): View[] =>
  views.filter(({ text }, n) => n === views.findIndex((other) => other.text === text))

const fold = (text: string): string => foldAccents(text.toLowerCase())

/** Cyrillic, Armenian and Greek letters above the Latin ones that they look like. */
const twinRows = [
  ['аеорсухіѕјһԁӏԛԝԍոցսᴀɡ', 'aeopcyxisjhdlqwgnguag'],
  ['αεορτυνικβηγχω', 'aeoptuvikbnyxw'],
] as const

const twins = new Map(
  twinRows.flatMap(([from, to]) => Array.from(from, (letter, n): [string, string] => [letter, to[n] ?? letter])),
)

/** Letters of other alphabets that look Latin, where Latin letters stand beside them. */
const asLatin = (text: string): string =>
  text.replace(/[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]+/gu, (word) =>
    /\p{sc=Latin}/u.test(word) ? Array.from(word, (letter) => twins.get(letter) ?? letter).join('') : word,
  )

/** `i g n o r e` and `i.g.n.o.r.e` as one word: runs of six and more single characters. */
const joinLetters = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][\s._\-*·|/\\]{1,3}){5,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu, (run) =>
    run.replace(/[\s._\-*·|/\\]/g, ''),
  )

const leet: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '+': 't' }

/** Digits and signs as letters, in words that have letters too; `one` is what 1, ! and | stand for. */
const unleet = (text: string, one: 'i' | 'l'): string =>
  text.replace(/[\p{L}\d@$!|+]*\p{L}[\p{L}\d@$!|+]*/gu, (word) =>
    /[\d@$!|+]/.test(word.slice(0, -1)) || /\d$/.test(word)
      ? word.replace(/[\d@$!|+]/g, (sign) => leet[sign] ?? (/[1!|]/.test(sign) ? one : sign))
      : word,
  )

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97))

/** ASCII that is written in invisible tag characters. */
const tagText = (text: string): string =>
  [...text.matchAll(/[\u{E0020}-\u{E007E}]/gu)]
    .map(([tag]) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join('')

const decodeRuns = (text: string, pattern: RegExp, decode: (run: string) => Buffer): string =>
  [...text.matchAll(pattern)].map(([run]) => readable(decode(run))).join('\n')

const fromBase64 = (run: string): Buffer => Buffer.from(run, 'base64')
const fromHex = (run: string): Buffer => Buffer.from(run.replace(/0x|\\x|[\s,:]/gi, ''), 'hex')

/** The bytes as text; empty when they don't read like text. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const plain = text.match(/[\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0
  return text.includes('\uFFFD') || plain < text.length * 0.9 ? '' : text
}
