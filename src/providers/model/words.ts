/** So that words of one clause are not combined with those of another. */
export const toClauses = (text: string): string[] => text.split(/[\n;。；]|\.\s/)

const refusing = new RegExp(
  [
    'unsupported|unknown|unrecognized|unrecognised|unexpected|invalid|illegal|deprecated|forbidden|incompatible|disabled',
    'not (?:supported|permitted|allowed|available|valid|accepted|enabled|implemented|recognized|compatible)',
    "(?:do|does|is|are|can|may|should|must)(?: not|n't) (?:support|allow|accept|be|take|enable)",
    'must (?:be|not)|should (?:be|not)|cannot|too (?:large|high|big|many)|at most|maximum|exceeds?|no longer|removed|extra inputs?|no endpoints|only|requires?|expected|may not',
  ].join('|'),
  'i',
)

/** Whether a clause refuses something instead of only naming it. */
export const hasRefusingWords = (clause: string): boolean => refusing.test(clause)

/** As a list of what was sent does: `name=…`, `"name": …`. */
export function isAssignment(clause: string, name: string): boolean {
  const at = clause.indexOf(name)
  return at !== -1 && /^["'`]?\s?[=:]/.test(clause.slice(at + name.length, at + name.length + 3))
}

/** One clause must match all patterns and not the excluded one. */
export const someClause = (texts: string[], all: RegExp[], not?: RegExp): boolean =>
  texts
    .flatMap(toClauses)
    .some((clause) => all.every((pattern) => pattern.test(clause)) && !(not?.test(clause) ?? false))
