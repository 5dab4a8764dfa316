import type { Hex } from 'viem'
import type { Deps } from '../../deps.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Submission } from '../../signals/schemas.ts'
import type { CreatorProof } from '../../../contract/schemas/score.ts'
import { buildSubmissionMessage } from './submission-message.ts'
import { type Refusal, type Verified, describeRefusal, verifySignature } from './verify-signature.ts'

export interface Proven {
  proof: CreatorProof
  /** Only if the request carried a signature. */
  signature?: Hex
  verifiedBy?: Verified['by']
  /** Only for a contract wallet. */
  chainId?: number
  block?: string
}

interface Claim {
  submission: Submission
  signature: Hex | null
  /** The key's holder has authenticated the wallet. */
  isVouched: boolean
}

/**
 * Without a signature, a vouching key may stand for the wallet. Throws `bad_request` or `unauthorized` for a bad
 * signature and `UpstreamError` ('chain') if the chain can't be read.
 */
export async function proveCreator(
  deps: Deps,
  { submission, signature, isVouched }: Claim,
  signal: AbortSignal,
): Promise<Proven> {
  if (signature === null) return { proof: isVouched ? 'voucher' : 'none' }
  const { serviceName, enrollmentDomain: domain } = deps.config
  const message = buildSubmissionMessage({ serviceName, submission, domain })
  const signed = { address: submission.creatorAddress, message, signature, field: 'creatorSignature' }
  const verified = await verifySignature(deps.chain, signed, signal)
  if ('refused' in verified) throw createBadProofError(deps, submission, verified)
  const { by } = verified
  const onChain = by === 'contract' ? { chainId: verified.chainId, block: String(verified.block) } : {}
  return { proof: 'signature', signature, verifiedBy: by, ...onChain }
}

function createBadProofError({ chain }: Deps, { creatorAddress }: Submission, refusal: Refusal): ApiError {
  const wallet = toChecksumAddress(creatorAddress)
  return new ApiError(
    'unauthorized',
    `creatorSignature is not a signature of ${wallet} over the message that POST /v1/score/message returns for this submission. ${describeRefusal(chain, wallet, refusal)} Or leave creatorSignature out.`,
  )
}
