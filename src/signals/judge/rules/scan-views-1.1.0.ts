import { dropInvisible } from './clean-1.0.0.ts'
import { foldAccents } from './scan-rule-1.1.0.ts'

/** One way of reading a text. */
export interface View {
  via:
    | 'plain'
    | 'lookalikes'
    | 'leetspeak'
    | 'spaced letters'
    | 'tag characters'
    | 'base64'
    | 'hex'
    | 'morse'
    | 'rot13'
    | 'reversed'
  text: string
}

/** Every way to read a text: as it stands, respelled, and with its encoded parts decoded. */
export function viewsOf(raw: string): View[] {
  const { text } = dropInvisible(raw)
  const plain = fold(text)
  const hidden: View[] = [
    { via: 'tag characters', text: tagText(raw) },
    { via: 'morse', text: morseText(text) },
    ...decodings(text, 2),
  ]
  return distinct([
    ...respellings(text),
    ...hidden.flatMap(({ via, text }) => respellings(text).map((view) => ({ via, text: view.text }))),
    { via: 'rot13', text: rot13(plain) },
    { via: 'reversed', text: Array.from(plain).toReversed().join('') },
  ])
}

/** Decodes long runs of base64 and hex, up to `depth` times. */
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
  if (text === '') return []
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
function distinct(views: View[]): View[] {
  const seen = new Set<string>()
  return views.filter(({ text }) => !seen.has(text) && seen.add(text))
}

const fold = (text: string): string => foldAccents(unstyled(text).toLowerCase())

/** Replaces letters in boxes and circles, letters of flags and small capitals by plain letters. */
const unstyled = (text: string): string =>
  text
    .replace(/[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code
      return String.fromCharCode(97 + code - first)
    })
    .replace(/[ᴀ-ᴢɢɪɴɪʀʏʙʜʟꜰꜱꞯ]/gu, (letter) => smallCapitals.get(letter) ?? letter)

const smallCapitals = new Map(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', (letter, n): [string, string] => [
    letter,
    'abcdefghijklmnopqrstuvwyz'[n] ?? letter,
  ]),
)

/** Cyrillic, Armenian and Greek letters above the Latin ones that they look like. */
const twinRows = [
  ['аеорсухіѕјһԁӏԛԝԍոցսɡ', 'aeopcyxisjhdlqwgngug'],
  ['αεορτυνικβηγχωσ', 'aeoptuvikbnyxwo'],
] as const

const twins = new Map(
  twinRows.flatMap(([from, to]) => Array.from(from, (letter, n): [string, string] => [letter, to[n] ?? letter])),
)

/** Replaces letters that look Latin, in words that have Latin letters too. */
const asLatin = (text: string): string =>
  text.replace(/[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]+/gu, (word) =>
    /\p{sc=Latin}/u.test(word) ? Array.from(word, (letter) => twins.get(letter) ?? letter).join('') : word,
  )

/** Joins `i g n o r e` and `i.g.n.o.r.e` to one word: runs of six and more single characters. */
const joinLetters = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][\s._\-*·|/\\]{1,3}){5,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu, (run) =>
    run.replace(/[\s._\-*·|/\\]/g, ''),
  )

const leet: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '+': 't' }

/** Replaces digits and signs by letters, in words that have letters too; 1, ! and | become `one`. */
const unleet = (text: string, one: 'i' | 'l'): string =>
  text.replace(/[\p{L}\d@$!|+]+/gu, (word) =>
    /\p{L}/u.test(word) && (/[\d@$!|+]/.test(word.slice(0, -1)) || /\d$/.test(word))
      ? word.replace(/[\d@$!|+]/g, (sign) => leet[sign] ?? (/[1!|]/.test(sign) ? one : sign))
      : word,
  )

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97))

/** The ASCII text in invisible tag characters. */
const tagText = (text: string): string =>
  [...text.matchAll(/[\u{E0020}-\u{E007E}]/gu)]
    .map(([tag]) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join('')

const morse = new Map(
  (
    'a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...- w.-- ' +
    'x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.'
  )
    .split(' ')
    .map((row): [string, string] => [row.slice(1), row.slice(0, 1)]),
)

/** Reads Morse code of at least ten letters. A slash or a line break separates words. */
function morseText(text: string): string {
  const codes = text
    .replace(/[·•∙]/g, '.')
    .replace(/[–—−_]/g, '-')
    .replace(/[/|\n]/g, ' / ')
    .split(/\s/)
  const letters = codes.map((code) => (code === '/' ? ' ' : (morse.get(code) ?? '')))
  return letters.filter((letter) => letter !== '' && letter !== ' ').length < 10 ? '' : letters.join('').trim()
}

const decodeRuns = (text: string, pattern: RegExp, decode: (run: string) => Buffer): string =>
  [...text.matchAll(pattern)].map(([run]) => readable(decode(run))).join('\n')

const fromBase64 = (run: string): Buffer => Buffer.from(run, 'base64')
const fromHex = (run: string): Buffer => Buffer.from(run.replace(/0x|\\x|[\s,:]/gi, ''), 'hex')

/** The bytes as text; empty if they aren't text. */
function readable(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const plain = text.match(/[\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0
  return text.includes('\uFFFD') || plain < text.length * 0.9 ? '' : text
}
