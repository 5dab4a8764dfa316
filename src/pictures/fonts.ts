import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** In the order in which they are asked for a character. */
export const families = [
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-emoji',
  'noto-sans-sc',
  'noto-sans-kr',
]

/** One file of a family: the characters of some ranges. */
export interface FontFile {
  family: string
  path: string
  ranges: [from: number, to: number][]
}

export interface Fonts {
  /** The files that hold the characters of a text. */
  filesFor: (text: string) => Set<FontFile>
  /** The text as far as it can be drawn: a run of characters that no font has becomes an ellipsis, marks on others go. */
  drawable: (text: string) => string
}

/** Knows which file has which character; reads none of them. */
export function openFonts(): Fonts {
  const files = families.flatMap(filesOf)
  const places = new Uint16Array(lastPoint + 1) // of each character: its file's place, from 1; 0: no file has it
  for (const [index, { family, ranges }] of files.entries())
    for (const [from, to] of ranges)
      for (
        let point = family === 'inter' ? from : Math.max(from, firstOfOthers);
        point <= Math.min(to, lastPoint);
        point++
      )
        places[point] ||= index + 1
  const fileOf = (character: string) => files[(places[character.codePointAt(0) ?? 0] ?? 0) - 1]
  const emoji = files.filter(({ family }) => family === 'noto-emoji')

  return {
    filesFor: (text) => {
      const needed = Array.from(text, fileOf).filter((file) => file !== undefined)
      return new Set(needed.some((file) => emoji.includes(file)) ? [...needed, ...emoji] : needed) // a sequence may be in any
    },
    drawable: (text) =>
      Array.from(text, (character) => (fileOf(character) ? character : isAddition(character) ? '' : gap))
        .join('')
        .replaceAll(gaps, '…'),
  }
}

// tags, which flags of regions are spelt with, are the last characters that any of the fonts knows
const lastPoint = 0xe007f

// Latin letters and marks are Inter's: the others claim marks that they have no shapes for
const firstOfOthers = 0x370

const gap = '\u0000'
const gaps = new RegExp(`${gap}[${gap} ]*${gap}|${gap}`, 'g')
const isAddition = (character: string) => /[\p{M}\p{Cf}]/u.test(character)

function filesOf(family: string): FontFile[] {
  const pathOf = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`))
  const subsets = JSON.parse(readFileSync(pathOf('unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(subsets)
    .filter(([subset]) => family === 'inter' || !ofInter.test(subset))
    .map(([subset, ranges]) => ({
      family,
      path: pathOf(`files/${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map(parseRange),
    }))
}

const ofInter = /latin|greek|cyrillic|vietnamese/

/** `U+23`, `U+30-39` */
function parseRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().slice(2).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}
