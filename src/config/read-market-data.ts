import type { EnvReader } from '../platform/env.ts'

export interface MarketDataConfig {
  /** Where the markets of launched tokens are read; null: nothing is observed. */
  marketData: { url: string; provider: 'dexscreener'; chain: string; perMinute: number } | null
  /** MARKET_DATA_URL is set, but no variable says the provider's name of the chain, so nothing is observed. */
  isMarketChainUnknown: boolean
  /** Tokens that count as money beside the built-in ones. */
  outcomeQuotes: ExtraQuote[]
}

/** `native`: the chain's native coin or its wrapped form; `dollar`: worth one US dollar; `other`: priced by the market. */
interface ExtraQuote {
  /** Lower case. */
  address: string
  kind: 'native' | 'dollar' | 'other'
}

/** DEX Screener's names of chains. Test networks have none. */
const chains: Record<number, string | undefined> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
}

/** Reads the market-data provider and the extra quote tokens. Without a known chain name, nothing is observed. */
export function readMarketData(env: EnvReader, chainId: number): MarketDataConfig {
  env.needs(['MARKET_DATA_PROVIDER', 'MARKET_DATA_CHAIN', 'MARKET_DATA_PER_MINUTE'], 'MARKET_DATA_URL')
  const url = env.url('MARKET_DATA_URL', ['http', 'https'], 'https://api.dexscreener.com', ['credentials', 'query'])
  const provider = env.choice('MARKET_DATA_PROVIDER', ['dexscreener']) ?? 'dexscreener'
  const named = env.checked('MARKET_DATA_CHAIN', (value) => /^[a-z0-9-]{1,32}$/.test(value), 'must be a name like base')
  const perMinute = env.integer('MARKET_DATA_PER_MINUTE', { min: 1, max: 100_000 }) ?? 60
  const chain = named ?? chains[chainId]
  return {
    marketData: url && chain ? { url, provider, chain, perMinute } : null,
    isMarketChainUnknown: url !== null && chain === undefined,
    outcomeQuotes: readQuotes(env),
  }
}

const quotePattern = /^(0x[0-9a-fA-F]{40})(?:=(native|dollar))?$/

function readQuotes(env: EnvReader): ExtraQuote[] {
  const rule = 'must be a comma-separated list of token addresses, each with =native or =dollar if it is one'
  const entries = env.list('OUTCOME_QUOTES', (entry) => quotePattern.test(entry), rule)
  return entries.flatMap((entry) => {
    const [, address, kind] = quotePattern.exec(entry) ?? []
    return address ? [{ address: address.toLowerCase(), kind: (kind ?? 'other') as ExtraQuote['kind'] }] : []
  })
}
