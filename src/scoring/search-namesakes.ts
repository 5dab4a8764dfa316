import type { Deps } from '../deps.ts'
import { findMarketChain } from '../config/read-market.ts'
import { findNamesakes, type Namesakes } from '../signals/rules/namesakes.ts'
import type { Submission } from '../signals/schemas.ts'
import { UpstreamError } from '../platform/errors.ts'
import { QueueRefused } from '../platform/queues/admission-queue.ts'
import { openTimeout } from '../platform/resilience/timeouts.ts'

interface Sought extends Pick<Submission, 'name' | 'symbol' | 'contractAddress' | 'chainId'> {
  submittedAt: Date
}

/** A scoring does without the market rather than wait longer. */
const maxWaitMs = 10_000

/**
 * Searches the market for older tokens with the ticker. null: no market is configured. A market that doesn't answer fails no
 * scoring; only the signal's reason is thrown.
 */
export async function searchNamesakes(
  { chains, config }: Deps,
  { name, symbol, contractAddress, chainId = config.chainId, submittedAt }: Sought,
  signal: AbortSignal,
): Promise<Namesakes | 'unread' | null> {
  const market = [...chains.values()].find((sources) => sources.market !== null)?.market
  if (!market) return null
  using timeout = openTimeout(maxWaitMs, signal)
  try {
    const found = await market.marketData.search(symbol, timeout.signal)
    const chain = chainId === config.chainId ? config.marketData?.chain : findMarketChain(chainId)
    const own = contractAddress === null || chain === undefined ? null : { address: contractAddress, chain }
    return findNamesakes(found, { name, symbol, at: submittedAt, own })
  } catch (error) {
    signal.throwIfAborted()
    const isNoAnswer = error instanceof UpstreamError || error instanceof QueueRefused || timeout.signal.aborted
    if (!isNoAnswer) throw error
    return 'unread'
  }
}
