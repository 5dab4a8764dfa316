import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { createLaunchNotFoundError } from '../../enrollment/resolve-launch.ts'
import { LaunchId } from '../../enrollment/schemas.ts'
import { type LimitedChainDeps, limitChain } from '../../scoring/wallets/limit-chain.ts'
import { type Verified, createBadSignatureError, verifySignature } from '../../scoring/wallets/verify-signature.ts'
import { parseAddress, parseNonzeroAddress, toChecksumAddress } from '../../platform/address.ts'
import { ApiError, badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { errorResponses, ref, response } from '../../platform/http/schema.ts'
import type { Pools } from '../../providers/chain/pools.ts'
import { keepShown, refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { buildTokenMessage } from '../message.ts'
import { confirmClaim, retryMs } from './confirm-claim.ts'
import { decideBinding } from './decide-binding.ts'
import { findEligible } from './eligible/find-eligible.ts'
import { type ProofResult, type ProofSources, proveToken } from './prove-token.ts'
import { TokenBinding, TokenBindingRequest } from './schemas.ts'
import { countPending } from './pending-store.ts'
import { insertProofs } from './proof-store.ts'
import { showBinding } from './show-binding.ts'
import { findReplaceable } from './find-replaceable.ts'
import { type Rival, findRival, lockRivals } from './rival-store.ts'
import { type BoundLaunch, findBoundLaunch, findClaim, findSubmittedContract, insertBinding } from './store.ts'

type BindDeps = LimitedChainDeps &
  Pick<Deps, 'config' | 'db' | 'clock' | 'random'> & {
    /** null: CHAIN_RPC_URL is not set. */
    proofSources: ProofSources | null
    pools: Pools | null
  }

/** POST /v1/launch/:id/token: binds the token that a launch became, by its creator's signature and the chain's proof. */
export function bindTokenRoute(app: App, deps: BindDeps) {
  const schema = {
    operationId: 'bindToken',
    summary: 'Bind the launched token with a signed message',
    description:
      'Binds a token to the launch. The creator signs the binding, and the chain must show that the creator made the token. A launch has one token, and a token belongs to one launch.',
    tags: ['launches'],
    params: LaunchId,
    body: ref(TokenBindingRequest),
    response: {
      200: response(TokenBinding, 'The launch is bound to this token already; nothing changes'),
      201: response(TokenBinding, 'The binding, with what the chain shows'),
      202: response(
        TokenBinding,
        'Pending: the chain does not show the creation yet. The service checks again for 48 hours',
      ),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502, 503),
    },
  }
  app.post('/v1/launch/:id/token', { schema }, async (request, reply) => {
    const chain = limitChain(deps, request, reply)
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const claim = toClaim(request.params.id, request.body)
    const { isNew, binding } = await bindToken({ ...deps, chain }, claim, signal)
    const statusOfNew = binding.state === 'pending' ? 202 : 201
    return reply
      .code(isNew ? statusOfNew : 200)
      .header('location', `/v1/launch/${claim.id}/token`)
      .send(binding)
  })
}

interface Claim {
  id: string
  /** Lower case, as is `creatorAddress`. */
  token: string
  creatorAddress: string
  signature: TokenBindingRequest['signature']
  creationHint: string | null
}

function toClaim(id: string, body: TokenBindingRequest): Claim {
  const token = parseNonzeroAddress(body.tokenAddress)
  if ('fault' in token) throw badField('tokenAddress', token.fault)
  const creator = parseAddress(body.creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  return {
    id: id.toLowerCase(),
    token: token.address,
    creatorAddress: creator.address,
    signature: body.signature,
    creationHint: body.creationTx?.toLowerCase() ?? null,
  }
}

/** Blocks in which a request looks for the wallet's acts on a token that it replaces; the job reads more of them. */
const maxReadAtOnce = 20_000n

/** Binds a token once. The checks have the order that the interface promises. */
async function bindToken(
  deps: BindDeps,
  claim: Claim,
  signal: AbortSignal,
): Promise<{ isNew: boolean; binding: TokenBinding }> {
  const { proofSources, pools, db } = deps
  if (!proofSources || !pools)
    throw new ApiError('not_configured', 'This deployment cannot read the chain: CHAIN_RPC_URL is not set.')
  const launch = await findBoundLaunch(db, claim.id)
  if (!launch || launch.enrollmentId === null) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  const signed = await checkSigned(deps, { claim, launch }, signal)
  const wanted = { submissionId: launch.submissionId, chainId: proofSources.creations.chainId, token: claim.token }
  const known = await findClaim(db, wanted)
  if (known) {
    await db.transaction().execute((tx) => confirm(deps, tx, { claim, launch, wanted, signed }))
    return { isNew: false, binding: await readBinding(db, launch, wanted) }
  }
  const rival = await findRival(db, wanted)
  const bounds = { maxBlocks: maxReadAtOnce, signal }
  const replaced = rival && (await findReplaceable({ db, proofSources, pools }, rival, bounds))
  if (replaced?.state === 'firm') refuseRival(rival)
  const submitted = await findSubmittedContract(db, launch, claim.token)
  const result = await proveToken(proofSources, { ...claim, submitted, isSigned: true, isLate: false }, signal)
  const stored = { claim, launch, wanted, signed, result, replaced }
  const isNew = await db.transaction().execute((tx) => storeClaim(deps, tx, stored))
  return { isNew, binding: await readBinding(db, launch, wanted) }
}

interface Signed {
  message: string
  verified: Verified
}

/** A stranger's own wallet is never asked about on the chain: only a signature by key shows that it is another creator's. */
async function checkSigned(
  deps: BindDeps,
  { claim, launch }: { claim: Claim; launch: BoundLaunch },
  signal: AbortSignal,
): Promise<Signed> {
  const { serviceName, chainId, enrollmentDomain: domain } = deps.config
  const { creatorAddress: address, signature } = claim
  const message = buildTokenMessage({
    serviceName,
    scoreId: launch.scoreId,
    creatorAddress: toChecksumAddress(address),
    chainId,
    tokenAddress: toChecksumAddress(claim.token),
    domain,
  })
  const isCreator = address === launch.creatorAddress
  const verified = await verifySignature(isCreator ? deps : { chain: null }, { address, message, signature }, signal)
  if (verified === 'bad') throw createBadSignatureError(deps)
  if (!isCreator)
    throw new ApiError('conflict', 'This launch belongs to another creator. Sign with the wallet that enrolled it.')
  return { message, verified }
}

function refuseRival(rival: Rival | null): void {
  if (rival?.by === 'token') throw new ApiError('conflict', 'This token is already bound to another launch.')
  if (rival?.by === 'launch') throw new ApiError('conflict', 'This launch is already bound to another token.')
}

const confirm = (
  { clock }: BindDeps,
  tx: Tx,
  { claim, launch, wanted, signed }: Pick<Stored, 'claim' | 'launch' | 'wanted' | 'signed'>,
): Promise<void> => {
  const { signature, creationHint } = claim
  return confirmClaim(tx, { launch, wanted, signed: { ...signed, signature }, creationHint, now: clock.now() })
}

interface Stored {
  claim: Claim
  launch: BoundLaunch
  wanted: { submissionId: string; chainId: number; token: string }
  signed: Signed
  result: ProofResult
  /** The findings about the binding that excludes this one; null: none does. */
  replaced: Awaited<ReturnType<typeof findReplaceable>> | null
}

/** Returns false when a concurrent request or job has stored the same claim, which the signature then confirms. */
async function storeClaim(deps: BindDeps, tx: Tx, stored: Stored): Promise<boolean> {
  const { claim, launch, wanted, signed, result, replaced } = stored
  const now = deps.clock.now()
  await lockRivals(tx, wanted)
  await keepShown(tx, launch.submissionId)
  const rival = await findRival(tx, wanted)
  const mayReplace = replaced?.state === 'replaceable' && replaced.id === rival?.id ? replaced : null
  // The job finds out what a request can't.
  const isOpen = replaced?.state === 'unread' && rival?.by === 'launch'
  if (!mayReplace && !isOpen) refuseRival(rival)
  const id = deps.random.uuid()
  const { signature, creationHint } = claim
  const nextCheckAt = new Date(now.getTime() + (isOpen ? 0 : retryMs))
  const { chainId, token } = wanted
  const row = { id, launch, chainId, token, creationHint, nextCheckAt, boundAt: now }
  await refuseLate(tx, { binding: wanted, launch, result })
  if (!(await insertBinding(tx, { ...row, signed: { ...signed, signature } }))) {
    await confirm(deps, tx, stored)
    return false
  }
  await insertProofs(tx, id, [{ kind: 'signature', txHash: null, blockNumber: null, call: null, shownAt: now }])
  if (result.state === 'pending' || result.state === 'absent' || isOpen) {
    await refuseMany(tx, launch)
    return true
  }
  const replaceable = mayReplace && { id: mayReplace.id, correctionId: deps.random.uuid() }
  await decideBinding(tx, { binding: { id, ...wanted, origin: 'signed' }, launch, result, now, replaceable })
  return true
}

/** A creator can't take a launch out of the record by the signature of a score that was made after the token. */
async function refuseLate(tx: Tx, claimed: Parameters<typeof findEligible>[1]): Promise<void> {
  const eligible = await findEligible(tx, claimed)
  if (eligible)
    throw new ApiError(
      'conflict',
      `This token belongs to the earlier score ${eligible.scoreId}. Sign the message of that score.`,
    )
}

/** The node and the explorer are asked about each pending claim for 48 hours. */
const maxPending = 5

/** Called after the insertion, which is undone. */
async function refuseMany(tx: Tx, { submissionId }: BoundLaunch): Promise<void> {
  if ((await countPending(tx, submissionId)) > maxPending)
    throw new ApiError(
      'conflict',
      `This launch has ${maxPending} pending tokens already. Wait until the chain shows the token, or until a pending one ends after 48 hours.`,
    )
}

async function readBinding(db: Deps['db'], launch: BoundLaunch, wanted: Stored['wanted']): Promise<TokenBinding> {
  const binding = await findClaim(db, wanted)
  if (!binding) throw new Error('the binding was stored')
  return (await showBinding(db, { launch, binding })).shown
}
