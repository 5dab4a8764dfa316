export interface DiffLine {
  /** `cut`: lines that are the same were left out. */
  kind: 'same' | 'gone' | 'new' | 'cut'
  text: string
}

/** What became of a text, line by line, with so many lines around each change; empty when it is the same. */
export function changedLines(before: string, after: string, around = 2): DiffLine[] {
  if (before === after) return []
  const lines = compare(linesOf(before), linesOf(after))
  const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange))
  return lines.flatMap((line, at): DiffLine[] => {
    if (isNear[at]) return [line]
    return at > 0 && !isNear[at - 1] ? [] : [{ kind: 'cut', text: '' }]
  })
}

const isChange = ({ kind }: DiffLine): boolean => kind === 'gone' || kind === 'new'

/** No line for the end of the last one. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** By the longest run of lines that both have in the same order. */
function compare(before: string[], after: string[]): DiffLine[] {
  const common = commonLengths(before, after)
  const lines: DiffLine[] = []
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    const [old = '', fresh = ''] = [before[a], after[b]]
    if (a < before.length && b < after.length && old === fresh) {
      lines.push({ kind: 'same', text: old })
      a += 1
      b += 1
    } else if (b === after.length || (a < before.length && lengthAt(common, a + 1, b) >= lengthAt(common, a, b + 1))) {
      lines.push({ kind: 'gone', text: old })
      a += 1
    } else {
      lines.push({ kind: 'new', text: fresh })
      b += 1
    }
  }
  return lines
}

const lengthAt = (common: number[][], a: number, b: number): number => common[a]?.[b] ?? 0

/** How many lines the rests from each pair of places have in common. */
function commonLengths(before: string[], after: string[]): number[][] {
  const common = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0))
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = after.length - 1; b >= 0; b -= 1) {
      const row = common[a]
      if (!row) continue
      const isSame = before[a] === after[b]
      row[b] = isSame
        ? lengthAt(common, a + 1, b + 1) + 1
        : Math.max(lengthAt(common, a + 1, b), lengthAt(common, a, b + 1))
    }
  return common
}
