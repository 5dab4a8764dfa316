import { type ArrayChange, diffArrays } from 'diff'

export interface DiffLine {
  /** `cut` stands for omitted unchanged lines. */
  kind: 'same' | 'gone' | 'new' | 'cut'
  text: string
}

/** With `around` unchanged lines on each side. */
export function changedLines(before: string, after: string, around = 2): DiffLine[] {
  if (before === after) return []
  const lines = diffArrays(toLines(before), toLines(after)).flatMap(toDiffLines)
  const isNear = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isChange))
  return lines.flatMap((line, at): DiffLine[] => {
    if (isNear[at]) return [line]
    return at > 0 && !isNear[at - 1] ? [] : [{ kind: 'cut', text: '' }]
  })
}

const isChange = ({ kind }: DiffLine): boolean => kind === 'gone' || kind === 'new'

/** A line break at the end starts no further line. */
const toLines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const toDiffLines = (change: ArrayChange<string>): DiffLine[] =>
  change.value.map((text) => ({ kind: getKind(change), text }))

function getKind({ added, removed }: ArrayChange<string>): DiffLine['kind'] {
  if (added) return 'new'
  return removed ? 'gone' : 'same'
}
