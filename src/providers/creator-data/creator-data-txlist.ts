import { UpstreamError } from '../../platform/errors.ts'
import type { Probed } from '../../platform/resilience/provider-guard.ts'
import type { Clock } from '../../platform/time.ts'
import { below, confirmBlame, type HostPlans, probeWallet } from '../provider-calls.ts'
import type { CreatorData, WalletHistory } from './creator-data.ts'
import { createExplorer, type Explorer, type ExplorerOptions, type Query, type TxlistRow } from './txlist-explorer.ts'

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

interface TxlistPage {
  rows: TxlistRow[]
  isFull: boolean
}

const sentBy = (wallet: string, rows: TxlistRow[]): TxlistRow[] => rows.filter(({ from }) => from === wallet)

/** Reverted transactions count too; null: a full page without own transactions, or a row without nonce or sender. */
export function countSentRows(wallet: string, { rows, isFull }: TxlistPage): number | null {
  const sent = sentBy(wallet, rows)
  const nonces = sent.flatMap(({ nonce }) => nonce ?? [])
  if (nonces.length < sent.length || rows.some(({ from }) => from === null)) return null
  if (nonces.length > 0) return nonces.reduce((most, nonce) => Math.max(most, nonce)) + 1
  return isFull ? null : 0
}

/** `unknown`: possibly older rows lack their time. null: no rows. */
export function findOldest(rows: TxlistRow[]): number | 'unknown' | null {
  if (rows.length === 0) return null
  const times = rows.map(({ at }) => at ?? Infinity)
  const oldest = times.reduce((one, other) => Math.min(one, other))
  const hasOlder = rows.slice(times.lastIndexOf(oldest)).some(({ at }) => at === null)
  return oldest === Infinity || hasOlder ? 'unknown' : oldest
}

export const deployedBy = (wallet: string, rows: TxlistRow[]): WalletHistory['deployed'] =>
  sentBy(wallet, rows)
    .flatMap(({ to, contractAddress, at, input, hasFailed }) =>
      to === '' && contractAddress !== null && at !== null && hasFailed === false
        ? [{ address: contractAddress, at, isToken: input !== null && isTokenCode(input) }]
        : [],
    )
    .toSorted((one, other) => other.at - one.at)

/** Rows that lack something we need; a creation among them isn't recognised. */
export const countUnread = (wallet: string, rows: TxlistRow[]): number =>
  rows.filter((row) => row.at === null || row.from === null || (row.from === wallet && isUnreadSent(row))).length

function isUnreadSent({ to, nonce, contractAddress, input, hasFailed }: TxlistRow): boolean {
  if (nonce === null || to === null) return true
  return to === '' && hasFailed !== true && (hasFailed === null || contractAddress === null || input === null)
}

/** A contract's dispatcher pushes its functions' selectors: transfer, balanceOf and totalSupply make a token. */
const isTokenCode = (code: string): boolean =>
  ['63a9059cbb', '6370a08231', '6318160ddd'].every((push) => code.includes(push))
