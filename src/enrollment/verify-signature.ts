import { isAddressEqual, recoverMessageAddress } from 'viem/utils'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'

type Hex = `0x${string}`

/** What says that a signature is good: the wallet's own key, or the wallet's contract on a chain at a block. */
export type Verified = { by: 'key' } | { by: 'contract'; chainId: number; block: bigint }

export interface Signed {
  message: string
  verified: Verified
}

/**
 * Whether the wallet at `address` (in any case) signed `message` by EIP-191: offline for its own key, else by asking its
 * contract. `bad` is a verdict; throws `UpstreamError` ('chain') when the chain can't be asked. The bytes of a signature
 * are never a key for anything: each has a twin that verifies too.
 */
export async function verifySignature(
  deps: Pick<Deps, 'chain'>,
  { address, message, signature }: { address: string; message: string; signature: Hex },
  signal: AbortSignal,
): Promise<Verified | 'bad'> {
  const signed = await findSigned(deps, { address, messages: [message], signature }, signal)
  return signed === 'bad' ? signed : signed.verified
}

/** As `verifySignature`, of several messages: the first one that was signed. */
export async function findSigned(
  { chain }: Pick<Deps, 'chain'>,
  { address, messages, signature }: { address: string; messages: string[]; signature: Hex },
  signal: AbortSignal,
): Promise<Signed | 'bad'> {
  const wallet = address.toLowerCase() as Hex // an address already
  for (const message of messages)
    if (await isOwnKey({ wallet, message, signature })) return { message, verified: { by: 'key' } }
  if (!chain) return 'bad'
  for (const message of messages) {
    const answer = await chain.verifyMessage({ address: wallet, message, signature }, signal)
    if (answer.verdict === 'ok')
      return { message, verified: { by: 'contract', chainId: chain.chainId, block: answer.block } }
  }
  return 'bad'
}

async function isOwnKey({ wallet, message, signature }: { wallet: Hex; message: string; signature: Hex }) {
  if (signature.length !== 2 + 2 * 65) return false
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), wallet)
  } catch {
    return false // r, s or v out of range
  }
}

/** The answer to a signature that is bad: the same words for every message. */
export const badSignature = ({ chain }: Pick<Deps, 'chain'>): ApiError =>
  new ApiError(
    'unauthorized',
    chain
      ? 'The signature is not by this address over the message to sign. Sign the message as sent.'
      : 'The signature is not by the key of this address over the message to sign. Sign the message as sent; contract wallets are not asked here, because CHAIN_RPC_URL is not set.',
  )
