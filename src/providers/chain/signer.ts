import {
  concatHex,
  getTypesForEIP712Domain,
  hashDomain,
  hashStruct,
  type Hex,
  hexToBigInt,
  keccak256,
  parseSignature,
  recoverAddress,
  serializeSignature,
  serializeTransaction,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TypedData } from '../../../contract/verification/receipt.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson } from '../../platform/outbound/get-json.ts'
import { refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import type { Call, Fees } from './attester.ts'

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

interface Options {
  url: string
  address: Hex
  timeoutMs: number
}

/** Web3Signer's API. Every signature is verified against our account and bytes before use. */
export function createWeb3Signer({ url, address, timeoutMs }: Options): Signer {
  const post = createGetJson({ provider: 'signer', timeoutMs, maxBytes: 10_000, parse: (text) => text.trim() })
  const target = new URL(url)
  const sign = async (data: Hex, signal: AbortSignal): Promise<Hex> => {
    const response = await post({ url: target, headers: { accept: 'text/plain' }, post: { data } }, signal)
    if (response.status === 404)
      throw new UpstreamError('signer', 'chain', 'the signer does not have the key that ATTESTER_URL names')
    const refusal = refusalByStatus(response)
    if (refusal) throw new UpstreamError('signer', refusal.fault, refusal.text, refusal.retryAfterMs)
    if (response.status !== 200) throw new UpstreamError('signer', 'request', `HTTP ${response.status}`)
    return checkSignature(response.body, { address, data })
  }
  return { address, sign, check: async (signal) => void (await sign(probe, signal)) }
}

/** The first byte makes it no transaction. */
const probe = stringToHex('\x19Launchscore checks its signer')

/** The chain accepts only the lower of the two values of `s`. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

async function checkSignature(body: unknown, { address, data }: { address: Hex; data: Hex }): Promise<Hex> {
  if (typeof body !== 'string' || !/^0x[0-9a-f]{130}$/i.test(body))
    throw new UpstreamError('signer', 'request', 'the response is not a 65-byte signature')
  const signature = normalize(body as Hex)
  if (signature === undefined) throw new UpstreamError('signer', 'request', 'the signature is not valid')
  const signedBy = await recoverAddress({ hash: keccak256(data), signature }).catch(() => undefined)
  if (signedBy !== address)
    throw new UpstreamError('signer', 'chain', 'the signature is not of the account that ATTESTER_URL names')
  return signature
}

/** Some signers write `v` as 0 or 1. */
function normalize(body: Hex): Hex | undefined {
  try {
    const signature = parseSignature(body)
    return hexToBigInt(signature.s) > halfOrder ? undefined : serializeSignature(signature)
  } catch {
    return undefined
  }
}
