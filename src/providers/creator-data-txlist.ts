import { type JsonAnswer, openGetJson } from '../platform/get-json.ts'
import type { Refusal } from '../platform/http-refusal.ts'
import type { ProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import type { CreatorData, WalletHistory } from './creator-data.ts'
import { type TxlistRefusal, readCount, readTxlist } from './txlist-answer.ts'
import { type TxlistPage, deployedBy, oldestOf, sentCountOf } from './txlist-history.ts'

/** How the sent transactions of a wallet are counted when its newest page is full of others' dust. */
export type CountCall = 'proxy' | 'filter' | 'none'

interface Options {
  url: string
  key: string | null
  /** '': the instance serves one chain and is told none. */
  chainParam: string
  chainId: number
  timeoutMs: number
  guard: ProviderGuard
  pageSize?: number
  /** By default what the host is known to understand. */
  countCall?: CountCall
}

type Query = Record<string, string | number>

/** Wallet histories from any explorer that speaks Etherscan's `txlist`. */
export function openCreatorData(options: Options): CreatorData {
  const explorer = openExplorer(options)
  const { pageSize = 100, countCall = countCallOf(new URL(options.url)) } = options
  return {
    async history(wallet, signal) {
      if (!/^0x[0-9a-f]{40}$/.test(wallet)) throw new UpstreamError('creator', 'request', 'not an address')
      const newest = await newestPage(explorer, { wallet, pageSize }, signal)
      if (!newest.isFull) return historyOf(wallet, newest, oldestOf(newest.rows), sentCountOf(wallet, newest))
      const isCounted = sentCountOf(wallet, newest) !== null
      const [oldestAt, sent] = await Promise.all([
        oldestEver(explorer, wallet, signal),
        isCounted ? newest : countSent(explorer, { wallet, pageSize, countCall }, signal),
      ])
      if (typeof sent === 'number') return historyOf(wallet, newest, oldestAt, sent)
      const page = sent ?? newest
      return historyOf(wallet, page, oldestAt, sentCountOf(wallet, page))
    },
  }
}

/** Only Etherscan has the proxy call, only Blockscout the filter; elsewhere both are errors or silently ignored. */
export function countCallOf({ hostname, pathname }: URL): CountCall {
  if (hostname === 'api.etherscan.io') return 'proxy'
  return `${hostname}${pathname}`.toLowerCase().includes('blockscout') ? 'filter' : 'none'
}

const historyOf = (
  wallet: string,
  page: TxlistPage,
  oldestAt: number | null,
  sentCount: number | null,
): WalletHistory => ({
  oldestAt,
  sentCount,
  deployed: deployedBy(wallet, page.rows),
  isComplete: !page.isFull,
})

/** The newest page; when that is too much for the explorer or for us, one of a quarter the size. */
async function newestPage(
  explorer: Explorer,
  { wallet, pageSize, ...filter }: { wallet: string; pageSize: number; filter_by?: 'from' },
  signal: AbortSignal,
): Promise<TxlistPage> {
  const query = { ...txlist(wallet), ...filter, page: 1, sort: 'desc' }
  const answer = await explorer.tryRows({ ...query, offset: pageSize }, signal)
  if ('rows' in answer) return { rows: answer.rows, isFull: answer.rows.length >= pageSize }
  const offset = Math.ceil(pageSize / 4)
  const rows = await explorer.rows({ ...query, offset }, signal)
  return { rows, isFull: rows.length >= offset }
}

async function oldestEver(explorer: Explorer, wallet: string, signal: AbortSignal): Promise<number> {
  const oldestAt = oldestOf(await explorer.rows({ ...txlist(wallet), page: 1, offset: 1, sort: 'asc' }, signal))
  if (oldestAt === null) throw new UpstreamError('creator', 'unavailable', 'a busy wallet was answered without rows')
  return oldestAt
}

/** A count, or a page of sent transactions only, or null where the explorer knows neither. */
async function countSent(
  explorer: Explorer,
  { wallet, pageSize, countCall }: { wallet: string; pageSize: number; countCall: CountCall },
  signal: AbortSignal,
): Promise<number | TxlistPage | null> {
  if (countCall === 'none') return null
  if (countCall === 'filter') return newestPage(explorer, { wallet, pageSize, filter_by: 'from' }, signal)
  const query = { module: 'proxy', action: 'eth_getTransactionCount', address: wallet, tag: 'latest' }
  return explorer.count(query, signal)
}

const txlist = (address: string): Query => ({
  module: 'account',
  action: 'txlist',
  address,
  startblock: 0,
  endblock: 9_999_999_999,
})

type Explorer = ReturnType<typeof openExplorer>

/** The explorer's calls, each under the guard. */
function openExplorer({ url, key, chainParam, chainId, timeoutMs, guard }: Options) {
  const getJson = openGetJson({ provider: 'creator', timeoutMs })
  const fixed = { ...(chainParam && { [chainParam]: chainId }), ...(key && { apikey: key }) }
  const ask = (query: Query, signal: AbortSignal): Promise<JsonAnswer> =>
    getJson({ url: withQuery(url, { ...query, ...fixed }) }, signal)

  return {
    /** Rows, or word that a smaller page may do. */
    tryRows: (query: Query, signal: AbortSignal) =>
      guard.run(async (signal) => {
        const answer = readTxlist(await ask(query, signal))
        return isRefused(answer) && !answer.isTooMuch ? refuse(answer.refusal, key) : answer
      }, signal),
    rows: (query: Query, signal: AbortSignal) =>
      guard.run(async (signal) => {
        const answer = readTxlist(await ask(query, signal))
        return isRefused(answer) ? refuse(answer.refusal, key) : answer.rows
      }, signal),
    count: (query: Query, signal: AbortSignal) =>
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
