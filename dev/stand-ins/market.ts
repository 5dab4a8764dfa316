import { type Asked, type StandIn, type StandInResponse, type WireFault, startJsonServer } from './json-server.ts'

/** One pool of a token, in words. Amounts of null are left out, as the provider does for pools that it can't read. */
export interface PoolSpec {
  address: string
  /** The tokens' symbols say nothing: anybody may call a token USDT. */
  quote: string
  /** Of the token in US dollars, and in units of the quote. */
  priceUsd: number
  priceNative: number
  baseAmount?: number
  /** null: the provider doesn't know what is in the pool. */
  quoteAmount: number | null
  buys?: number
  sells?: number
  volume?: number
  createdAt?: Date
  /** The token stands as the quote of the pair. */
  isInverted?: boolean
  /** What the provider calls the token. */
  name?: string
  symbol?: string
  /** What it says that the pool holds in all. */
  liquidityUsd?: number
}

/** A token with its pools on one of several chains. */
export interface ListedToken {
  chain: string
  token: string
  pools: PoolSpec[]
}

export interface MarketWorld {
  chain?: string
  /** By lower-case token: pools in words, or pairs as they are served. A token without an entry has no pair. */
  tokens: Record<string, (PoolSpec | Record<string, unknown>)[] | undefined>
  /** What a search finds, by its text: pairs of any chain as they are served. null: the provider's other word for nothing. */
  searches?: Record<string, Record<string, unknown>[] | null>
  /** Tokens of several chains, asked before `tokens`; undefined: not known here. */
  findPools?: (chain: string, token: string) => PoolSpec[] | undefined
  /** What a search finds of several chains, beside `searches` and `tokens`, in the provider's order. */
  search?: (text: string) => ListedToken[]
  /** More calls than this within the window are refused. */
  pace?: { calls: number; windowMs: number }
  findFault?: (asked: Asked, count: number) => MarketFault | undefined
  delayMs?: number
  now?: () => Date
}

/** A fault by name, or a response to send as it is. */
export type MarketFault = WireFault | keyof typeof faults | StandInResponse

const maxPairs = 30
const maxTokens = 30

const faults = {
  'rate limit': { status: 429, headers: { 'retry-after': '60' }, body: { error: 'Too many requests' } },
  challenge: { status: 403, body: '<!doctype html><title>Just a moment...</title>' },
  'bad request': { status: 400, body: { error: 'Invalid token addresses' } },
  'not a list': { body: { schemaVersion: '1.0.0' } },
  'http 500': { status: 500, body: 'Internal Server Error' },
}

export interface MarketStandIn extends StandIn {
  /** Every token that was asked about, in order and with repetitions; the canary too. */
  askedTokens: () => string[]
}

/** DEX Screener over a socket: bare lists of pairs, 30 at most, without a word of those that are left out. */
export async function startMarket(world: MarketWorld): Promise<MarketStandIn> {
  const times: number[] = []
  const respond = (asked: Asked, count: number): StandInResponse | WireFault => {
    const fault = world.findFault?.(asked, count)
    if (fault === undefined) return isTooFast(world, times) ? faults['rate limit'] : toResponse(world, asked)
    if (typeof fault === 'object') return fault
    return isNamed(fault) ? faults[fault] : fault
  }
  const server = await startJsonServer({ path: '', respond, delayMs: world.delayMs ?? 0 })
  return { ...server, askedTokens: () => server.requests.flatMap(({ path }) => readPath(path)?.tokens ?? []) }
}

const isNamed = (fault: string): fault is keyof typeof faults => fault in faults

function isTooFast({ pace, now = () => new Date() }: MarketWorld, times: number[]): boolean {
  if (!pace) return false
  const time = now().getTime()
  const isFull = times.filter((earlier) => earlier > time - pace.windowMs).length >= pace.calls
  if (!isFull) times.push(time)
  return isFull
}

