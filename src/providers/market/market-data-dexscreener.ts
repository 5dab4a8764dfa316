import { type Static, Type } from 'typebox'
import { marketCredit } from '../../../contract/schemas/observation.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import {
  collectWords,
  findCode,
  isRateLimit,
  isSuccess,
  type Refusal,
  refusalByStatus,
} from '../../platform/outbound/http-refusal.ts'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Clock } from '../../platform/time.ts'
import { checkValue, toFields } from '../../platform/values.ts'
import type { FoundTokens, MarketData, MarketProfile, MarketSource, MarketToken, Pair, Pairs } from './market-data.ts'

interface Options {
  url: string
  chain: string
  timeoutMs: number
  userAgent: string
  guard: Pick<ProviderGuard, 'run'>
  /** Of searches, which many scorings make: they have a pace of their own. */
  searchGuard: Pick<ProviderGuard, 'run'>
  clock: Clock
  probeToken: string
}

/** A response holds 30 pairs of all tokens, so 30 tokens would crowd each other out. */
const maxTokensPerCall = 10
const maxResponseBytes = 4 * 2 ** 20

export function createMarketData({
  url,
  chain,
  timeoutMs,
  userAgent,
  guard,
  searchGuard,
  clock,
  probeToken,
}: Options): MarketData & Probed {
  const base = url.replace(/\/$/, '')
  const getJson = createGetJson({ provider: 'market', timeoutMs, maxBytes: maxResponseBytes, isTraced: true })
  const rest = createRest(clock)
  const call = async (path: string, signal: AbortSignal): Promise<Listed> => {
    const response = await getJson({ url: new URL(base + path), headers: { 'user-agent': userAgent } }, signal)
    const listed = readListed(response, chain)
    if (!('refusal' in listed)) return listed
    const { fault, text, retryAfterMs } = listed.refusal
    if (fault === 'rate_limited' && retryAfterMs !== undefined) rest.begin(retryAfterMs)
    throw new UpstreamError('market', fault, `the market data provider responded: ${text}`, retryAfterMs)
  }
  const ask = (path: string, signal: AbortSignal, by = guard): Promise<Listed> => {
    rest.throwIfResting()
    return by.run((signal) => call(path, signal), signal)
  }
  const toPath = (token: string) => `/token-pairs/v1/${chain}/${checked(token)}`
  return {
    source: dexscreener,
    maxTokens: maxTokensPerCall,
    listPairs: async (tokens, signal) =>
      toPairs(await ask(`/tokens/v1/${chain}/${tokens.map(checked).join(',')}`, signal)),
    listPairsOfOne: async (token, signal) => toPairs(await ask(toPath(token), signal)),
    findProfile: async (token, signal) => findProfile(await ask(toPath(token), signal), token),
    search: async (text, signal) =>
      toFoundTokens(await ask(`/latest/dex/search?q=${encodeURIComponent(text)}`, signal, searchGuard)),
    probe: async (signal) => void (await call(toPath(probeToken), signal)),
  }
}

/** After a rate refusal no call is made for as long as the provider asks, which may exceed the guard's waits. */
function createRest({ now }: Clock) {
  let until = 0
  return {
    begin: (ms: number) => {
      until = Math.max(until, now().getTime() + ms)
    },
    throwIfResting: () => {
      const leftMs = until - now().getTime()
      // A longer pause is from before the clock was set back.
      if (leftMs > 0 && leftMs <= maxPauseMs)
        throw new UpstreamError('market', 'rate_limited', 'the market data provider asked for a pause', leftMs)
    },
  }
}

function checked(token: string): string {
  if (/^0x[0-9a-f]{40}$/.test(token)) return token
  throw new UpstreamError('market', 'request', 'not an address')
}

/** A response holds this many pairs at most. */
const maxPairs = 30

const Token = Type.Object({ address: Type.String() })
const ListedPair = Type.Object({
  chainId: Type.String(),
  pairAddress: Type.String(),
  baseToken: Token,
  quoteToken: Token,
})
type ListedPair = Static<typeof ListedPair>

/** The pairs that can be read: of all chains, and of ours. */
interface Listed extends Omit<Pairs, 'pairs'> {
  all: ListedPair[]
  ours: ListedPair[]
}

export function readPairs(response: JsonResponse, chain: string): Pairs | { refusal: Refusal } {
  const listed = readListed(response, chain)
  return 'refusal' in listed ? listed : toPairs(listed)
}

const toPairs = ({ ours, isPartial, isCutOff }: Listed): Pairs => ({
  pairs: [...new Map(ours.map(toPair).map((pair) => [pair.address, pair])).values()],
  isPartial,
  isCutOff,
})

/** By the base tokens of the pairs. */
function toFoundTokens({ all, isCutOff }: Listed): FoundTokens {
  const tokens = new Map<string, MarketToken>()
  const pairs = new Map(all.map((pair) => [`${pair.chainId} ${pair.pairAddress}`, pair]))
  for (const token of [...pairs.values()].flatMap(toMarketToken)) {
    const key = `${token.chain} ${token.address}`
    const known = tokens.get(key)
    tokens.set(key, known ? merge(known, token) : token)
  }
  return { tokens: [...tokens.values()], isCutOff }
}

function toMarketToken({ chainId, baseToken, ...rest }: ListedPair): MarketToken[] {
  const { name, symbol } = toFields(baseToken)
  // They become a part of a link.
  if (!/^[a-z0-9-]{1,32}$/.test(chainId) || !/^[A-Za-z0-9]{1,90}$/.test(baseToken.address)) return []
  if (typeof name !== 'string' || typeof symbol !== 'string') return []
  const { liquidity, pairCreatedAt } = toFields(rest)
  const createdAt = toNumber(pairCreatedAt)
  const isEvm = /^0x[0-9a-f]{40}$/i.test(baseToken.address)
  return [
    {
      chain: chainId,
      address: isEvm ? baseToken.address.toLowerCase() : baseToken.address,
      name: name.slice(0, 100),
      symbol: symbol.slice(0, 100),
      liquidityUsd: toNumber(toFields(liquidity)['usd']) ?? 0,
      createdAt: createdAt !== null && createdAt > maxTime ? null : createdAt,
    },
  ]
}

