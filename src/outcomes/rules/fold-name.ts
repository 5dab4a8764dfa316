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

/** Whether a token has the name and the symbol of a submission. Empty ones match nothing. */
export const isSameName = (submission: Named, token: Named): boolean =>
  isSame(submission.name, token.name) && isSame(submission.symbol, token.symbol)

function isSame(one: string | null, other: string | null): boolean {
  const folded = foldName(one ?? '')
  return folded !== '' && folded === foldName(other ?? '')
}
