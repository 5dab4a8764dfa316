import type { Clock } from '../../platform/clock.ts'
import { createGetJson } from '../../platform/outbound/get-json.ts'
import type { Probed, ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { maxPauseMs, readPairs } from './dexscreener-response.ts'
import { dexscreener } from './dexscreener-source.ts'
import type { MarketData, Pairs } from './market-data.ts'

interface Options {
  url: string
  chain: string
  timeoutMs: number
  userAgent: string
  guard: Pick<ProviderGuard, 'run'>
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
  clock,
  probeToken,
}: Options): MarketData & Probed {
  const base = url.replace(/\/$/, '')
  const getJson = createGetJson({ provider: 'market', timeoutMs, maxBytes: maxResponseBytes, isTraced: true })
  const rest = createRest(clock)
  const call = async (path: string, signal: AbortSignal): Promise<Pairs> => {
    const response = await getJson({ url: new URL(base + path), headers: { 'user-agent': userAgent } }, signal)
    const pairs = readPairs(response, chain)
    if (!('refusal' in pairs)) return pairs
    const { fault, text, retryAfterMs } = pairs.refusal
    if (fault === 'rate_limited' && retryAfterMs !== undefined) rest.begin(retryAfterMs)
    throw new UpstreamError('market', fault, `the market data provider responded: ${text}`, retryAfterMs)
  }
  const ask = (path: string, signal: AbortSignal): Promise<Pairs> => {
    rest.throwIfResting()
    return guard.run((signal) => call(path, signal), signal)
  }
  const toPath = (token: string) => `/token-pairs/v1/${chain}/${checked(token)}`
  return {
    source: dexscreener,
    maxTokens: maxTokensPerCall,
    listPairs: async (tokens, signal) => ask(`/tokens/v1/${chain}/${tokens.map(checked).join(',')}`, signal),
    listPairsOfOne: async (token, signal) => ask(toPath(token), signal),
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
