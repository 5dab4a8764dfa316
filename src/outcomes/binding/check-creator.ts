import type { Hex } from 'viem'
import type { Deps } from '../../deps.ts'
import { type Signed, createBadSignatureError, verifySignature } from '../../scoring/wallets/verify-signature.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import { ApiError } from '../../platform/errors.ts'
import type { BoundLaunch } from './store.ts'

interface SignedByCreator {
  launch: BoundLaunch
  /** Lower case. */
  creatorAddress: string
  message: string
  signature: Hex
}

/**
 * Throws unless the launch's creator has signed the message. A stranger's own wallet is never asked about on the chain: only a
 * signature by key shows that it is another creator's.
 */
export async function checkCreator(
  deps: Deps,
  { launch, creatorAddress: address, message, signature }: SignedByCreator,
  signal: AbortSignal,
): Promise<Signed> {
  const isCreator = address === launch.creatorAddress
  const verified = await verifySignature(isCreator ? deps.chain : null, { address, message, signature }, signal)
  if ('refused' in verified) throw createBadSignatureError(deps, { address, refusal: verified })
  if (!isCreator)
    throw new ApiError(
      'conflict',
      `This launch belongs to another creator. Sign with the wallet ${toChecksumAddress(launch.creatorAddress)}.`,
    )
  return { message, verified }
}

/** What the messages about a launch's tokens have in common. */
export const toMessageFields = (
  { serviceName, chainId, enrollmentDomain: domain }: Deps['config'],
  { scoreId, creatorAddress }: Pick<BoundLaunch, 'scoreId' | 'creatorAddress'>,
  token: string,
) => ({
  serviceName,
  scoreId,
  creatorAddress: toChecksumAddress(creatorAddress),
  chainId,
  tokenAddress: toChecksumAddress(token),
  domain,
})
