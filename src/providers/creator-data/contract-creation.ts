import { createGetJson } from '../../platform/outbound/get-json.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { ExplorerOptions } from './txlist-explorer.ts'
import { readCreation } from './txlist-response.ts'

export type FindCreationTx = (contract: string, signal: AbortSignal) => Promise<string | null>

/**
 * Only the transaction counts: explorers differ on whether the sender or the factory is the creator. Throws
 * `UpstreamError` ('creator') or the signal's reason.
 */
export function createFindCreationTx({
  url,
  key,
  chainParam,
  chainId,
  timeoutMs,
  guard,
}: ExplorerOptions): FindCreationTx {
  const getJson = createGetJson({ provider: 'creator', timeoutMs, isTraced: true })
  return (contract, signal) =>
    guard.run(async (signal) => {
      const wanted = new URL(url)
      const query = {
        module: 'contract',
        action: 'getcontractcreation',
        contractaddresses: contract,
        ...(chainParam && { [chainParam]: String(chainId) }),
        ...(key && { apikey: key }),
      }
      for (const [name, value] of Object.entries(query)) wanted.searchParams.set(name, value)
      const response = readCreation(await getJson({ url: wanted }, signal), contract)
      if (!('refusal' in response)) return response.txHash
      const { fault, retryAfterMs } = response.refusal
      throw new UpstreamError(
        'creator',
        fault,
        'the explorer refused to return the creation of a contract',
        retryAfterMs,
      )
    }, signal)
}
