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
 * Whether a token has the name and the symbol of a submission. Empty ones match nothing. `affix` is what the launchpad
 * puts before and behind the names that creators give.
 */
export const isSameName = (submission: Named, token: Named, affix: Affix = { prefix: '', suffix: '' }): boolean =>
  isSame(submission.symbol, token.symbol) &&
  listNames(token.name ?? '', affix).some((name) => isSame(submission.name, name))

interface Affix {
  prefix: string
  suffix: string
}

/** The name with and without each part of the affix. */
function listNames(name: string, { prefix, suffix }: Affix): string[] {
  const names = name.startsWith(prefix) ? [name, name.slice(prefix.length)] : [name]
  return names.flatMap((one) => (one.endsWith(suffix) ? [one, one.slice(0, one.length - suffix.length)] : [one]))
}

function isSame(one: string | null, other: string | null): boolean {
  const folded = foldName(one ?? '')
  return folded !== '' && folded === foldName(other ?? '')
}
