import type { Clock } from '../../platform/clock.ts'
import type { Probed } from '../../platform/resilience/provider-guard.ts'
import { UpstreamError } from '../../platform/upstream-error.ts'
import type { CreatorData, WalletHistory } from './creator-data.ts'
import { confirmBlame } from '../blamed-address.ts'
import { type HostPlans, below } from '../plan-pace.ts'
import { probeWallet } from '../probe-subjects.ts'
import { type Explorer, type ExplorerOptions, type Query, createExplorer } from './txlist-explorer.ts'
import { type TxlistPage, countSentRows, countUnread, deployedBy, findOldest } from './txlist-history.ts'

/** The smallest plan of each host, which most accounts have. */
export const explorerPlans: HostPlans = {
  'api.etherscan.io': () => below(3),
  'api.blockscout.com': () => below(5),
  'api.routescan.io': () => below(2),
}

export type CountCall = 'proxy' | 'filter' | 'none'

interface Options extends ExplorerOptions {
  clock: Clock
  pageSize?: number
  countCall?: CountCall
}

export function createCreatorData(options: Options): CreatorData & Probed {
  const explorer = createExplorer(options)
  const unguarded = createExplorer({ ...options, guard: { run: (work, signal) => work(signal) } })
  const { clock, pageSize = 100, countCall = toCountCall(new URL(options.url)) } = options
  return {
    history: (wallet, signal) =>
      confirmBlame(
        () => readHistory(explorer, { wallet, pageSize, countCall }, signal),
        () => explorer.rows(ownQuery, signal),
      ).then((history) => ({ ...history, fetchedAt: clock.now().toISOString() })),
    probe: async (signal) => void (await unguarded.rows(ownQuery, signal)),
  }
}

/** Only Etherscan has the proxy call, and only Blockscout the filter. */
export function toCountCall({ hostname, pathname }: URL): CountCall {
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
    newest.isFull ? oldestEver(explorer, wallet, signal) : findOldest(newest.rows),
    countSent(explorer, { ...subject, newest }, signal),
  ])
  const unreadRows = countUnread(wallet, page.rows)
  return {
    oldestAt: oldestAt === 'unknown' ? null : oldestAt,
    ...(oldestAt === 'unknown' && { isAgeUnknown: true as const }),
    sentCount,
    deployed: deployedBy(wallet, page.rows),
    isComplete: !page.isFull && unreadRows === 0,
    ...(unreadRows > 0 && { unreadRows }),
  }
}

/** If the page is too much for the explorer or for us, reads a quarter of it. */
async function newestPage(
  explorer: Explorer,
  { wallet, pageSize }: Subject,
  signal: AbortSignal,
  filter: { filter_by?: 'from' } = {},
): Promise<TxlistPage> {
  const query = { ...txlist(wallet), ...filter, page: 1, sort: 'desc' }
  const response = await explorer.tryRows({ ...query, offset: pageSize }, signal)
  if (response !== 'too much') return { rows: response.rows, isFull: response.rows.length >= pageSize }
  const offset = Math.ceil(pageSize / 4)
  const rows = await explorer.rows({ ...query, offset }, signal)
  return { rows, isFull: rows.length >= offset }
}

async function oldestEver(explorer: Explorer, wallet: string, signal: AbortSignal): Promise<number | 'unknown'> {
  const oldestAt = findOldest(await explorer.rows({ ...txlist(wallet), page: 1, offset: 1, sort: 'asc' }, signal))
  if (oldestAt === null) throw new UpstreamError('creator', 'unavailable', 'the response for a busy wallet has no rows')
  return oldestAt
}

/** Returns the page that shows most of the wallet's own transactions. */
async function countSent(
  explorer: Explorer,
  { newest, ...subject }: Subject & { newest: TxlistPage },
  signal: AbortSignal,
): Promise<{ page: TxlistPage; sentCount: number | null }> {
  const { wallet, countCall } = subject
  const sentCount = countSentRows(wallet, newest)
  if (sentCount !== null || countCall === 'none') return { page: newest, sentCount }
  if (countCall === 'proxy') {
    const query = { module: 'proxy', action: 'eth_getTransactionCount', address: wallet, tag: 'latest' }
    return { page: newest, sentCount: await explorer.count(query, signal) }
  }
  const page = await newestPage(explorer, subject, signal, { filter_by: 'from' })
  return { page, sentCount: countSentRows(wallet, page) }
}

const txlist = (address: string): Query => ({
  module: 'account',
  action: 'txlist',
  address,
  startblock: 0,
  endblock: 9_999_999_999,
})

const ownQuery: Query = { ...txlist(probeWallet), page: 1, offset: 1, sort: 'desc' }
