import { parseAddress, parseNonzeroAddress, toChecksumAddress } from '../../contract/address.ts'
import { ref } from '../../contract/schema.ts'
import { LaunchId, MessageToSign } from '../../contract/schemas/enrollment.ts'
import { TokenBinding, TokenBindingRequest, TokenMessageQuery } from '../../contract/schemas/token.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { createLaunchNotFoundError, createUnlaunchedError, resolveLaunch } from '../launches/resolve-launch.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { refuseDraft } from '../scoring/drafts.ts'
import { toContractKey } from '../scoring/contract-key.ts'
import { markBound } from '../scoring/store.ts'
import { limitChain, type Signed } from '../scoring/verify-signature.ts'
import { keepShown, refuseHidden } from '../scoring/visibility.ts'
import {
  type BindingRow,
  type BoundLaunch,
  countPending,
  findBoundLaunch,
  findClaim,
  findRival,
  findSubmittedContract,
  insertBinding,
  insertProofs,
  lockClaim,
  lockRivals,
  type Rival,
  type SignedClaim,
  updateConfirmed,
  updateHint,
  updateReopened,
} from './binding-store.ts'
import { buildTokenMessage, checkCreator, toMessageFields } from './check-creator.ts'
import { decideBinding, findEligible } from './decide-binding.ts'
import { findDenial } from './denial-store.ts'
import { showBinding } from './get-bound-token.ts'
import { type ProofResult, proveToken } from './prove-token.ts'

