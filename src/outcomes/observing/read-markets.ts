import { UpstreamError } from '../../platform/upstream-error.ts'
import type { MarketData, Pairs } from '../../providers/market/market-data.ts'
import { type MarketObservation, type Quotes, measureMarket } from '../rules/depth-1.0.0.ts'
import type { Canary } from './canary.ts'

export interface MarketDeps {
  marketData: MarketData
  canary: Canary
  quotes: Quotes
}

/** An observation that failed: no row is written, and it is tried again. */
type MarketResult = MarketObservation | UpstreamError

/**
 * The markets of at most `marketData.maxTokens` tokens (lower case), asked for in one call. A full response proves nothing
 * about any of them, so each is then asked for alone.
 */
export async function readMarkets(
  deps: MarketDeps,
  tokens: string[],
  signal: AbortSignal,
): Promise<Map<string, MarketResult>> {
  const { marketData } = deps
  const nativeUsd = await deps.canary.nativeUsd(signal)
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
  deps: MarketDeps,
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

interface Answer {
  token: string
  answer: Pairs
  nativeUsd: number | null
}

/** Nothing listed is a fact only while the canary shows that the provider would list something. */
function classify({ quotes }: MarketDeps, { token, answer, nativeUsd }: Answer): MarketResult {
  const { pairs, isPartial } = answer
  const observation = measureMarket({ token, pairs, isPartial, quotes, nativeUsd })
  if (observation.state !== 'absent') return observation
  if (isPartial) return new UpstreamError('market', 'unavailable', 'no pair of the token among those that can be read')
  if (nativeUsd !== null) return observation
  return new UpstreamError('market', 'unavailable', 'no pair, and no good canary within two hours')
}
