import { foldLookalikes } from '../../judge/rules/lookalikes-1.0.0.ts'
import type { FoldedNames } from '../identity/search-names.ts'
import type { KnownToken } from '../memory/recalled.ts'
import list from './known-tokens.json' with { type: 'json' }

interface ListedToken {
  name: string
  symbol: string
  /** The name is an ordinary word, or so short that it means little by itself: only with the ticker it is this token's. */
  isGeneric?: boolean
}

const byName = groupByName(list.tokens)

function groupByName(tokens: ListedToken[]): ReadonlyMap<string, ListedToken[]> {
  const groups = new Map<string, ListedToken[]>()
  for (const token of tokens) {
    const name = foldLookalikes(token.name)
    groups.set(name, [...(groups.get(name) ?? []), token])
  }
  return groups
}

/** The first token of the list is the best known of those with its ticker. */
const bySymbol = new Map(list.tokens.toReversed().map((token) => [foldLookalikes(token.symbol), token]))

/**
 * Finds the well-known token that has a submission's name, in any case, spacing or lookalike letters; if there is none, the
 * one that has its ticker under another name.
 */
export function findKnownToken({ name, symbol }: FoldedNames): KnownToken | null {
  const named = byName.get(name) ?? []
  const same = named.find((token) => foldLookalikes(token.symbol) === symbol)
  const found = same ?? named.find(({ isGeneric = false }) => !isGeneric)
  if (found) return { name: found.name, symbol: found.symbol, hasSymbol: found === same }
  const listed = bySymbol.get(symbol)
  return listed ? { name: listed.name, symbol: listed.symbol, hasSymbol: true, hasName: false } : null
}