/** POST /v1/launch/:id/token: binds the token that a launch became, by its creator's signature and the chain's proof. */
export function bindTokenRoute(app: App, deps: Deps) {
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

/** Binds a token once. The checks have the order that the interface promises. */
async function bindToken(
  deps: Deps,
  claim: Claim,
  signal: AbortSignal,
): Promise<{ isNew: boolean; binding: TokenBinding }> {
  const { db } = deps
  await refuseDraft(deps, claim.id)
  const launch = await findBoundLaunch(db, claim.id)
  const { chainId, proofSources } = sourcesOf(deps, launch?.chainId)
  if (!proofSources)
    throw new ApiError('not_configured', `This deployment cannot read chain ${chainId}: no node of it is configured.`)
  if (!launch || launch.enrollmentId === null) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  const message = buildTokenMessage(
    toMessageFields(deps.config, { ...launch, creatorAddress: claim.creatorAddress }, claim.token),
  )
  const signed = await checkCreator(deps, { ...claim, launch, message }, signal)
  const wanted = { submissionId: launch.submissionId, chainId: proofSources.creations.chainId, token: claim.token }
  const known = await findClaim(db, wanted)
  await refuseDenied(db, known)
  if (known && !isReopened(known)) {
    await db.transaction().execute((tx) => confirm(deps, tx, { claim, launch, wanted, signed }))
    return { isNew: false, binding: await readBinding(db, launch, wanted) }
  }
  refuseRival(deps, { rival: await findRival(db, wanted), launch })
  const submitted = await findSubmittedContract(db, launch, claim.token)
  // What a launchpad's event said about the creation goes before the creator's word.
  const hinted = { ...claim, creationHint: known?.creationHint ?? known?.creationTx ?? claim.creationHint }
  const result = await proveToken(proofSources, { ...hinted, submitted, isSigned: true, isLate: false }, signal)
  const stored = { claim: hinted, launch, wanted, signed, result }
  const isStored = await db.transaction().execute((tx) => storeClaim(deps, tx, stored))
  const binding = await readBinding(db, launch, wanted)
  return { isNew: isStored && !(known && binding.state === 'unproven'), binding }
}

/** A claim that ended without a proof: with the creator's signature it is one to prove again. */
const isReopened = ({ state }: BindingRow): boolean => state === 'unproven'

async function refuseDenied(db: Db | Tx, known: BindingRow | undefined): Promise<void> {
  if (known && (await findDenial(db, known.id)))
    throw new ApiError(
      'conflict',
      'Your wallet has signed that this token is not yours. A denial is final. If you signed it by mistake, ask the operator.',
    )
}

function refuseRival({ config }: Deps, { rival, launch }: { rival: Rival | null; launch: BoundLaunch }): void {
  if (!rival) return
  const deny = `deny it first: sign the message of GET /v1/launch/${rival.scoreId}/token/denial/message and send it to POST /v1/launch/${rival.scoreId}/token/denial.`
  if (rival.by === 'launch')
    throw new ApiError(
      'conflict',
      `This launch is already bound to another token, ${toChecksumAddress(rival.token)}. If that token is not yours, ${deny}`,
    )
  if (rival.creatorAddress === launch.creatorAddress)
    throw new ApiError(
      'conflict',
      `This token is already bound to another launch of your wallet, that of the score ${rival.scoreId}. If that is wrong, ${deny}`,
    )
  throw new ApiError(
    'conflict',
    `This token is already bound to another launch, that of the score ${rival.scoreId} by another wallet. If you created the token, ask the operator${config.contactUrl ? ` (${config.contactUrl})` : ''} to correct the record.`,
  )
}

const confirm = (
  deps: Deps,
  tx: Tx,
  { claim, launch, wanted, signed }: Pick<Stored, 'claim' | 'launch' | 'wanted' | 'signed'>,
): Promise<void> => {
  const { signature, creationHint } = claim
  return confirmClaim(deps, tx, {
    launch,
    wanted,
    signed: { ...signed, signature },
    creationHint,
    now: deps.clock.now(),
  })
}

interface Stored {
  claim: Claim
  launch: BoundLaunch
  wanted: { submissionId: string; chainId: number; token: string }
  signed: Signed
  result: ProofResult
}

/** Returns false when a concurrent request or job has stored the same claim, which the signature then confirms. */
async function storeClaim(deps: Deps, tx: Tx, stored: Stored): Promise<boolean> {
  const { claim, launch, wanted, signed, result } = stored
  const now = deps.clock.now()
  await lockRivals(tx, wanted)
  await keepShown(tx, launch.submissionId)
  refuseRival(deps, { rival: await findRival(tx, wanted), launch })
  await refuseLate(deps, tx, { binding: wanted, launch, result })
  const { signature, creationHint } = claim
  const nextCheckAt = new Date(now.getTime() + retryMs)
  const { chainId, token } = wanted
  const row = { launch, chainId, token, creationHint, nextCheckAt, boundAt: now, signed: { ...signed, signature } }
  const id = await openClaim(deps, tx, { ...row, wanted })
  if (id === null) {
    await confirm(deps, tx, stored)
    return false
  }
  await insertProofs(tx, id, [{ kind: 'signature', txHash: null, blockNumber: null, call: null, shownAt: now }])
  if (result.state === 'pending' || result.state === 'absent') {
    await refuseMany(tx, launch)
    return true
  }
  await decideBinding(deps, tx, { binding: { id, ...wanted, origin: 'signed' }, launch, result, now })
  return true
}

/** Returns the id of the pending claim; null: there is another one of the same token, which isn't over. */
async function openClaim(
  { random }: Deps,
  tx: Tx,
  {
    wanted,
    ...row
  }: Omit<Parameters<typeof insertBinding>[1], 'id' | 'signed'> & {
    wanted: Stored['wanted']
    signed: SignedClaim
  },
): Promise<string | null> {
  const known = await lockClaim(tx, wanted)
  await refuseDenied(tx, known)
  if (known) return isReopened(known) && (await updateReopened(tx, known.id, row)) ? known.id : null
  const id = random.uuid()
  return (await insertBinding(tx, { id, ...row })) ? id : null
}

/** A creator can't take a launch out of the record by the signature of a score that was made after the token. */
async function refuseLate(deps: Deps, tx: Tx, claimed: Parameters<typeof findEligible>[2]): Promise<void> {
  const eligible = await findEligible(deps, tx, claimed)
  if (eligible)
    throw new ApiError(
      'conflict',
      `This token belongs to the earlier score ${eligible.scoreId}. Sign the message of that score.`,
    )
}

/** The node and the explorer are asked about each pending claim for 48 hours. */
const maxPending = 5

/** Runs after the insertion, in its transaction; throwing rolls the insertion back. */
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

interface Confirmed {
  launch: Pick<BoundLaunch, 'enrollmentId'>
  wanted: Pick<BindingRow, 'submissionId' | 'chainId' | 'token'>
  signed: SignedClaim
  /** The creation's transaction, by the creator's own word. */
  creationHint: string | null
  now: Date
}

/** A claim that is new, or has a new hint, is checked again after this at the latest. */
const retryMs = 60_000

/**
 * The creator's signature turns a stored claim that the service found into a confirmed one. A claim that is confirmed already
 * stays as it is, except for what it lacks: the hint of one that is pending, and the mark of one that is proven.
 */
async function confirmClaim(
  deps: Deps,
  tx: Tx,
  { launch, wanted, signed, creationHint, now }: Confirmed,
): Promise<void> {
  await lockRivals(tx, wanted)
  await keepShown(tx, wanted.submissionId)
  const binding = await lockClaim(tx, wanted)
  if (binding?.state !== 'pending' && binding?.state !== 'proven') return
  const { id, state } = binding
  if (binding.origin === 'found') {
    await updateConfirmed(tx, id, { ...signed, enrollmentId: launch.enrollmentId })
    await insertProofs(tx, id, [{ kind: 'signature', txHash: null, blockNumber: null, call: null, shownAt: now }])
  }
  if (state === 'proven')
    await markBound(tx, {
      submissionId: binding.submissionId,
      contract: toContractKey(binding.token, binding.chainId, deps.config),
    })
  // A hint that a launchpad's event gave isn't replaced: by a wrong one the creator could keep the token from being proven.
  else if (creationHint !== null && binding.creationHint === null)
    await updateHint(tx, id, { creationHint, checkAt: new Date(now.getTime() + retryMs) })
}

/** GET /v1/launch/:id/token/message: the message that a creator signs to bind a token. */
export function getTokenMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getTokenMessage',
    summary: 'Fetch the message to sign for binding a token',
    description:
      'Sign the text as it is with the wallet that enrolled the launch, and send it to `POST /v1/launch/{id}/token`.',
    tags: ['launches'],
    params: LaunchId,
    querystring: TokenMessageQuery,
    response: {
      200: response(MessageToSign, 'The six lines to sign'),
      304: unchanged,
      ...errorResponses(400, 404, 409, 451, 500),
    },
  }
  app.get('/v1/launch/:id/token/message', { schema, onSend: setEtag }, async (request, reply) => {
    const message = await getTokenMessage(deps, request.params.id, request.query.tokenAddress)
    reply.header('cache-control', 'public, max-age=15')
    return { message }
  })
}

async function getTokenMessage(deps: Deps, id: string, tokenAddress: string): Promise<string> {
  const token = parseNonzeroAddress(tokenAddress)
  if ('fault' in token) throw badField('tokenAddress', token.fault)
  const launch = await resolveLaunch(deps.reads, id.toLowerCase(), () => createUnlaunchedError(deps, id))
  return buildTokenMessage(toMessageFields(deps.config, launch, token.address))
}
