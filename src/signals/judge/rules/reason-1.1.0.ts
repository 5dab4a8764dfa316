/** The version of what a public reason may hold; changing it bumps the prompt version. */
export const reasonRules = 'reason-rules@1.1.0'

const longest = 240

/** The characters that are read: more than four times as many as can be shown. */
const maxRead = 1_000

/** Each pass removes one layer. A text with more layers is built to hide something. */
const maxPasses = 10

const noReason = 'The judge gave no reason that can be shown.'

/** Makes the model's reason fit for the public: plain, without links, handles, addresses or formatting, at most 240 characters. */
export function publicReason(text: string): string {
  const plain = strip(text.slice(0, maxRead).toWellFormed().normalize('NFC').slice(0, maxRead))
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(plain) ? shorten(plain) : noReason
}

/** Repeats the removals until nothing changes, because a removal can join its surroundings to a link. Empty after `maxPasses`. */
function strip(text: string): string {
  let plain = text
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = plain
    plain = removals.reduce((left, [pattern, instead]) => left.replace(pattern, instead), before)
    if (plain === before) return plain
  }
  return ''
}

const domains =
  'com|net|org|io|xyz|app|fi|finance|gg|me|co|ru|cn|tk|top|site|online|link|click|info|biz|dev|ai|eth|sol|pro|live|club|fun|lol|wtf|vip|cash|money|exchange|market|network|world|zone|ly|to|cc|tv|us|uk|eu|de|in|su|ws|shop|store|space|website|wallet|claims?'

/** A character of a host name, in any script. */
const letter = '[\\p{L}\\p{M}\\p{N}-]'

/** The dot of a host name as browsers read it, and as people write it where links are forbidden. */
const dot = '(?:[.。．｡]|\\s?[\\[({]\\s?\\.\\s?[\\])}]\\s?|\\s\\[?dot\\]?\\s)'

const removals: [RegExp, string][] = [
  // invisible characters, except the joiners inside an emoji
  [
    /(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic}))[\p{Cf}\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu,
    '',
  ],
  // [words](address), ![picture](address), <address>, <tag>
  [/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1'],
  [/<[^<>]{1,300}>/g, ' '],
  [/(?:[a-z][a-z0-9+.-]{0,12}:\/\/|\b(?:hxxps?|javascript|data|mailto|tel):(?=\S)|www\.)[^\s)\]}>"']*/gi, ' '],
  [new RegExp(`[\\p{L}\\p{N}_.+-]{1,64}@${letter}{1,64}(?:\\.${letter}{1,64})+`, 'gu'), ' '],
  // hosts: under the usual domains, under encoded ones, and under any that are not written in ASCII
  [
    new RegExp(
      `(?<!${letter})${letter}{1,63}(?:[.。．｡]${letter}{1,63}){0,6}` +
        `(?:${dot}(?:${domains}|xn--[a-z0-9-]{1,59})\\b|[.．](?!\\p{ASCII})[\\p{L}\\p{M}]{2,63})(?:[/:?#][^\\s]*)?`,
      'giu',
    ),
    ' ',
  ],
  [/(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{1,64}/gu, ' '],
  // addresses of wallets and contracts
  [/0x[0-9a-f]{8,}|\b(?=[a-z]*\d)(?=[a-z\d]*[A-Z])[1-9A-HJ-NP-Za-km-z]{32,88}\b/g, ' '],
  // formatting
  [/`+|\*+|~{2,}|(?<=^|\s)(?:#{1,6}|>+|[-+•])(?=\s)|[|\\<>{}[\]]/g, ' '],
  [/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' '],
  [/\s+/gu, ' '],
]

/** Cuts at the end of a word. Characters as people see them stay whole. */
function shorten(text: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  if (text.length <= longest && characters.length <= longest) return text
  let kept = ''
  for (const character of characters) {
    if (kept.length + character.length > longest - 1) break
    kept += character
  }
  const words = kept.slice(0, Math.max(0, kept.lastIndexOf(' ')))
  return `${(words.length > longest / 2 ? words : kept).trimEnd()}…`
}
