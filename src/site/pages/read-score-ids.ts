const maxScores = 4
const maxLength = 2000

/** The ids of the scores in a query: ids or links, by themselves or between commas. */
export function readScoreIds(texts: string[]): { ids: string[] } | { fault: string } {
  const text = texts.join()
  if (text.length > maxLength) return { fault: 'This list of scores is too long. Compare up to four.' }
  const parts = text.split(/[\s,]/).filter((part) => part !== '')
  const ids = parts.map((part) => idPattern.exec(part)?.[0].toLowerCase())
  if (!ids.every((id) => id !== undefined))
    return { fault: 'We couldn’t read one of these scores. Paste a score’s link or id.' }
  const unique = [...new Set(ids)]
  return unique.length > maxScores
    ? { fault: 'Compare up to four scores at a time. Remove one first.' }
    : { ids: unique }
}

const idPattern = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i
