import { foldShapes } from '../signals/judge/rules/lookalikes-1.1.0.ts'
import type { KnownToken } from './memory/recalled.ts'
import list from './known-tokens.json' with { type: 'json' }

interface ListedToken {
  name: string
  symbol: string
  /** The name is an ordinary or very short word: only with the ticker does it mean this token. */
  isGeneric?: boolean
}

interface FoldedToken extends ListedToken {
  foldedName: string
}

interface KnownTokens {
  byName: Map<string, FoldedToken[]>
  /** In the order of the list: the first token with a ticker is the best known. */
  bySymbol: Map<string, FoldedToken[]>
}

let known: KnownTokens | undefined

/** The list is folded for the first submission, because folding takes a tenth of a second. */
const getKnown = (): KnownTokens => (known ??= foldList())

function foldList(): KnownTokens {
  const listed: FoldedToken[] = list.tokens.map((token) => ({ ...token, foldedName: foldShapes(token.name) }))
  return {
    byName: Map.groupBy(listed, ({ foldedName }) => foldedName),
    bySymbol: Map.groupBy(listed, ({ symbol }) => foldShapes(symbol)),
  }
}

/**
 * Finds the well-known token that a submission could be taken for. The first of these counts: same name and ticker;
 * same ticker and the token's name within the name; same name; same ticker.
 */
export function findKnownToken({ name, symbol }: { name: string; symbol: string }): KnownToken | null {
  const { byName, bySymbol } = getKnown()
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

/** A generic name must be whole words: “database” is not Base. */
function findContained(name: string, tickers: FoldedToken[]): FoldedToken | undefined {
  if (tickers.length === 0) return undefined // folding is slow
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
