import type { Hex } from 'viem'
import { isAddressEqual, recoverMessageAddress } from 'viem/utils'
import type { Deps } from '../../deps.ts'
import { ApiError, badField } from '../../platform/errors.ts'

/** How a signature was verified: by the wallet's key, or by its contract on a chain at a block. */
export type Verified = { by: 'key' } | { by: 'contract'; chainId: number; block: bigint }

/** The columns that record how a signature was verified. */
export const toVerifiedColumns = (verified: Verified) => ({
  verified_by: verified.by,
  ...(verified.by === 'contract' && {
    verified_chain_id: String(verified.chainId),
    verified_block: String(verified.block),
  }),
})

export interface Signed {
  message: string
  verified: Verified
}

/**
 * Verifies that the wallet at `address` (in any case) signed `message` by EIP-191: offline with its key, else by its contract
 * on the chain. Throws `UpstreamError` ('chain') if the chain can't be read, and 400 for a signature that is too short for a
 * key where no contract could take it. Never use the bytes of a signature as a key: every signature has a malleated twin that
 * verifies too.
 */
export async function verifySignature(
  deps: Pick<Deps, 'chain'>,
  { message, ...claim }: Omit<Claim, 'messages'> & { message: string },
  signal: AbortSignal,
): Promise<Verified | 'bad'> {
  const signed = await findSigned(deps, { ...claim, messages: [message] }, signal)
  return signed === 'bad' ? signed : signed.verified
}

interface Claim {
  address: string
  messages: string[]
  signature: Hex
  /** The field of the request that carries the signature; `signature` by default. */
  field?: string
}

/** Like `verifySignature` for several messages; returns the first one that was signed. */
export async function findSigned(
  { chain }: Pick<Deps, 'chain'>,
  { address, messages, signature, field = 'signature' }: Claim,
  signal: AbortSignal,
): Promise<Signed | 'bad'> {
  const wallet = address.toLowerCase() as Hex // an address already
  for (const message of messages)
    if (await isOwnKey({ wallet, message, signature })) return { message, verified: { by: 'key' } }
  if (!chain) return refuseImplausible(signature, field)
  let isContract = false
  for (const message of messages) {
    const response = await chain.verifyMessage({ address: wallet, message, signature }, signal)
    if (response.verdict === 'ok')
      return { message, verified: { by: 'contract', chainId: chain.chainId, block: response.block } }
    isContract ||= response.verdict === 'bad'
  }
  return isContract ? 'bad' : refuseImplausible(signature, field)
}

/** The length of a signature by a key. The service verifies the compact form (EIP-2098) only for contracts. */
const keyBytes = 65
const compactBytes = 64

/** By a key, a shorter signature is a mistake in the request and not a wrong signature (D24). */
function refuseImplausible(signature: Hex, field: string): 'bad' {
  if (signature.length < 2 + 2 * compactBytes) throw badField(field, 'must be 65 bytes in hex after 0x')
  return 'bad'
}

async function isOwnKey({ wallet, message, signature }: { wallet: Hex; message: string; signature: Hex }) {
  if (signature.length !== 2 + 2 * keyBytes) return false
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), wallet)
  } catch {
    return false // r, s or v out of range
  }
}

export const createBadSignatureError = ({ chain }: Pick<Deps, 'chain'>): ApiError =>
  new ApiError(
    'unauthorized',
    chain
      ? 'The signature does not match this address and the message to sign. Sign the message exactly as sent.'
      : 'The signature does not match this address and the message to sign. Sign the message exactly as sent. Contract wallets cannot be verified here, because CHAIN_RPC_URL is not set.',
  )
