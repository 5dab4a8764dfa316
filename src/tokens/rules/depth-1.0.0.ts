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
      pools: { address: string; quote: string; amount: number | null; usd: number | null }[]
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

interface QuoteList {
  native: string[]
  dollars: string[]
  others: string[]
  /** The wrapped native coin, whose market shows the native coin's price. */
  wrapped: string
}

const zeroAddress = '0x0000000000000000000000000000000000000000'
const opWeth = '0x4200000000000000000000000000000000000006'

/** What counts as money on a chain for `outcome-rules@1.0.0`, in lower case. */
const lists: Record<number, QuoteList | undefined> = {
  8453: {
    native: [zeroAddress, opWeth],
    wrapped: opWeth,
    // USDC, USDbC
    dollars: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca'],
    // cbBTC, VIRTUAL, ZORA, flETH, CLANKER
    others: [
      '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf',
      '0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b',
      '0x1111111111166b7fe7bd91427724b487980afc69',
      '0x000000000d564d5be76f7f0d28fe52605afc7cf8',
      '0x1bc0c42215582d5a085795f4badbac3ff36d1bcb',
    ],
  },
}

interface Extra {
  address: string
  kind: 'native' | 'dollar' | 'other'
}

export interface ChainQuotes extends Quotes {
  /** The token that the canary asks about; null: the chain's wrapped native coin isn't known. */
  wrapped: string | null
}

/** The built-in quotes of a chain together with the operator's. The zero address stands for the native coin everywhere. */
export function listQuotes(chainId: number, extra: readonly Extra[]): ChainQuotes {
  const list = lists[chainId]
  const pick = (kind: Extra['kind']) => extra.filter((one) => one.kind === kind).map(({ address }) => address)
  const native = [zeroAddress, ...(list?.native ?? []), ...pick('native')]
  const dollars = [...(list?.dollars ?? []), ...pick('dollar')]
  return {
    known: new Set([...native, ...dollars, ...(list?.others ?? []), ...pick('other')]),
    dollars: new Set(dollars),
    native: new Set(native),
    wrapped: list?.wrapped ?? pick('native').find((address) => address !== zeroAddress) ?? null,
  }
}
