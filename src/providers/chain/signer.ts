import {
  type Hex,
  concatHex,
  getTypesForEIP712Domain,
  hashDomain,
  hashStruct,
  keccak256,
  parseSignature,
  serializeTransaction,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Call, Fees } from './attester.ts'
import type { TypedData } from '../../../contract/verification/typed-data.ts'

export interface Signer {
  address: Hex
  /** r, s and v (27 or 28), 65 bytes. Throws `UpstreamError` ('signer') or the signal's reason. */
  sign: (data: Hex, signal: AbortSignal) => Promise<Hex>
  /** Shows that the signer responds and signs with our key; null: the key is in this process. */
  check: ((signal: AbortSignal) => Promise<void>) | null
}

export function createLocalSigner(key: Hex): Signer {
  const account = privateKeyToAccount(key)
  return { address: account.address, sign: (data) => account.sign({ hash: keccak256(data) }), check: null }
}

type Transaction = Call & Fees & { chainId: number; nonce: number; gas: bigint }

/** The signer gets the whole transaction, so that it can apply its own rules. */
export async function signTransaction(signer: Signer, transaction: Transaction, signal: AbortSignal) {
  const unsigned = { type: 'eip1559' as const, ...transaction }
  const signature = await signer.sign(serializeTransaction(unsigned), signal)
  const raw = serializeTransaction(unsigned, parseSignature(signature))
  return { raw, hash: keccak256(raw) }
}

export async function signTypedData(signer: Signer, typedData: TypedData, signal: AbortSignal): Promise<Hex> {
  const { domain, primaryType, message } = typedData
  const types: Record<string, unknown> = { ...typedData.types, EIP712Domain: getTypesForEIP712Domain({ domain }) }
  const parts = [hashDomain({ domain, types }), hashStruct({ data: message, primaryType, types })]
  return signer.sign(concatHex(['0x1901', ...parts]), signal)
}
