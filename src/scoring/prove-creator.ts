import { type Static, Type } from 'typebox'
import type { Hex } from 'viem'
import { toChecksumAddress } from '../../contract/address.ts'
import { canonicalJson } from '../../contract/canonical-json.ts'
import { keccakOfText } from '../../contract/keccak.ts'
import { ref } from '../../contract/schema.ts'
import { MessageToSign } from '../../contract/schemas/enrollment.ts'
import { type CreatorProof, ScoreSubmission } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import { consumeNameLookUp } from '../keys/guard.ts'
import { ApiError, badFields } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import type { Submission } from '../signals/schemas.ts'
import { requireServed } from './served-chain.ts'
import { normaliseSubmission } from './normalise-submission.ts'
import { type CreatorLookUp, resolveCreator } from './resolve-wallet-name.ts'
import { checkImageUrl } from './uploads.ts'
import { describeRefusal, type Refusal, type Verified, verifySignature } from './verify-signature.ts'

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
  const { serviceName, chainId, enrollmentDomain: domain } = deps.config
  const message = buildSubmissionMessage({ serviceName, submission, chainId, domain })
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

const Body = Type.Object(
  { submission: ref(ScoreSubmission) },
  {
    additionalProperties: false,
    description: 'The submission as POST /v1/score will carry it. A `creatorSignature` in it is ignored',
  },
)

export function getSubmissionMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getSubmissionMessage',
    summary: 'Fetch the message to sign for a submission',
    tags: ['scoring'],
    body: Body,
    response: {
      200: response(MessageToSign, 'The four lines to sign'),
      ...errorResponses(400, 413, 415, 500, 503),
    },
  }
  app.post('/v1/score/message', { schema, config: { takesPublishableKeys: true } }, async (request, reply) => {
    const signal = startDeadline(reply, deps.config.providerTimeoutMs)
    const takeLimit = () => consumeNameLookUp(deps, request, reply)
    const submission = await normalise(deps, request.body, { signal, takeLimit })
    const { serviceName, chainId, enrollmentDomain: domain } = deps.config
    reply.header('cache-control', 'no-store')
    return { message: buildSubmissionMessage({ serviceName, submission, chainId, domain }) }
  })
}

/** Faults name the fields of this body. */
async function normalise(deps: Deps, { submission: given }: Static<typeof Body>, lookUp: CreatorLookUp) {
  try {
    const normal = normaliseSubmission(given, deps.config)
    checkImageUrl(deps, normal.imageUrl)
    await requireServed(deps, normal.chainId, lookUp.signal)
    return await resolveCreator(deps, normal, lookUp)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error
    throw badFields(error.details.map(({ path, message }) => ({ path: `submission.${path}`, message })))
  }
}

interface MessageFields {
  serviceName: string
  submission: Submission
  /** CHAIN_ID. */
  chainId: number
  /** Limits a signature to one deployment. */
  domain: string
}

/** The four lines that a creator signs before scoring (D104). */
export const buildSubmissionMessage = ({ serviceName, submission, chainId, domain }: MessageFields): string =>
  [
    `${serviceName} Submission`,
    `Content: ${hashSubmission(submission, chainId)}`,
    `Creator: ${toChecksumAddress(submission.creatorAddress)}`,
    `Domain: ${domain}`,
  ].join('\n')

/**
 * keccak-256 of the RFC 8785 JSON of the normalised fields. Wallets have signed such hashes, so a field beyond the first
 * seven is included only where a submission has it, and the chain only where it isn't CHAIN_ID.
 */
export function hashSubmission(submission: Submission, defaultChainId: number): Hex {
  const { name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress, links } = submission
  const { chainId = defaultChainId } = submission
  const first = { name, symbol, description, imageUrl, xHandle, creatorAddress, contractAddress }
  return keccakOfText(
    canonicalJson({
      ...first,
      ...(links.length > 0 && { links }),
      ...(chainId !== defaultChainId && { chainId }),
    }),
  )
}
