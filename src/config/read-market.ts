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
  4663: 'robinhood',
  8453: 'base',
  42161: 'arbitrum',
}

/** DEX Screener's name of a chain; undefined: it has none, or none is known. */
export const findMarketChain = (chainId: number): string | undefined => chains[chainId]

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

export interface OutcomeVenuesConfig {
  /** Launchpads beside the built-in ones. */
  outcomeVenues: ExtraVenue[]
}

/** A launchpad's contract. All hex is lower-case. */
interface ExtraVenue {
  venue: string
  contract: string
  /** The event that names a new token and its creator; null: none is read. */
  naming: {
    event: string
    /** The position of the token's address: a topic, or a word of the data. */
    token: { topic: number } | { word: number }
    /** The topics that name the creator. */
    creators: number[]
    /** It sells its tokens on a curve first, of which market data may show nothing. */
    hasCurve: boolean
  } | null
  /** The entry itself, in lower case: how far it was read on the chain is kept under it. */
  source: string
}

type Naming = NonNullable<ExtraVenue['naming']>

/** Reads OUTCOME_VENUES: entries like `pad=0x<contract>` or `pad=0x<contract>/0x<topic 0>/topic1/topic2`. */
export function readOutcomeVenues(env: EnvReader): OutcomeVenuesConfig {
  const seen = new Set<string>()
  const entries = env.list('OUTCOME_VENUES', () => true, 'must have entries like pad=0x<contract>')
  const outcomeVenues = entries.flatMap((entry, index) => {
    const read = readEntry(entry.toLowerCase())
    const fault = typeof read === 'string' ? read : findRepetition(read, seen)
    if (fault !== null) env.problem('OUTCOME_VENUES', `entry ${index + 1}: ${fault}`)
    return typeof read === 'string' ? [] : [read]
  })
  return { outcomeVenues }
}

/** Returns the fault of an entry that is no venue. */
function readEntry(source: string): ExtraVenue | string {
  const [venue = '', rest = '', ...more] = source.split('=')
  if (!/^[a-z0-9][a-z0-9.-]{0,31}$/.test(venue) || more.length > 0)
    return 'must begin with a name of letters, digits, dots and hyphens, followed by ='
  const [contract = '', event, token, creators, curve, ...others] = rest.split('/')
  if (!/^0x[0-9a-f]{40}$/.test(contract) || /^0x0+$/.test(contract)) return 'the contract must be an address'
  if (event === undefined) return { venue, contract, naming: null, source }
  if (creators === undefined || others.length > 0 || (curve ?? 'curve') !== 'curve')
    return 'the contract can be followed only by /event/token/creators, and optionally by /curve'
  const naming = readNaming({ event, token: token ?? '', creators, hasCurve: curve !== undefined })
  return typeof naming === 'string' ? naming : { venue, contract, naming, source }
}

interface NamingParts extends Record<'event' | 'token' | 'creators', string> {
  hasCurve: boolean
}

function readNaming({ event, token, creators, hasCurve }: NamingParts): Naming | string {
  if (!/^0x[0-9a-f]{64}$/.test(event)) return 'the event must be its topic 0, 0x and 64 hex digits'
  const [, topic, word] = /^(?:topic([1-3])|word(\d{1,2}))$/.exec(token) ?? []
  if (topic === undefined && word === undefined) return 'the token must be topic1 to topic3 or word0 to word99'
  const topics = creators.split('+')
  if (!topics.every((one) => /^topic[1-3]$/.test(one)) || new Set([...topics, token]).size <= topics.length)
    return 'the creators must be other topics than the token, like topic2 or topic1+topic2'
  return {
    event,
    token: topic === undefined ? { word: Number(word) } : { topic: Number(topic) },
    creators: topics.map((one) => Number(one.slice('topic'.length))),
    hasCurve,
  }
}

function findRepetition({ contract, naming }: ExtraVenue, seen: Set<string>): string | null {
  const key = `${contract} ${naming?.event ?? ''}`
  if (seen.has(key)) return 'the same contract and event were named before'
  seen.add(key)
  return null
}
