import { foldShapes } from '../../judge/rules/lookalikes-1.1.0.ts'
import type { KnownToken } from '../memory/recalled.ts'
import list from './known-tokens.json' with { type: 'json' }

interface ListedToken {
  name: string
  symbol: string
  /** The name is an ordinary word, or so short that it means little by itself: only with the ticker it is this token's. */
  isGeneric?: boolean
}

interface FoldedToken extends ListedToken {
  foldedName: string
}

const listed: FoldedToken[] = list.tokens.map((token) => ({ ...token, foldedName: foldShapes(token.name) }))
const byName = Map.groupBy(listed, ({ foldedName }) => foldedName)
/** In the order of the list: the first token is the best known of those with its ticker. */
const bySymbol = Map.groupBy(listed, ({ symbol }) => foldShapes(symbol))

/**
 * Finds the well-known token that a submission could be taken for, whatever its case, spacing or lookalike letters. The first
 * of these counts: a token with its name and ticker; one with its ticker whose name stands in its name; one with its name; one
 * with its ticker.
 */
export function findKnownToken({ name, symbol }: { name: string; symbol: string }): KnownToken | null {
  const named = byName.get(foldShapes(name)) ?? []
  const tickers = bySymbol.get(foldShapes(symbol)) ?? []
  const same = named.find((token) => tickers.includes(token))
  if (same) return { name: same.name, symbol: same.symbol, hasSymbol: true }
  const contained = findContained(name, tickers)
  if (contained) return { name: contained.name, symbol: contained.symbol, hasSymbol: true, hasMoreWords: true }
  const namesake = named.find(({ isGeneric = false }) => !isGeneric)
  if (namesake) return { name: namesake.name, symbol: namesake.symbol, hasSymbol: false }
  const [first] = tickers
  return first ? { name: first.name, symbol: first.symbol, hasSymbol: true, hasName: false } : null
}

/** A generic name has to stand there as words: “database” is not Base. */
function findContained(name: string, tickers: FoldedToken[]): FoldedToken | undefined {
  const folded = foldShapes(name)
  const runs = new Set(listRuns(name))
  return tickers
    .filter(({ foldedName, isGeneric = false }) =>
      isGeneric || foldedName.length < minContainedLength ? runs.has(foldedName) : folded.includes(foldedName),
    )
    .toSorted((one, other) => other.foldedName.length - one.foldedName.length)[0]
}

const minContainedLength = 4

/** All runs of consecutive words, each folded. `BaseCamp` has two words. */
function listRuns(name: string): string[] {
  const words = name
    .replace(/\p{Lu}/gu, ' $&')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldShapes)
  return words.flatMap((_word, start) =>
    words.slice(start).map((_last, more) => words.slice(start, start + more + 1).join('')),
  )
}
