import type { Clock } from '../../platform/clock.ts'
import { hourMs } from '../../../contract/durations.ts'
import { createCoalesce } from '../../platform/caching/coalesce.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { MarketData, Pair } from '../../providers/market/market-data.ts'
import type { ChainQuotes } from '../rules/quotes-1.0.0.ts'

/** Shows that the provider and its name of our chain are right: the wrapped native coin always has a market. */
export interface Canary {
  /** The native coin's price in US dollars; null: there was no good answer in the last two hours. Throws the signal's reason. */
  nativeUsd: (signal: AbortSignal) => Promise<number | null>
}

const maxAgeMs = 2 * hourMs
/** A canary that failed is asked again after this. */
const retryMs = 60_000

interface CanaryDeps {
  marketData: MarketData
  quotes: ChainQuotes
  clock: Clock
}

/** Asks once an hour. Each process has its own canary, because another process may reach the provider differently. */
export function createCanary({ marketData, quotes, clock }: CanaryDeps): Canary {
  let good: { usd: number; at: number } | null = null
  let last = { at: -Infinity, waitMs: 0 }
  const coalesce = createCoalesce<void>()
  const ask = async (now: number, signal: AbortSignal) => {
    const usd = quotes.wrapped && (await askPrice(marketData, quotes, signal))
    last = { at: now, waitMs: usd ? hourMs : retryMs }
    if (usd) good = { usd, at: now }
  }
  return {
    nativeUsd: async (signal) => {
      const now = clock.now().getTime()
      // Also after the clock was set back: else the old price would be kept until it has caught up.
      if (Math.abs(now - last.at) >= last.waitMs) await coalesce('', (shared) => ask(now, shared), signal)
      return good && Math.abs(now - good.at) <= maxAgeMs ? good.usd : null
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
