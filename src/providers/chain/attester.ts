import type { TypedData } from '../../../contract/verification/receipt.ts'
import type { Hex } from 'viem'
import type { BlockTimes } from './block-times.ts'
import type { ReceiptLog } from './eas.ts'

export interface Call {
  to: Hex
  data: Hex
}

export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** Fees that get a transaction mined soon, and the attester's balance. */
export interface Market {
  baseFee: bigint
  fees: Fees
  balance: bigint
  count: number
}

/** A node's response to a transaction. Without a response this throws: the node may or may not have the transaction. */
export interface Sent {
  outcome: 'taken' | 'nonce used' | 'gap' | 'underpriced' | 'no funds' | 'refused'
  detail: string
}

export interface Receipt {
  hash: Hex
  blockNumber: bigint
  blockHash: Hex
  isSuccess: boolean
  gasUsed: bigint
  logs: ReceiptLog[]
}

export interface Stamp {
  txHash: Hex
  blockNumber: bigint
  blockHash: Hex
}

export interface Inspection {
  at: Date
  /**
   * `stuck`: a transaction has waited for long; `unchecked`: not checked yet; `unreachable`: the node gave no usable
   * response; `no-signer`: the signer gave none; `wrong-signer`: it lacks our key.
   */
  state:
    | 'ok'
    | 'stuck'
    | 'low-balance'
    | 'no-schema'
    | 'no-contract'
    | 'wrong-chain'
    | 'unreachable'
    | 'no-signer'
    | 'wrong-signer'
    | 'unchecked'
  balance: bigint | null
}

/**
 * The signer, and the chain as far as attesting needs it. Addresses are EIP-55. Calls to the node throw `UpstreamError`
 * ('chain') or the signal's reason, and first check that it serves our chain and contract.
 */
export interface Attester extends Pick<BlockTimes, 'head' | 'safe' | 'finalized'> {
  chainId: number
  address: Hex
  contract: Hex
  /** The signer may be remote: never call this in a database transaction. Throws `UpstreamError` ('signer'). */
  signTransaction: (
    transaction: Call & Fees & { nonce: number; gas: bigint },
    signal: AbortSignal,
  ) => Promise<{ hash: Hex; raw: Hex }>
  signTypedData: (typedData: TypedData, signal: AbortSignal) => Promise<Hex>
  /** Never throws; when aborted, it returns the earlier findings. */
  inspect: (signal: AbortSignal) => Promise<Inspection>
  markStuck: (isStuck: boolean) => void
  inspected: () => Inspection
  registration: (signal: AbortSignal) => Promise<Call>
  hasCode: (address: Hex, signal: AbortSignal) => Promise<boolean>
  /** By whomever; null: never. */
  stampedAt: (digest: Hex, signal: AbortSignal) => Promise<Date | null>
  /** By whomever; null: none. */
  findStamp: (digest: Hex, signal: AbortSignal) => Promise<Stamp | null>
  market: (signal: AbortSignal) => Promise<Market>
  /** The gas of a call, or the name of the error that it reverts with. */
  estimate: (call: Call, signal: AbortSignal) => Promise<{ gas: bigint } | { reverts: string }>
  send: (raw: Hex, signal: AbortSignal) => Promise<Sent>
  /** null: the node has no such block. */
  blockHash: (height: bigint, signal: AbortSignal) => Promise<Hex | null>
  /** null: in no block that the node knows. */
  receipt: (hash: Hex, signal: AbortSignal) => Promise<Receipt | null>
  /** The transactions of an account in all blocks so far. */
  count: (address: Hex, signal: AbortSignal) => Promise<number>
}
