import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The order in which the fonts are searched for a character. */
export const families = [
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'twemoji',
  'noto-emoji',
  'noto-sans-sc',
  'noto-sans-kr',
]

/** null: covers whatever it has a glyph for. */
export interface FontFile {
  family: string
  path: string
  ranges: [from: number, to: number][] | null
}

export interface Fonts {
  /** The files that have the characters of a text. */
  filesFor: (text: string) => Set<FontFile>
  /** Replaces runs of unknown characters by an ellipsis, and drops combining marks on them. */
  drawable: (text: string) => string
}

/** Indexes the files' characters without reading the files. */
export function createFonts(): Fonts {
  const files = families.filter((family) => family !== 'twemoji').flatMap(listFiles)
  const places = new Uint16Array(lastPoint + 1) // per character: the number of its file, from 1; 0: none
  for (const [index, { family, ranges }] of files.entries())
    for (const [from, to] of ranges)
      for (
        let point = family === 'inter' ? from : Math.max(from, firstOfOthers);
        point <= Math.min(to, lastPoint);
        point++
      )
        places[point] ||= index + 1
  const findFile = (character: string) => files[(places[character.codePointAt(0) ?? 0] ?? 0) - 1]
  const outlines = files.filter(({ family }) => family === 'noto-emoji')
  const emoji = [colorEmoji(), ...outlines]
  const draw = (character: string) => {
    if (findFile(character)) return character
    return isAddition(character) ? '' : gap
  }

  return {
    filesFor: (text) => {
      const needed = Array.from(text, findFile).filter((file) => file !== undefined)
      return new Set(needed.some((file) => outlines.includes(file)) ? [...needed, ...emoji] : needed) // A sequence may be in any file.
    },
    drawable: (text) => Array.from(simplify(text), draw).join('').replaceAll(gaps, '…'),
  }
}

/** Newer emoji are drawn in outline by Noto Emoji, whose ranges hold for both. */
const colorEmoji = (): FontFile => ({
  family: 'twemoji',
  path: fileURLToPath(import.meta.resolve('twemoji-colr-font/twemoji.woff2')),
  ranges: null,
})

// Tag characters, which spell regional flags, are the last ones that any font has.
const lastPoint = 0xe007f

// Inter has the Latin letters and marks; other fonts claim marks that they lack.
const firstOfOthers = 0x370

/** The renderer supports one mark per letter, besides those that Unicode composes. */
const simplify = (text: string): string =>
  Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => simplifyLetter(segment)).join('')

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function simplifyLetter(grapheme: string): string {
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(grapheme)) return grapheme
  const [letter = '', ...marks] = grapheme
  const isComposed = letter.normalize('NFD') !== letter
  return letter + (isComposed ? '' : (marks.find((mark) => !/\p{Me}/u.test(mark)) ?? ''))
}

const gap = '\u0000'
const gaps = new RegExp(`${gap}[${gap} ]*${gap}|${gap}`, 'g')
const isAddition = (character: string) => /[\p{M}\p{Cf}]/u.test(character)

function listFiles(family: string): (FontFile & { ranges: [from: number, to: number][] })[] {
  const getPath = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`))
  const subsets = JSON.parse(readFileSync(getPath('unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(subsets)
    .filter(([subset]) => family === 'inter' || !ofInter.test(subset))
    .map(([subset, ranges]) => ({
      family,
      path: getPath(`files/${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map(parseRange),
    }))
}

const ofInter = /latin|greek|cyrillic|vietnamese/

/** `U+23`, `U+30-39` */
function parseRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}
