/** Encodes `{{base64:words}}` and the like, so that the files stay readable. */
export const fillHidden = (text: string): string =>
  text.replace(/\{\{([a-z0-9-]+):([^{}]*)\}\}/g, (whole, way: string, words: string) =>
    Object.hasOwn(ways, way) ? (ways[way]?.(words) ?? whole) : whole,
  )

const changeLetters = (text: string, change: (letter: string) => string): string => Array.from(text, change).join('')

const toCodePoint = (letter: string): number => letter.codePointAt(0) ?? 0

const ways: Record<string, (words: string) => string> = {
  'zero-width': (words) => Array.from(words).join('\u200b'),
  'word-joiner': (words) => Array.from(words).join('\u2060'),
  'soft-hyphen': (words) => Array.from(words).join('\u00ad'),
  tags: (words) => changeLetters(words, (letter) => String.fromCodePoint(0xe0000 + (toCodePoint(letter) & 0x7f))),
  override: (words) => `\u202e${words}\u202c`,
  base64: (words) => Buffer.from(words).toString('base64'),
  base64url: (words) => Buffer.from(words).toString('base64url'),
  'base64-twice': (words) => Buffer.from(Buffer.from(words).toString('base64')).toString('base64'),
  hex: (words) => Buffer.from(words).toString('hex'),
  'hex-spaced': (words) =>
    Buffer.from(words)
      .toString('hex')
      .replace(/..(?!$)/g, '$& '),
  rot13: (words) => words.replace(/[a-z]/gi, (letter) => rotate(letter)),
  reversed: (words) => Array.from(words).toReversed().join(''),
  leet: (words) => words.replace(/[aeiost]/gi, (letter) => leet[letter.toLowerCase()] ?? letter),
  spaced: (words) =>
    words
      .split(' ')
      .map((word) => Array.from(word).join(' '))
      .join('  '),
  dotted: (words) =>
    words
      .split(' ')
      .map((word) => Array.from(word).join('.'))
      .join(' '),
  fullwidth: (words) => words.replace(/[!-~]/g, (letter) => String.fromCodePoint(toCodePoint(letter) + 0xfee0)),
  bold: (words) =>
    words
      .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + toCodePoint(letter) - 97))
      .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + toCodePoint(letter) - 65)),
  cyrillic: (words) => words.replace(/[aceopxyi]/g, (letter) => cyrillic[letter] ?? letter),
  times: (words) => repeat(words),
}

const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }
const cyrillic: Record<string, string> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', i: 'і' }

function rotate(letter: string): string {
  const start = letter < 'a' ? 65 : 97
  return String.fromCodePoint(start + ((toCodePoint(letter) - start + 13) % 26))
}

/** `50,.` becomes fifty full stops. */
function repeat(words: string): string {
  const [, count = '0', part = ''] = /^(\d{1,5}),([^]*)$/.exec(words) ?? []
  return part.repeat(Number(count))
}
