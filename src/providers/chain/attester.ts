import type { TypedData } from '../../../contract/verification/typed-data.ts'
import type { Hex } from 'viem'
import type { ReceiptLog } from './eas.ts'

/** The content of one of our transactions. */
export interface Call {
  to: Hex
  data: Hex
}

/** Wei for each unit of gas. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** The fees that get a transaction mined soon, at least those that refusals asked for, and the attester's balance. */
export interface Market {
  /** The base fee of the next block. */
  baseFee: bigint
  fees: Fees
  /** Wei. */
  balance: bigint
  /** The number of the attester's transactions in blocks. */
  count: number
}

/** A node's response to a transaction. Anything else (no response, an outage) is thrown: the node may or may not have it. */
export interface Sent {
  outcome: 'taken' | 'nonce used' | 'gap' | 'underpriced' | 'no funds' | 'refused'
  /** The node's message, shortened. */
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

/** The transaction in which the contract stamped 32 bytes. */
export interface Stamp {
  txHash: Hex
  blockNumber: bigint
  blockHash: Hex
}

/** Whether attestations can be published, by the last check. */
export interface Inspection {
  at: Date
  /**
   * `stuck`: a transaction waits for a block for long, and every later one behind it; `unchecked`: not checked yet; `unreachable`: the node gave no usable response; `no-signer`: the signer gave none;
   * `wrong-signer`: the signer lacks our key.
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
  /** Wei; null: unknown. */
  balance: bigint | null
}

/**
 * The signer that attests, and the chain as far as attesting needs it. Addresses are EIP-55.
 * All that asks the node throws `UpstreamError` ('chain'), or the signal's reason, and asks nothing else before the node
 * has shown that it serves our chain and that the contract is there.
 */
export interface Attester {
  chainId: number
  address: Hex
  contract: Hex
  /** Asks the signer, which may be remote: never in a database transaction. Throws `UpstreamError` ('signer'). */
  signTransaction: (
    transaction: Call & Fees & { nonce: number; gas: bigint },
    signal: AbortSignal,
  ) => Promise<{ hash: Hex; raw: Hex }>
  /** Signs typed data (EIP-712). Throws `UpstreamError` ('signer'). */
  signTypedData: (typedData: TypedData, signal: AbortSignal) => Promise<Hex>
  /** Checks chain, contract, schema and balance. Never throws; when the signal aborts it, it returns the earlier findings. */
  inspect: (signal: AbortSignal) => Promise<Inspection>
  /** Reports whether the lowest pending transaction waits for long; the state `ok` is `stuck` from then on. */
  markStuck: (isStuck: boolean) => void
  /** The last result of `inspect` in this process. */
  inspected: () => Inspection
  /** The call that registers our schema. */
  registration: (signal: AbortSignal) => Promise<Call>
  /** When the contract stamped 32 bytes, by whomever; null: it didn't. */
  stampedAt: (digest: Hex, signal: AbortSignal) => Promise<Date | null>
  /** The transaction that stamped 32 bytes, by whomever; null: none did. */
  findStamp: (digest: Hex, signal: AbortSignal) => Promise<Stamp | null>
  market: (signal: AbortSignal) => Promise<Market>
  /** The gas of a call, or the name of the error that it reverts with. */
  estimate: (call: Call, signal: AbortSignal) => Promise<{ gas: bigint } | { reverts: string }>
  send: (raw: Hex, signal: AbortSignal) => Promise<Sent>
  head: (signal: AbortSignal) => Promise<bigint>
  /** null: the node has no block at this height. */
  blockHash: (height: bigint, signal: AbortSignal) => Promise<Hex | null>
  /** null: in no block that the node knows. */
  receipt: (hash: Hex, signal: AbortSignal) => Promise<Receipt | null>
  /** The number of an address's transactions in blocks up to a height. */
  countAt: (address: Hex, height: bigint, signal: AbortSignal) => Promise<number>
}
