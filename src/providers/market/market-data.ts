/** A pair as the provider lists it. Addresses are lower-case; a missing, negative or infinite number is null. */
export interface Pair {
  /** The pool: 20 bytes, or 32 for the id of a Uniswap v4 pool. */
  address: string
  base: string
  quote: string
  /** The base token's price in units of the quote, and in US dollars. */
  priceNative: number | null
  priceUsd: number | null
  /** Amounts of both tokens in the pool. */
  baseAmount: number | null
  quoteAmount: number | null
  /** Of the base token, in 24 hours. */
  buys: number | null
  sells: number | null
  volume: number | null
  createdAt: Date | null
}

/** The provider's pairs of one or several tokens on our chain. */
export interface Pairs {
  pairs: Pair[]
  /** An element couldn't be read, so that sums over the pairs are lower bounds. */
  isPartial: boolean
  /** The response is full: pairs may be missing, and nothing in it is a total. */
  isCutOff: boolean
}

export interface MarketSource {
  /** The name that stored observations have. */
  id: string
  /** The credit beside the provider's figures. */
  credit: string
}

export interface MarketData {
  source: MarketSource
  /** The most tokens that `listPairs` takes. */
  maxTokens: number
  /**
   * The pairs of these tokens (lower-case addresses). Throws `UpstreamError` ('market'), or the signal's reason: an outage
   * never looks like a token without pairs.
   */
  listPairs: (tokens: string[], signal: AbortSignal) => Promise<Pairs>
  /** The pairs of one token; here a full response still shows the deepest ones. */
  listPairsOfOne: (token: string, signal: AbortSignal) => Promise<Pairs>
}
