import { type SourceMapMappings, decode, encode } from '@jridgewell/sourcemap-codec'

interface Mapped {
  code: string
  /** The mappings of the source map of `code`. */
  mappings: string
}

/**
 * Escapes the characters of a module that ASCII doesn't have. The text of loaded code stays in memory, and Node.js takes
 * two bytes for each of its characters as soon as one of them isn't ASCII.
 */
export function escapeNonAscii({ code, mappings }: Mapped): Mapped {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error('String.raw would show the escape of a character')
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code)) throw new Error('a backslash would escape the escape of a character')
  const places = code.split('\n').map((line) => Array.from(line.matchAll(nonAscii), ({ index }) => index))
  const lines = decode(mappings)
  for (const [line, segments] of lines.entries()) moveSegments(segments, places[line] ?? [])
  return { code: code.replaceAll(nonAscii, escape), mappings: encode(lines) }
}

/** Halves of a pair match one by one: the two escapes stand for the character. */
const nonAscii = /[^\0-\x7f]/g

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const addedCharacters = escape('é').length - 1

/** Moves the segments of a line by what the escapes before them add. */
function moveSegments(segments: SourceMapMappings[number], places: number[]): void {
  let before = 0
  for (const segment of segments) {
    while ((places[before] ?? Infinity) < segment[0]) before += 1
    segment[0] += addedCharacters * before
  }
}
