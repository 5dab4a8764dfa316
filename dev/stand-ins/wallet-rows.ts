import { createHash } from 'node:crypto'

/** A transaction as Etherscan's `txlist` gives it: every value a string. */
export interface TxRow {
  blockNumber: string
  blockHash: string
  timeStamp: string
  hash: string
  nonce: string
  transactionIndex: string
  from: string
  to: string
  value: string
  gas: string
  gasPrice: string
  input: string
  methodId: string
  functionName: string
  contractAddress: string
  cumulativeGasUsed: string
  txreceipt_status: string
  gasUsed: string
  confirmations: string
  isError: string
}

interface Creation {
  address: string
  ageDays: number
}

/** A wallet in words: "780 days old, 7 sent, two tokens". */
export interface WalletSpec {
  /** When it got its first coins. */
  ageDays: number
  /** Sent transactions, creations and told calls included; at least as many as there are of these. */
  sent: number
  tokens?: Creation[]
  /** Contracts that are no tokens. */
  contracts?: Creation[]
  /** Creations that were reverted. */
  failed?: Creation[]
  /** Calls to contracts that are told one by one. */
  calls?: { to: string; hash: string; ageDays: number }[]
  /** Dust that others sent to it within the last hour. */
  dust?: number
}

/** A transaction before it has its place in the wallet's order. */
interface Draft {
  at: number
  row: Partial<TxRow>
}

const strangers = {
  funder: '0xfa0ce70000000000000000000000000000000201',
  router: '0x4007e40000000000000000000000000000000202',
  spammer: '0x5ba33e4000000000000000000000000000000203',
}

/** The transactions that such a wallet would have at `now`, oldest first. */
export function walletRows(wallet: string, spec: WalletSpec, now: Date): TxRow[] {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const bornAt = nowSeconds - spec.ageDays * daySeconds
  const funding = {
    at: bornAt,
    row: { from: strangers.funder, to: wallet, nonce: '77001', value: '2000000000000000000' },
  }
  const dust = Array.from({ length: spec.dust ?? 0 }, (_, n) => ({
    at: nowSeconds - 3600 + n,
    row: { from: strangers.spammer, to: wallet, nonce: String(5000 + n), value: '1' },
  }))
  const drafts = [funding, ...sentDrafts(wallet, spec, { bornAt, nowSeconds }), ...dust]
  return drafts.toSorted((one, other) => one.at - other.at).map((draft, n) => completed(draft, `${wallet}:${n}`))
}

const daySeconds = 86_400

/** The wallet's own transactions in order of time, with rising nonces. */
function sentDrafts(wallet: string, spec: WalletSpec, time: { bornAt: number; nowSeconds: number }): Draft[] {
  const creations = [...creationDrafts(spec, time.nowSeconds), ...callDrafts(spec, time.nowSeconds)]
  const calls = Math.max(0, spec.sent - creations.length)
  const step = (time.nowSeconds - time.bornAt) / (calls + 1)
  const swaps = Array.from({ length: calls }, (_, n) => ({
    at: Math.floor(time.bornAt + step * (n + 1)),
    row: { to: strangers.router, input: `0x095ea7b3${'0'.repeat(128)}`, gasUsed: '100000' },
  }))
  return [...creations, ...swaps]
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, row }, nonce) => ({ at, row: { ...row, from: wallet, nonce: String(nonce) } }))
}

function creationDrafts({ tokens = [], contracts = [], failed = [] }: WalletSpec, nowSeconds: number): Draft[] {
  const draft = ({ address, ageDays }: Creation, more: Partial<TxRow>): Draft => ({
    at: Math.floor(nowSeconds - ageDays * daySeconds),
    row: { to: '', contractAddress: address, gas: '2500000', gasUsed: '1170001', ...more },
  })
  return [
    ...tokens.map((created) => draft(created, { input: tokenCode })),
    ...contracts.map((created) => draft(created, { input: otherCode })),
    ...failed.map((created) => draft(created, { input: tokenCode, isError: '1', txreceipt_status: '0' })),
  ]
}

const callDrafts = ({ calls = [] }: WalletSpec, nowSeconds: number): Draft[] =>
  calls.map(({ to, hash, ageDays }) => ({
    at: Math.floor(nowSeconds - ageDays * daySeconds),
    row: { to, hash, input: `0xdf40224a${'0'.repeat(64)}`, gasUsed: '2000000' },
  }))

/** Init code with a dispatcher that pushes the selectors of an ERC-20. */
const selectors = ['095ea7b3', '18160ddd', '23b872dd', '70a08231', 'a9059cbb', 'dd62ed3e']
const getErrorCode = (known: string[]) =>
  `0x608060405234801561001057600080fd5b50${known.map((selector) => `8063${selector}14610100570`).join('')}00`
const tokenCode = getErrorCode(selectors)
const otherCode = getErrorCode(['86d1a69f', 'be9a6555'])

function completed({ at, row }: Draft, seed: string): TxRow {
  const input = row.input ?? '0x'
  return {
    blockNumber: String(Math.floor(at / 12) - 123_000_000),
    blockHash: hashText(`block ${at}`),
    timeStamp: String(at),
    hash: hashText(seed),
    nonce: '0',
    transactionIndex: '7',
    from: '',
    to: '',
    value: '0',
    gas: '210000',
    gasPrice: '3000000000',
    input,
    methodId: input.slice(0, 10),
    functionName: '',
    contractAddress: '',
    cumulativeGasUsed: '8123456',
    txreceipt_status: '1',
    gasUsed: '21000',
    confirmations: '1000',
    isError: '0',
    ...row,
  }
}

const hashText = (seed: string): string => `0x${createHash('sha256').update(seed).digest('hex')}`
