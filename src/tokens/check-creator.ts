import type { Hex } from 'viem'
import { toChecksumAddress } from '../../contract/address.ts'
import type { Deps } from '../deps.ts'
import { type BoundLaunch, findBoundLaunch } from './binding-store.ts'
import { createUnlaunchedError } from '../launches/resolve-launch.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { ApiError } from '../platform/errors.ts'
import { type Signed, createBadSignatureError, verifySignature } from '../scoring/verify-signature.ts'

interface SignedByCreator {
  launch: BoundLaunch
  /** Lower case. */
  creatorAddress: string
  message: string
  signature: Hex
}

/** The launch of a score that is shown. It need not be enrolled. */
export async function findOpenLaunch(deps: Deps, id: string): Promise<BoundLaunch> {
  const launch = await findBoundLaunch(deps.reads, id.toLowerCase())
  if (!launch) throw await createUnlaunchedError(deps, id)
  refuseHidden(launch.hiddenReason)
  return launch
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
  launch: Pick<BoundLaunch, 'scoreId' | 'creatorAddress' | 'chainId'>,
  token: string,
) => ({
  serviceName,
  scoreId: launch.scoreId,
  creatorAddress: toChecksumAddress(launch.creatorAddress),
  chainId: launch.chainId ?? chainId,
  tokenAddress: toChecksumAddress(token),
  domain,
})

interface TokenMessageFields {
  serviceName: string
  /** Lower case. */
  scoreId: string
  /** In EIP-55 form, as is `tokenAddress`. */
  creatorAddress: string
  chainId: number
  tokenAddress: string
  /** Makes a signature valid for one deployment only. */
  domain: string
}

/** The six lines that a creator signs to bind a token to a launch (D66). */
export const buildTokenMessage = (fields: TokenMessageFields): string => buildMessage('Token', fields)

/**
 * The six lines by which a creator says that a token isn't theirs (D105). A denial is final, so that nobody can undo a later
 * signature by sending it again.
 */
export const buildDenialMessage = (fields: TokenMessageFields): string => buildMessage('Token Denial', fields)

const buildMessage = (title: string, fields: TokenMessageFields): string =>
  [
    `${fields.serviceName} ${title}`,
    `Score: ${fields.scoreId}`,
    `Creator: ${fields.creatorAddress}`,
    `Chain: ${fields.chainId}`,
    `Token: ${fields.tokenAddress}`,
    `Domain: ${fields.domain}`,
  ].join('\n')

interface NamedTokensMessageFields extends Pick<
  TokenMessageFields,
  'serviceName' | 'scoreId' | 'creatorAddress' | 'domain'
> {
  issuedAt: Date
}

/** The five lines that a creator signs to see the tokens that name the wallet. */
export const buildNamedTokensMessage = (fields: NamedTokensMessageFields): string =>
  [
    `${fields.serviceName} Named Tokens`,
    `Score: ${fields.scoreId}`,
    `Creator: ${fields.creatorAddress}`,
    `Issued: ${fields.issuedAt.toISOString()}`,
    `Domain: ${fields.domain}`,
  ].join('\n')
