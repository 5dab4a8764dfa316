import { UpstreamError } from '../platform/upstream-error.ts'
import type { CreatorData, WalletHistory } from './creator-data.ts'
import { type Explorer, type ExplorerOptions, type Query, openExplorer } from './txlist-explorer.ts'
import { type TxlistPage, deployedBy, oldestOf, sentCountOf } from './txlist-history.ts'

/** How the sent transactions of a wallet are counted when its newest page is full of others' dust. */
export type CountCall = 'proxy' | 'filter' | 'none'

interface Options extends ExplorerOptions {
  pageSize?: number
  /** By default what the host is known to understand. */
  countCall?: CountCall
}

/** Wallet histories from any explorer that speaks Etherscan's `txlist`. */
export function openCreatorData(options: Options): CreatorData {
  const explorer = openExplorer(options)
  const { pageSize = 100, countCall = countCallOf(new URL(options.url)) } = options
  return { history: (wallet, signal) => readHistory(explorer, { wallet, pageSize, countCall }, signal) }
}

/** Only Etherscan has the proxy call, only Blockscout the filter; elsewhere both are errors or silently ignored. */
export function countCallOf({ hostname, pathname }: URL): CountCall {
  if (hostname === 'api.etherscan.io') return 'proxy'
  return `${hostname}${pathname}`.toLowerCase().includes('blockscout') ? 'filter' : 'none'
}

interface Subject {
  wallet: string
  pageSize: number
  countCall: CountCall
}

async function readHistory(explorer: Explorer, subject: Subject, signal: AbortSignal): Promise<WalletHistory> {
  const { wallet } = subject
  if (!/^0x[0-9a-f]{40}$/.test(wallet)) throw new UpstreamError('creator', 'request', 'not an address')
  const newest = await newestPage(explorer, subject, signal)
  const [oldestAt, { page, sentCount }] = await Promise.all([
    newest.isFull ? oldestEver(explorer, wallet, signal) : oldestOf(newest.rows),
    countSent(explorer, { ...subject, newest }, signal),
  ])
  return { oldestAt, sentCount, deployed: deployedBy(wallet, page.rows), isComplete: !page.isFull }
}

/** The newest page; when that is too much for the explorer or for us, one of a quarter the size. */
async function newestPage(
  explorer: Explorer,
  { wallet, pageSize }: Subject,
  signal: AbortSignal,
  filter: { filter_by?: 'from' } = {},
): Promise<TxlistPage> {
  const query = { ...txlist(wallet), ...filter, page: 1, sort: 'desc' }
  const answer = await explorer.tryRows({ ...query, offset: pageSize }, signal)
  if (answer !== 'too much') return { rows: answer.rows, isFull: answer.rows.length >= pageSize }
  const offset = Math.ceil(pageSize / 4)
  const rows = await explorer.rows({ ...query, offset }, signal)
  return { rows, isFull: rows.length >= offset }
}

async function oldestEver(explorer: Explorer, wallet: string, signal: AbortSignal): Promise<number> {
  const oldestAt = oldestOf(await explorer.rows({ ...txlist(wallet), page: 1, offset: 1, sort: 'asc' }, signal))
  if (oldestAt === null) throw new UpstreamError('creator', 'unavailable', 'a busy wallet was answered without rows')
  return oldestAt
}

/** How many transactions the wallet sent, and the page that shows its own ones best. */
async function countSent(
  explorer: Explorer,
  { newest, ...subject }: Subject & { newest: TxlistPage },
  signal: AbortSignal,
): Promise<{ page: TxlistPage; sentCount: number | null }> {
  const { wallet, countCall } = subject
  const sentCount = sentCountOf(wallet, newest)
  if (sentCount !== null || countCall === 'none') return { page: newest, sentCount }
  if (countCall === 'proxy') {
    const query = { module: 'proxy', action: 'eth_getTransactionCount', address: wallet, tag: 'latest' }
    return { page: newest, sentCount: await explorer.count(query, signal) }
  }
  const page = await newestPage(explorer, subject, signal, { filter_by: 'from' })
  return { page, sentCount: sentCountOf(wallet, page) }
}

const txlist = (address: string): Query => ({
  module: 'account',
  action: 'txlist',
  address,
  startblock: 0,
  endblock: 9_999_999_999,
})
