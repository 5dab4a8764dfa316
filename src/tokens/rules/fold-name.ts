/** A name as it is compared between a submission and a token: NFKC, lower case, letters and digits only. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

interface Named {
  name: string | null
  symbol: string | null
}

/**
 * Whether a token has the name and the symbol of a submission. Empty ones match nothing. `namePrefix` is what the launchpad puts
 * before the names that creators give.
 */
export const isSameName = (submission: Named, token: Named, namePrefix = ''): boolean =>
  isSame(submission.symbol, token.symbol) &&
  (isSame(submission.name, token.name) ||
    (token.name?.startsWith(namePrefix) === true && isSame(submission.name, token.name.slice(namePrefix.length))))

function isSame(one: string | null, other: string | null): boolean {
  const folded = foldName(one ?? '')
  return folded !== '' && folded === foldName(other ?? '')
}