const merge = (one: MarketToken, other: MarketToken): MarketToken => ({
  ...one,
  liquidityUsd: one.liquidityUsd + other.liquidityUsd,
  createdAt: earliest([one.createdAt, other.createdAt]),
})

function earliest(times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** Today's shape (an array) or the older one (`pairs`). */
function readListed(response: JsonResponse, chain: string): Listed | { refusal: Refusal } {
  const refusal = refuse(response)
  if (refusal) return { refusal }
  const listed = listPairs(response.body)
  if (!listed && isRateLimit({ code: findCode(response.body), words: collectWords(response.body) }))
    return { refusal: { fault: 'rate_limited', text: 'words of a rate limit', retryAfterMs: toPauseMs(response) } }
  if (!listed) return { refusal: { fault: 'unavailable', text: 'neither a list of pairs nor `pairs`' } }
  const readable = listed.filter((element) => checkValue(ListedPair, element))
  return {
    all: readable,
    ours: readable.filter(({ chainId }) => chainId === chain),
    isPartial: readable.length < listed.length,
    isCutOff: listed.length >= maxPairs,
  }
}

function refuse(response: JsonResponse): Refusal | undefined {
  // The network in front of the provider refuses us; there is no key to fix.
  if (response.status === 403) return { fault: 'rate_limited', text: 'HTTP 403', retryAfterMs: pauseMs }
  const { status, body, excerpt } = response
  if (status >= 400 && isRateLimit({ status, code: findCode(body), words: excerpt ?? collectWords(body) }))
    return { fault: 'rate_limited', text: `HTTP ${status}`, retryAfterMs: toPauseMs(response) }
  if (response.status === 404) return { fault: 'chain', text: 'HTTP 404: the route or the name of the chain is wrong' }
  if (response.status === 400) return { fault: 'request', text: 'HTTP 400' }
  const refusal = refusalByStatus(response)
  if (refusal || isSuccess(response)) return refusal
  return { fault: 'unavailable', text: `HTTP ${response.status}` }
}

const pauseMs = 60_000
const maxPauseMs = 600_000

/** `Retry-After` counts if it is a whole number of 1 to 600 seconds. */
function toPauseMs({ headers }: JsonResponse): number {
  const asked = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d{1,3}$/.test(asked) ? Number(asked) : 0
  return seconds >= 1 && seconds * 1000 <= maxPauseMs ? seconds * 1000 : pauseMs
}

function listPairs(body: unknown): unknown[] | null {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null || !('pairs' in body)) return null
  if (body.pairs === null) return []
  return Array.isArray(body.pairs) ? body.pairs : null
}

function toPair({ pairAddress, baseToken, quoteToken, ...rest }: ListedPair): Pair {
  const fields = toFields(rest)
  const liquidity = toFields(fields['liquidity'])
  const trades = toFields(toFields(fields['txns'])['h24'])
  const createdAt = toNumber(fields['pairCreatedAt'])
  const dex = fields['dexId']
  return {
    address: pairAddress.toLowerCase(),
    base: baseToken.address.toLowerCase(),
    quote: quoteToken.address.toLowerCase(),
    priceNative: toNumber(fields['priceNative']),
    priceUsd: toNumber(fields['priceUsd']),
    baseAmount: toNumber(liquidity['base']),
    quoteAmount: toNumber(liquidity['quote']),
    buys: toNumber(trades['buys']),
    sells: toNumber(trades['sells']),
    // A pair without trades may lack the key.
    volume: toNumber(toFields(fields['volume'])['h24'] ?? 0),
    createdAt: createdAt === null || createdAt > maxTime ? null : new Date(createdAt),
    ...(typeof dex === 'string' && /^[\da-z-]{1,32}$/.test(dex) && { dex }),
  }
}

/** The provider describes the base token of a pair. */
function findProfile({ ours }: Listed, token: string): MarketProfile | null {
  const own = ours.filter(({ baseToken }) => baseToken.address.toLowerCase() === token)
  const [best] = own.toSorted((a, b) => Number('info' in b) - Number('info' in a))
  if (!best) return null
  const { name, symbol } = toFields(best.baseToken)
  const { imageUrl, websites, socials } = toFields(toFields(best)['info'])
  return {
    name: toText(name),
    symbol: toText(symbol),
    imageUrl: toText(imageUrl),
    websites: toUrls(websites),
    socials: toUrls(socials),
  }
}

const maxUrls = 20

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 2048 ? value : null

/** The reference of the provider has `platform` and `handle` in place of `type` and `url`. */
const toUrls = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).slice(0, maxUrls).flatMap((one: unknown) => {
    const { url, platform, handle } = toFields(one)
    const site = typeof platform === 'string' ? profileSites[platform.toLowerCase()] : undefined
    return toText(url) ?? (site !== undefined && toText(handle) !== null ? site + String(handle).replace(/^@/, '') : [])
  })

const profileSites: Record<string, string | undefined> = {
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  telegram: 'https://t.me/',
  discord: 'https://discord.gg/',
}

/** The last millisecond that a Date holds. */
const maxTime = 8.64e15

/** Numbers may come as strings, even with an exponent. */
function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
}

export const dexscreener = { id: 'dexscreener', credit: marketCredit } as const satisfies MarketSource
