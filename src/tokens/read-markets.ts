import { hourMs } from '../../contract/time.ts'
import { type ChainQuotes, type MarketObservation, type Quotes, measureMarket } from './rules/depth-1.0.0.ts'
import { type Look, judgeLook } from './rules/look-1.0.0.ts'
import { createCoalesce } from '../platform/caching.ts'
import type { Clock } from '../platform/time.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { MarketData, Pair, Pairs } from '../providers/market/market-data.ts'

export interface MarketDeps {
  marketData: MarketData
  probe: MarketProbe
  quotes: Quotes
  /** See `lookAtMarkets`. */
  look: (tokens: string[], signal: AbortSignal) => Promise<MarketLook>
}

type Observing = Omit<MarketDeps, 'look'>

/** A token that a full response left out has no look. */
export interface MarketLook {
  looks: Map<string, Look>
  calls: number
}

/** The most addresses that the provider takes in one call. */
export const maxLooks = 30

/** An observation that failed: no row is written, and it is tried again. */
type MarketResult = MarketObservation | UpstreamError

/**
 * The markets of at most `marketData.maxTokens` tokens (lower case), asked for in one call. A full response proves nothing
 * about any of them, so each is then asked for alone.
 */
export async function readMarkets(
  deps: Observing,
  tokens: string[],
  signal: AbortSignal,
): Promise<Map<string, MarketResult>> {
  const { marketData } = deps
  const nativeUsd = await deps.probe.nativeUsd(signal)
  try {
    const answer = await marketData.listPairs(tokens, signal)
    if (!answer.isCutOff && !answer.isPartial)
      return new Map(tokens.map((token) => [token, classify(deps, { token, answer, nativeUsd })]))
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    // One bad address spoils a batch.
    if (error.fault !== 'request') return new Map(tokens.map((token) => [token, error]))
  }
  const alone = new Map<string, MarketResult>()
  for (const token of tokens) alone.set(token, await readAlone(deps, { token, nativeUsd }, signal))
  return alone
}

async function readAlone(
  deps: Observing,
  { token, nativeUsd }: { token: string; nativeUsd: number | null },
  signal: AbortSignal,
): Promise<MarketResult> {
  try {
    const answer = await deps.marketData.listPairsOfOne(token, signal)
    return classify(deps, { token, answer: { ...answer, isPartial: answer.isPartial || answer.isCutOff }, nativeUsd })
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}

/**
 * Looks at up to `maxLooks` tokens (lower case) in one call, or two if nothing is listed and the provider has yet to show that it
 * would list something. Throws `UpstreamError`.
 */
export async function lookAtMarkets(
  { marketData, probe, quotes }: Observing,
  tokens: string[],
  signal: AbortSignal,
): Promise<MarketLook> {
  const { pairs, isPartial, isCutOff } = await marketData.listPairs(tokens.slice(0, maxLooks), signal)
  const known = probe.lastUsd()
  const asks = pairs.length === 0 && known === null
  const nativeUsd = asks ? await probe.nativeUsd(signal) : known
  const isShown = pairs.length > 0 || nativeUsd !== null
  const isWhole = !isPartial && !isCutOff
  const looks = new Map<string, Look>()
  for (const token of tokens.slice(0, maxLooks)) {
    const look = judgeLook(measureMarket({ token, pairs, isPartial: !isWhole, quotes, nativeUsd }))
    if (look !== 'absent' || (isWhole && isShown)) looks.set(token, look)
  }
  return { looks, calls: asks ? 2 : 1 }
}

interface Answer {
  token: string
  answer: Pairs
  nativeUsd: number | null
}

/** Nothing listed is a fact only while the probe shows that the provider would list something. */
function classify({ quotes }: Observing, { token, answer, nativeUsd }: Answer): MarketResult {
  const { pairs, isPartial } = answer
  const observation = measureMarket({ token, pairs, isPartial, quotes, nativeUsd })
  if (observation.state !== 'absent') return observation
  if (isPartial) return new UpstreamError('market', 'unavailable', 'no pair of the token among those that can be read')
  if (nativeUsd !== null) return observation
  return new UpstreamError('market', 'unavailable', 'no pair, and no good probe within two hours')
}

/** Shows that the provider and its name of our chain are right: the wrapped native coin always has a market. */
interface MarketProbe {
  /** The native coin's price in US dollars; null: there was no good answer in the last two hours. Throws the signal's reason. */
  nativeUsd: (signal: AbortSignal) => Promise<number | null>
  /** The same without asking. */
  lastUsd: () => number | null
}

const maxAgeMs = 2 * hourMs
/** A probe that failed is asked again after this. */
const retryMs = 60_000

interface MarketProbeDeps {
  marketData: MarketData
  quotes: ChainQuotes
  clock: Clock
}

/** Asks once an hour. Each process has its own probe, because another process may reach the provider differently. */
export function createMarketProbe({ marketData, quotes, clock }: MarketProbeDeps): MarketProbe {
  let good: { usd: number; at: number } | null = null
  let last = { at: -Infinity, waitMs: 0 }
  const coalesce = createCoalesce<void>()
  const ask = async (now: number, signal: AbortSignal) => {
    const usd = quotes.wrapped && (await askPrice(marketData, quotes, signal))
    last = { at: now, waitMs: usd ? hourMs : retryMs }
    if (usd) good = { usd, at: now }
  }
  const lastUsd = () => (good && Math.abs(clock.now().getTime() - good.at) <= maxAgeMs ? good.usd : null)
  return {
    lastUsd,
    nativeUsd: async (signal) => {
      const now = clock.now().getTime()
      // Also after the clock was set back: else the old price would be kept until it has caught up.
      if (Math.abs(now - last.at) >= last.waitMs) await coalesce('', (shared) => ask(now, shared), signal)
      return lastUsd()
    },
  }
}

async function askPrice(marketData: MarketData, quotes: ChainQuotes, signal: AbortSignal): Promise<number | null> {
  const { wrapped, dollars } = quotes
  if (wrapped === null) return null
  try {
    const { pairs } = await marketData.listPairsOfOne(wrapped, signal)
    const deepest = pairs
      .filter(({ base, quote, priceUsd }) => base === wrapped && dollars.has(quote) && priceUsd !== null)
      .toSorted((a, b) => toDepth(b) - toDepth(a))[0]
    return deepest?.priceUsd ?? null
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}

const toDepth = ({ quoteAmount }: Pair): number => quoteAmount ?? 0
