import { type Finding, finding } from './rule-score-1.0.0.ts'

/** What inconsistent capitals cost a name, given its words. Words without upper and lower case don't count. */
export function capitalsRule(words: string[]): Finding[] {
  const cased = words.map((word) => word.replace(/[^\p{Lu}\p{Ll}]/gu, '')).filter((letters) => letters !== '')
  const shapes = [...new Set(cased.map(shapeOf))].sort()
  const parts = [erraticPart(shapes), mixedPart(shapes), shoutedPart(shapes, cased)].filter((part) => part !== null)
  const points = parts.reduce((sum, part) => sum + part.points, 0)
  return finding('caps', points, parts.map(({ text }) => text).join(', '))
}

type Shape = 'lower' | 'UPPER' | 'Title' | 'camel' | 'erratic'
type Part = { points: number; text: string } | null

function shapeOf(letters: string): Shape {
  if (/^\p{Ll}+$/u.test(letters)) return 'lower'
  if (/^\p{Lu}\p{Ll}*$/u.test(letters)) return 'Title'
  if (/^\p{Lu}+$/u.test(letters)) return 'UPPER'
  const humps = letters.match(/\p{Lu}+/gu)?.length ?? 0
  return humps <= 2 ? 'camel' : 'erratic'
}

const erraticPart = (shapes: Shape[]): Part =>
  shapes.includes('erratic') ? { points: -15, text: 'capitals all over a word' } : null

function mixedPart(shapes: Shape[]): Part {
  if (shapes.length < 2 || freeMixes.has(shapes.join('+'))) return null
  const points = shapes.length === 2 ? -6 : -10
  return { points, text: `${shapes.length} different ways of capitals` }
}

// As sorted by code units: capitals first.
const freeMixes = new Set(['Title+UPPER', 'Title+camel', 'camel+lower'])

function shoutedPart(shapes: Shape[], cased: string[]): Part {
  const isUpper = shapes.join() === 'UPPER'
  const letters = Array.from(cased.join('')).length
  return isUpper && letters > 8 ? { points: -5, text: `${letters} letters, all capitals` } : null
}
