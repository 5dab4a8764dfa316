import type { WalletHistory } from './creator-data.ts'
import type { TxlistRow } from './txlist-response.ts'

export interface TxlistPage {
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
