const maxScores = 4
const maxLength = 2000

interface ReadIds {
  /** At most four. */
  ids: string[]
  /** null: the list is complete. */
  fault: 'too-long' | 'unreadable' | 'too-many' | null
  /** The part that names no score. */
  rest: string
}

/** Ids or links, separated by commas. */
export function readScoreIds(texts: string[]): ReadIds {
  const text = texts.join()
  if (text.length > maxLength) return { ids: [], fault: 'too-long', rest: '' }
  const parts = text.split(/[\s,]/).filter((part) => part !== '')
  const ids = [...new Set(parts.flatMap((part) => findId(part) ?? []))]
  const shown = { ids: ids.slice(0, maxScores) }
  const unread = parts.filter((part) => findId(part) === undefined)
  if (unread.length > 0) return { ...shown, fault: 'unreadable', rest: unread.join(' ') }
  if (ids.length > maxScores) return { ...shown, fault: 'too-many', rest: ids.slice(maxScores).join(' ') }
  return { ...shown, fault: null, rest: '' }
}

const findId = (part: string): string | undefined => idPattern.exec(part)?.[0].toLowerCase()

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
