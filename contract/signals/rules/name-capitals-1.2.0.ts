import { type Fact, finding } from './fact-1.2.0.ts'

/** What inconsistent capitals cost a name, given its words. Words without upper and lower case don't count. */
export function capitalsRule(words: string[]): Fact[] {
  const cased = words.map((word) => word.replace(/[^\p{Lu}\p{Ll}]/gu, '')).filter((letters) => letters !== '')
  const shapes = [...new Set(cased.map(shapeOf))].sort()
  const isErratic = shapes.includes('erratic')
  return [...finding('caps_erratic', isErratic ? -15 : 0), ...mixedRule(shapes), ...shoutedRule(shapes, cased)]
}

type Shape = 'lower' | 'UPPER' | 'Title' | 'camel' | 'erratic'

function shapeOf(letters: string): Shape {
  if (/^\p{Ll}+$/u.test(letters)) return 'lower'
  if (/^\p{Lu}\p{Ll}*$/u.test(letters)) return 'Title'
  if (/^\p{Lu}+$/u.test(letters)) return 'UPPER'
  const humps = letters.match(/\p{Lu}+/gu)?.length ?? 0
  return humps <= 2 ? 'camel' : 'erratic'
}

function mixedRule(shapes: Shape[]): Fact[] {
  const isFree = shapes.length < 2 || freeMixes.has(shapes.join('+'))
  const points = shapes.length === 2 ? -6 : -10
  return finding('caps_mixed', isFree ? 0 : points, { ways: shapes.length })
}

// As sorted by code units: capitals first.
const freeMixes = new Set(['Title+UPPER', 'Title+camel', 'camel+lower'])

function shoutedRule(shapes: Shape[], cased: string[]): Fact[] {
  const isUpper = shapes.join() === 'UPPER'
  const letters = Array.from(cased.join('')).length
  return finding('caps_all', isUpper && letters > 8 ? -5 : 0, { letters })
}
