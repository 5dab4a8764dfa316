import type { ReceiptLog } from './eas.ts'

type Hex = `0x${string}`

/** What a transaction of ours does. */
export interface Call {
  to: Hex
  data: Hex
}

/** Wei for each unit of gas. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** What it takes to have a transaction mined soon, and what the attester has. */
export interface Market {
  /** Of the next block. */
  baseFee: bigint
  fees: Fees
  /** Wei. */
  balance: bigint
  /** Transactions of the attester's that are in blocks. */
  count: number
}

/** What a node said of a transaction. Whatever else happens (no answer, an outage) is thrown: it may or may not have it. */
export interface Sent {
  outcome: 'taken' | 'nonce used' | 'gap' | 'underpriced' | 'no funds' | 'refused'
  /** The node's own words, shortened. */
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

/** Whether attestations can be published, as last looked at. */
export interface Inspection {
  at: Date
  /** `unchecked`: not looked at yet; `unreachable`: the node gave no usable answer. */
  state: 'ok' | 'low-balance' | 'no-schema' | 'no-contract' | 'wrong-chain' | 'unreachable' | 'unchecked'
  /** Wei; null: not known. */
  balance: bigint | null
}

/**
 * The key that attests, and the chain as far as attesting needs it. Addresses are EIP-55.
 * All that asks the node throws `UpstreamError` ('chain'), or the signal's reason, and asks nothing else before the node
 * has shown that it serves our chain and that the contract is there.
 */
export interface Attester {
  chainId: number
  address: Hex
  contract: Hex
  /** Signs without asking anybody. */
  signTransaction: (transaction: Call & Fees & { nonce: number; gas: bigint }) => Promise<{ hash: Hex; raw: Hex }>
  /** Signs typed data (EIP-712) without asking anybody. */
  signTypedData: (typedData: TypedData) => Promise<Hex>
  /** Looks at chain, contract, schema and balance; throws nothing. Cut short by the signal it finds what it found before. */
  inspect: (signal: AbortSignal) => Promise<Inspection>
  /** What `inspect` found last in this process. */
  inspected: () => Inspection
  /** The call that registers our schema. */
  registration: (signal: AbortSignal) => Promise<Call>
  market: (signal: AbortSignal) => Promise<Market>
  /** The gas that a call takes, or the name of the error that it ends in. */
  estimate: (call: Call, signal: AbortSignal) => Promise<{ gas: bigint } | { reverts: string }>
  send: (raw: Hex, signal: AbortSignal) => Promise<Sent>
  head: (signal: AbortSignal) => Promise<bigint>
  /** Null: the node has no block at this height. */
  blockHash: (height: bigint, signal: AbortSignal) => Promise<Hex | null>
  /** Null: in no block that the node knows. */
  receipt: (hash: Hex, signal: AbortSignal) => Promise<Receipt | null>
  /** Transactions that an address had in blocks up to a height. */
  countAt: (address: Hex, height: bigint, signal: AbortSignal) => Promise<number>
}

export interface TypedData {
  domain: { name: string; version: string; chainId: number; verifyingContract: Hex }
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}
