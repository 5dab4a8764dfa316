import { createGetJson } from '../../platform/outbound/get-json.ts'
import type { ProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import { BlamedAddress } from '../blamed-address.ts'
import { type TxlistRefusal, type TxlistRow, readCount, readTxlist } from './txlist-response.ts'

export interface ExplorerOptions {
  url: string
  key: string | null
  /** '': the instance serves one chain. */
  chainParam: string
  chainId: number
  timeoutMs: number
  guard: Pick<ProviderGuard, 'run'>
}

export type Query = Record<string, string | number>

/** Each call runs under the guard, and throws `UpstreamError` ('creator') or the signal's reason. */
export interface Explorer {
  tryRows: (query: Query, signal: AbortSignal) => Promise<{ rows: TxlistRow[] } | 'too much'>
  rows: (query: Query, signal: AbortSignal) => Promise<TxlistRow[]>
  count: (query: Query, signal: AbortSignal) => Promise<number>
}

export function createExplorer({ url, key, chainParam, chainId, timeoutMs, guard }: ExplorerOptions): Explorer {
  const getJson = createGetJson({ provider: 'creator', timeoutMs, isTraced: true })
  const fixed = { ...(chainParam && { [chainParam]: chainId }), ...(key && { apikey: key }) }
  const ask = (query: Query, signal: AbortSignal) => getJson({ url: withQuery(url, { ...query, ...fixed }) }, signal)
  return {
    tryRows: (query, signal) =>
      guard.run(async (signal) => {
        const response = readTxlist(await ask(query, signal))
        if (!isRefused(response)) return response
        return response.isTooMuch ? 'too much' : refuse(response, key)
      }, signal),
    rows: (query, signal) =>
      guard.run(async (signal) => {
        const response = readTxlist(await ask(query, signal))
        return isRefused(response) ? refuse(response, key) : response.rows
      }, signal),
    count: (query, signal) =>
      guard.run(async (signal) => {
        const response = readCount(await ask(query, signal))
        return isRefused(response) ? refuse(response, key) : response.count
      }, signal),
  }
}

const isRefused = (response: object): response is TxlistRefusal => 'refusal' in response

function withQuery(base: string, query: Query): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** Withholds the provider's words when they repeat the key. */
function refuse({ refusal, blamesAddress = false }: TxlistRefusal, key: string | null): never {
  const { fault, text, retryAfterMs } = refusal
  const repeatsKey = key !== null && text.toLowerCase().includes(key.toLowerCase())
  const words = repeatsKey ? 'text that repeats the API key' : text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 120)
  const Fault = blamesAddress ? BlamedAddress : UpstreamError
  throw new Fault('creator', fault, `the explorer responded: ${words}`, retryAfterMs)
}
