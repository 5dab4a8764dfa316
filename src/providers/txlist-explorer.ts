import { openGetJson } from '../platform/get-json.ts'
import type { Refusal } from '../platform/http-refusal.ts'
import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { type TxlistRefusal, type TxlistRow, readCount, readTxlist } from './txlist-answer.ts'

export interface ExplorerOptions {
  url: string
  key: string | null
  /** '': the instance serves one chain and is told none. */
  chainParam: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
}

export type Query = Record<string, string | number>

/** An explorer's calls, each under the guard. They throw `UpstreamError` ('creator'), or the signal's reason. */
export interface Explorer {
  /** Rows, or word that a smaller page may do. */
  tryRows: (query: Query, signal: AbortSignal) => Promise<{ rows: TxlistRow[] } | 'too much'>
  rows: (query: Query, signal: AbortSignal) => Promise<TxlistRow[]>
  /** The answer to `eth_getTransactionCount`. */
  count: (query: Query, signal: AbortSignal) => Promise<number>
}

export function openExplorer({ url, key, chainParam, chainId, timeoutMs, guard }: ExplorerOptions): Explorer {
  const getJson = openGetJson({ provider: 'creator', timeoutMs })
  const fixed = { ...(chainParam && { [chainParam]: chainId }), ...(key && { apikey: key }) }
  const ask = (query: Query, signal: AbortSignal) => getJson({ url: withQuery(url, { ...query, ...fixed }) }, signal)
  return {
    tryRows: (query, signal) =>
      guard.run(async (signal) => {
        const answer = readTxlist(await ask(query, signal))
        if (!isRefused(answer)) return answer
        return answer.isTooMuch ? 'too much' : refuse(answer.refusal, key)
      }, signal),
    rows: (query, signal) =>
      guard.run(async (signal) => {
        const answer = readTxlist(await ask(query, signal))
        return isRefused(answer) ? refuse(answer.refusal, key) : answer.rows
      }, signal),
    count: (query, signal) =>
      guard.run(async (signal) => {
        const answer = readCount(await ask(query, signal))
        return isRefused(answer) ? refuse(answer.refusal, key) : answer.count
      }, signal),
  }
}

const isRefused = (answer: object): answer is TxlistRefusal => 'refusal' in answer

function withQuery(base: string, query: Query): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** Their words may go to a log: shortened, and withheld when they repeat the key. */
function refuse({ fault, text, retryAfterMs }: Refusal, key: string | null): never {
  const repeatsKey = key !== null && text.toLowerCase().includes(key.toLowerCase())
  const words = repeatsKey ? 'words that repeat the key' : text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 120)
  throw new UpstreamError('creator', fault, `the explorer answered: ${words}`, retryAfterMs)
}
