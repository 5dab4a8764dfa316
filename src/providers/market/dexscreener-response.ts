import { type Static, Type } from 'typebox'
import { checkValue } from '../../platform/check-value.ts'
import type { JsonResponse } from '../../platform/outbound/get-json.ts'
import { type Refusal, isSuccess, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import { collectWords, findCode, isRateLimit } from '../../platform/outbound/rate-limit.ts'
import type { Pair, Pairs } from './market-data.ts'
import { toFields } from '../../platform/to-fields.ts'

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

/** Today's shape (an array) or the older one (`pairs`). */
export function readPairs(response: JsonResponse, chain: string): Pairs | { refusal: Refusal } {
  const refusal = refuse(response)
  if (refusal) return { refusal }
  const listed = listPairs(response.body)
  if (!listed && isRateLimit({ code: findCode(response.body), words: collectWords(response.body) }))
    return { refusal: { fault: 'rate_limited', text: 'words of a rate limit', retryAfterMs: toPauseMs(response) } }
  if (!listed) return { refusal: { fault: 'unavailable', text: 'neither a list of pairs nor `pairs`' } }
  const readable = listed.filter((element) => checkValue(ListedPair, element))
  const ours = readable.filter(({ chainId }) => chainId === chain).map(toPair)
  return {
    pairs: [...new Map(ours.map((pair) => [pair.address, pair])).values()],
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
  if (response.status === 404) return { fault: 'chain', text: 'HTTP 404: the route or MARKET_DATA_CHAIN is wrong' }
  if (response.status === 400) return { fault: 'request', text: 'HTTP 400' }
  const refusal = refusalByStatus(response)
  if (refusal || isSuccess(response)) return refusal
  return { fault: 'unavailable', text: `HTTP ${response.status}` }
}

const pauseMs = 60_000
export const maxPauseMs = 600_000

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
  }
}

/** The last millisecond that a Date holds. */
const maxTime = 8.64e15

/** Numbers may come as strings, even with an exponent. */
function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
}