function readPath(path: string): { chain: string; tokens: string[] } | undefined {
  const [, route, chain = '', tokens = ''] = /^\/(tokens|token-pairs)\/v1\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (!route) return undefined
  return { chain, tokens: route === 'tokens' ? decodeURIComponent(tokens).toLowerCase().split(',') : [tokens] }
}

function toResponse(world: MarketWorld, { path, query }: Asked): StandInResponse {
  if (path === '/latest/dex/search') return searchResponse(world, query['q'] ?? '')
  const asked = readPath(path)
  if (!asked) return { status: 404, body: { error: 'Not Found' } }
  if (asked.tokens.length > maxTokens || asked.tokens.some((token) => !/^0x[0-9a-f]{40}$/.test(token)))
    return faults['bad request']
  const own = world.chain ?? 'base'
  const listPools = (token: string) =>
    world.findPools?.(asked.chain, token) ?? (asked.chain === own ? (world.tokens[token] ?? []) : [])
  const pairs = asked.tokens.flatMap((token) => listPools(token).map((pool) => toPair(pool, token, asked.chain)))
  return { body: pairs.slice(0, maxPairs) }
}

/** Pairs of all chains mixed, by name, symbol or address of the token, 30 at most and no word about the others. */
function searchResponse(world: MarketWorld, text: string): StandInResponse {
  const listed = world.searches?.[text]
  if (listed !== undefined) return { body: { schemaVersion: '1.0.0', pairs: listed?.slice(0, maxPairs) ?? null } }
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return { body: { schemaVersion: '1.0.0', pairs: null } }
  const found = world.search?.(wanted) ?? []
  const own = Object.entries(world.tokens).flatMap(([token, pools = []]) =>
    pools.map((pool) => toPair(pool, token, world.chain ?? 'base')),
  )
  const pairs = [
    ...found.flatMap(({ chain, token, pools }) => pools.map((pool) => toPair(pool, token, chain))),
    ...own.filter(({ baseToken }) =>
      Object.values(baseToken as Record<string, string>).some((value) => value.toLowerCase().includes(wanted)),
    ),
  ]
  return { body: { schemaVersion: '1.0.0', pairs: pairs.slice(0, maxPairs) } }
}

const isServed = (pool: PoolSpec | Record<string, unknown>): pool is Record<string, unknown> => 'pairAddress' in pool

/** A pair as the provider serves it. */
function toPair(pool: PoolSpec | Record<string, unknown>, token: string, chain: string): Record<string, unknown> {
  if (isServed(pool)) return pool
  const { address, quote, buys = 0, sells = 0, volume = 0, createdAt, isInverted = false } = pool
  const own = { address: token, name: pool.name ?? 'Token', symbol: pool.symbol ?? 'TOKEN' }
  const other = { address: quote, name: 'Quote', symbol: 'QUOTE' }
  const [baseToken, quoteToken] = isInverted ? [other, own] : [own, other]
  const { baseAmount = 1_000_000, quoteAmount, priceUsd, priceNative } = pool
  const [base, quoted] = isInverted ? [quoteAmount, baseAmount] : [baseAmount, quoteAmount]
  return {
    chainId: chain,
    dexId: 'uniswap',
    url: `https://dexscreener.com/${chain}/${address}`,
    pairAddress: address,
    baseToken,
    quoteToken,
    // Of the base token: of the quote when the pair is turned around.
    priceNative: String(isInverted ? 1 / priceNative : priceNative),
    priceUsd: String(isInverted ? priceUsd / priceNative : priceUsd),
    txns: { h24: isInverted ? { buys: sells, sells: buys } : { buys, sells } },
    volume: { h24: volume },
    ...(quoteAmount === null ? {} : { liquidity: { usd: pool.liquidityUsd ?? 0, base, quote: quoted } }),
    ...(createdAt && { pairCreatedAt: createdAt.getTime() }),
  }
}
