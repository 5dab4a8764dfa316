import type { Pair } from '../../providers/market/market-data.ts'

/** Tokens whose worth is known, by lower-case address. */
export interface Quotes {
  known: ReadonlySet<string>
  /** Worth one US dollar. */
  dollars: ReadonlySet<string>
  /** The chain's native coin and its wrapped form. */
  native: ReadonlySet<string>
}

/**
 * The market of one token at one observation. US dollars, rounded to three significant digits, so that the published
 * figures decide.
 */
export type MarketObservation =
  | { state: 'absent' }
  | { state: 'uncounted'; pairs: number; createdAt: Date | null }
  | {
      state: 'seen'
      pairs: number
      /** Pairs against a known quote. */
      counted: number
      /** The dollars that all holders together could take out: the quote side of every pool; null when unknown. */
      depth: number | null
      partial: boolean
      buys: number
      sells: number
      volume: number
      /** Of the deepest pair with at least 100 USD; no rule reads it. */
      price: number | null
      /** Of the oldest counted pair. */
      createdAt: Date | null
      /** The counted pools, for the second witness. */
      pools: { address: string; quote: string; amount: number | null; usd: number | null; dex?: string }[]
    }

interface Market {
  token: string
  pairs: Pair[]
  isPartial: boolean
  quotes: Quotes
  /** The native coin's price in US dollars of this hour, or null. */
  nativeUsd: number | null
}

const minPricedDepth = 100

/** Sums up the pairs of `token` (lower case) among `pairs`. Trades of pairs that list it as the quote change sides. */
export function measureMarket({ token, pairs, isPartial, quotes, nativeUsd }: Market): MarketObservation {
  const own = pairs.filter(({ base, quote }) => base === token || quote === token)
  if (own.length === 0) return { state: 'absent' }
  const sides = own.map((pair) => toSide(pair, token)).filter(({ other }) => quotes.known.has(other))
  if (sides.length === 0) return { state: 'uncounted', pairs: own.length, createdAt: findOldest(own) }
  const valued = sides.map((side) => ({ ...side, depth: toDepth(side, quotes, nativeUsd) }))
  const depths = valued.flatMap(({ depth }) => depth ?? [])
  const hasGap = valued.some(({ depth, buys, sells }) => depth === null || buys === null || sells === null)
  return {
    state: 'seen',
    pairs: own.length,
    counted: sides.length,
    depth: depths.length === 0 ? null : round(sum(depths)),
    partial: isPartial || hasGap,
    buys: sum(sides.map(({ buys }) => buys ?? 0)),
    sells: sum(sides.map(({ sells }) => sells ?? 0)),
    volume: round(sum(sides.map(({ pair }) => pair.volume ?? 0))),
    price: findPrice(valued),
    createdAt: findOldest(sides.map(({ pair }) => pair)),
    pools: sides.map((side) => toPool(side, { quotes, nativeUsd })),
  }
}

interface Side {
  pair: Pair
  isBase: boolean
  /** The other token of the pair, its amount, and its price by the provider. */
  other: string
  amount: number | null
  usd: number | null
  /** Of the token. */
  buys: number | null
  sells: number | null
}

function toSide(pair: Pair, token: string): Side {
  const { base, quote, baseAmount, quoteAmount, priceUsd, priceNative, buys, sells } = pair
  if (base !== token)
    return { pair, isBase: false, other: base, amount: baseAmount, usd: priceUsd, buys: sells, sells: buys }
  const usd = priceUsd === null || !priceNative ? null : priceUsd / priceNative
  return { pair, isBase: true, other: quote, amount: quoteAmount, usd, buys, sells }
}

function toDepth(side: Side, quotes: Quotes, nativeUsd: number | null): number | null {
  const price = toUsd(side, quotes, nativeUsd)
  return side.amount === null || price === null ? null : side.amount * price
}

/** The price of the other token. */
const toUsd = ({ other, usd }: Side, { dollars, native }: Quotes, nativeUsd: number | null): number | null =>
  dollars.has(other) ? 1 : (usd ?? (native.has(other) ? nativeUsd : null))

const toPool = (side: Side, { quotes, nativeUsd }: Pick<Market, 'quotes' | 'nativeUsd'>) => ({
  address: side.pair.address,
  quote: side.other,
  amount: side.amount,
  usd: toUsd(side, quotes, nativeUsd),
  ...(side.pair.dex !== undefined && { dex: side.pair.dex }),
})

function findPrice(valued: (Side & { depth: number | null })[]): number | null {
  const deepest = valued.toSorted((a, b) => (b.depth ?? 0) - (a.depth ?? 0))[0]
  if (!deepest || (deepest.depth ?? 0) < minPricedDepth) return null
  const { priceUsd, priceNative } = deepest.pair
  if (priceUsd === null) return null
  if (deepest.isBase) return round(priceUsd)
  return priceNative ? round(priceUsd / priceNative) : null
}

function findOldest(pairs: Pair[]): Date | null {
  const times = pairs.flatMap(({ createdAt }) => createdAt?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Three significant digits, half up. */
const round = (value: number): number => Number(value.toPrecision(3))
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const zeroAddress = '0x0000000000000000000000000000000000000000'

/** `native`: the chain's coin or its wrapped form; `dollar`: worth one; `other`: priced by the market. */
interface Quote {
  /** Lower case. */
  address: string
  kind: 'native' | 'dollar' | 'other'
}

export interface ChainQuotes extends Quotes {
  /** The token that the canary asks about; null: the chain's wrapped native coin isn't known. */
  wrapped: string | null
}

/** What counts as money on a chain. The zero address stands for the native coin everywhere. */
export function listQuotes(quotes: readonly Quote[]): ChainQuotes {
  const pick = (kind: Quote['kind']) => quotes.filter((one) => one.kind === kind).map(({ address }) => address)
  const native = [zeroAddress, ...pick('native')]
  const dollars = pick('dollar')
  return {
    known: new Set([...native, ...dollars, ...pick('other')]),
    dollars: new Set(dollars),
    native: new Set(native),
    wrapped: native.find((address) => address !== zeroAddress) ?? null,
  }
}
