import type { WalletHistory } from './creator-data.ts'
import type { TxlistRow } from './txlist-response.ts'

/** One page of transactions, newest first. */
export interface TxlistPage {
  rows: TxlistRow[]
  /** The page is full, so there may be more. */
  isFull: boolean
}

/** The transactions that the wallet itself sent. */
const sentBy = (wallet: string, rows: TxlistRow[]): TxlistRow[] =>
  rows.filter(({ from }) => from.toLowerCase() === wallet)

/** The largest nonce plus one (reverted transactions count too); null: a full page without own transactions. */
export function countSentRows(wallet: string, { rows, isFull }: TxlistPage): number | null {
  const nonces = sentBy(wallet, rows).map(({ nonce }) => Number(nonce))
  if (nonces.length > 0) return Math.max(...nonces) + 1
  return isFull ? null : 0
}

/** When the oldest of the rows was mined; null for no rows. */
export const findOldest = (rows: TxlistRow[]): number | null =>
  rows.length > 0 ? Math.min(...rows.map(({ timeStamp }) => Number(timeStamp))) : null

/** The contracts that the wallet's own transactions created, newest first. */
export const deployedBy = (wallet: string, rows: TxlistRow[]): WalletHistory['deployed'] =>
  sentBy(wallet, rows)
    .filter(isCreation)
    .map(({ contractAddress, timeStamp, input }) => ({
      address: (contractAddress ?? '').toLowerCase(),
      at: Number(timeStamp),
      isToken: isTokenCode(input),
    }))
    .toSorted((one, other) => other.at - one.at)

const isCreation = ({ to, contractAddress, isError }: TxlistRow): boolean =>
  !to && isError === '0' && /^0x[0-9a-f]{40}$/i.test(contractAddress ?? '')

/** A contract's dispatcher pushes the selectors of its functions: transfer, balanceOf and totalSupply make a token. */
const isTokenCode = (input: string): boolean => {
  const code = input.toLowerCase()
  return ['63a9059cbb', '6370a08231', '6318160ddd'].every((push) => code.includes(push))
}
