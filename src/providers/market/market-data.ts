import { type Static, Type } from 'typebox'

/** Addresses are lower-case; a missing, negative or infinite number is null. */
export interface Pair {
  /** 20 bytes, or 32 for the id of a Uniswap v4 pool. */
  address: string
  base: string
  quote: string
  priceNative: number | null
  priceUsd: number | null
  baseAmount: number | null
  quoteAmount: number | null
  buys: number | null
  sells: number | null
  volume: number | null
  createdAt: Date | null
  /** The provider's name of the exchange. */
  dex?: string
}

/** The provider's pairs of one or several tokens on our chain. */
export interface Pairs {
  pairs: Pair[]
  /** An element couldn't be read, so sums are lower bounds. */
  isPartial: boolean
  /** The response is full: pairs may be missing, and nothing in it is a total. */
  isCutOff: boolean
}

/** What the provider shows about a token. Untrusted. */
export const MarketProfile = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  symbol: Type.Union([Type.String(), Type.Null()]),
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  websites: Type.Array(Type.String()),
  socials: Type.Array(Type.String()),
})
export type MarketProfile = Static<typeof MarketProfile>

/** A token on any chain, from its pairs as their base. Untrusted. */
export const MarketToken = Type.Object({
  chain: Type.String({ description: 'The provider’s name of the chain' }),
  address: Type.String({ description: 'Lower case on EVM chains' }),
  name: Type.String(),
  symbol: Type.String(),
  liquidityUsd: Type.Number({ description: 'Of all its pairs that were listed' }),
  createdAt: Type.Union([Type.Number(), Type.Null()], {
    description: 'Its oldest pair, in milliseconds; null: not known',
  }),
})
export type MarketToken = Static<typeof MarketToken>

export const FoundTokens = Type.Object({
  tokens: Type.Array(MarketToken),
  isCutOff: Type.Boolean({ description: 'The response is full: there may be more' }),
})
export type FoundTokens = Static<typeof FoundTokens>

export interface MarketSource {
  id: string
  credit: string
}

export interface MarketData {
  source: MarketSource
  maxTokens: number
  /** Throws `UpstreamError` ('market') or the signal's reason: an outage never looks like a token without pairs. */
  listPairs: (tokens: string[], signal: AbortSignal) => Promise<Pairs>
  /** A full response still shows the deepest pairs. */
  listPairsOfOne: (token: string, signal: AbortSignal) => Promise<Pairs>
  /** null: the provider shows no pair of the token with such data. */
  findProfile: (token: string, signal: AbortSignal) => Promise<MarketProfile | null>
  /** Tokens of all chains that match a text, in a response of 30 pairs. */
  search: (text: string, signal: AbortSignal) => Promise<FoundTokens>
}
