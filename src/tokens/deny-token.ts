import type { Static } from 'typebox'
import { parseAddress, parseNonzeroAddress, toChecksumAddress } from '../../contract/address.ts'
import { ref } from '../../contract/schema.ts'
import { LaunchId, MessageToSign } from '../../contract/schemas/enrollment.ts'
import { TokenDenial, TokenDenialRequest, TokenMessageQuery } from '../../contract/schemas/token.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag, startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { toContractKey } from '../scoring/contract-key.ts'
import { unmarkBound } from '../scoring/store.ts'
import { limitChain } from '../scoring/verify-signature.ts'
import { announceBinding } from './announce-binding.ts'
import { type BindingRow, findClaim, lockClaim, lockRivals, updateEnded, updateGivenUp } from './binding-store.ts'
import { buildDenialMessage, checkCreator, findOpenLaunch, toMessageFields } from './check-creator.ts'
import { insertCorrection, listCorrections } from './correction-store.ts'
import { findDenial, insertDenial } from './denial-store.ts'

/** GET /v1/launch/:id/token/denial/message: the message that a creator signs to deny a token. */
export function getDenialMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getTokenDenialMessage',
    summary: 'Fetch the message to sign for denying a token',
    description:
      'Sign the text as it is with the wallet of the submission, and send it to `POST /v1/launch/{id}/token/denial`. The launch need not be enrolled.',
    tags: ['launches'],
    params: LaunchId,
    querystring: TokenMessageQuery,
    response: {
      200: response(MessageToSign, 'The six lines to sign'),
      304: unchanged,
      ...errorResponses(400, 404, 409, 451, 500),
    },
  }
  app.get('/v1/launch/:id/token/denial/message', { schema, onSend: setEtag }, async (request, reply) => {
    const token = parseNonzeroAddress(request.query.tokenAddress)
    if ('fault' in token) throw badField('tokenAddress', token.fault)
    const launch = await findOpenLaunch(deps, request.params.id)
    reply.header('cache-control', 'public, max-age=15')
    return { message: buildDenialMessage(toMessageFields(deps.config, launch, token.address)) }
  })
}

/** POST /v1/launch/:id/token/denial: the creator's signed word that a token isn't theirs. */
export function denyTokenRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'denyToken',
    summary: 'Deny a token with a signed message',
    description:
      'Undoes the binding of a token to the launch, whatever the chain shows: the creator signs that the token is not theirs. A public correction says so. A denial is final. The launch need not be enrolled.',
    tags: ['launches'],
    params: LaunchId,
    body: ref(TokenDenialRequest),
    response: {
      200: response(TokenDenial, 'The creator has denied this token already; nothing changes'),
      201: response(TokenDenial, 'The denial. The launch is no longer bound to the token'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/launch/:id/token/denial', { schema }, async (request, reply) => {
    const chain = limitChain(deps, request, reply)
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const { isNew, denial } = await denyToken({ ...deps, chain }, request.params.id, request.body, signal)
    return reply.code(isNew ? 201 : 200).send(denial)
  })
}

async function denyToken(
  deps: Deps,
  id: string,
  body: Static<typeof TokenDenialRequest>,
  signal: AbortSignal,
): Promise<{ isNew: boolean; denial: TokenDenial }> {
  const { config, db } = deps
  const token = parseNonzeroAddress(body.tokenAddress)
  if ('fault' in token) throw badField('tokenAddress', token.fault)
  const creator = parseAddress(body.creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  const launch = await findOpenLaunch(deps, id)
  const signer = { ...launch, creatorAddress: creator.address }
  const message = buildDenialMessage(toMessageFields(config, signer, token.address))
  const { signature } = body
  const signed = await checkCreator(deps, { launch, creatorAddress: creator.address, message, signature }, signal)
  const chainId = launch.chainId ?? config.chainId
  const key = { submissionId: launch.submissionId, chainId, token: token.address }
  if (!(await findClaim(db, key))) throw createUnboundError()
  return db.transaction().execute(async (tx) => {
    await lockRivals(tx, key)
    const binding = await lockClaim(tx, key)
    if (!binding) throw createUnboundError()
    const deniedAt = deps.clock.now()
    const isNew = await insertDenial(tx, binding.id, { ...signed, signature, deniedAt })
    if (isNew) await endBinding(deps, tx, { binding, deniedAt })
    const denial = await findDenial(tx, binding.id)
    if (!denial) throw new Error('the denial was stored')
    return {
      isNew,
      denial: {
        scoreRequestId: launch.scoreId,
        chainId,
        tokenAddress: toChecksumAddress(token.address),
        creatorAddress: toChecksumAddress(launch.creatorAddress),
        deniedAt: denial.deniedAt.toISOString(),
        message: denial.message,
        signature: `0x${denial.signature.toString('hex')}`,
      },
    }
  })
}

const createUnboundError = () => new ApiError('not_found', 'No binding of this launch to this token is known.')

/** What was never proven was never public, so that it needs no correction. */
async function endBinding(
  deps: Deps,
  tx: Parameters<typeof lockClaim>[0],
  { binding, deniedAt }: { binding: BindingRow; deniedAt: Date },
): Promise<void> {
  await updateGivenUp(tx, binding.id)
  if (!(await updateEnded(tx, binding.id, 'corrected'))) return
  await unmarkBound(tx, {
    submissionId: binding.submissionId,
    contract: toContractKey(binding.token, binding.chainId, deps.config),
  })
  await announceBinding(deps, tx, binding.id)
  const subject = `binding:${binding.id}`
  const earlier = await listCorrections(tx, binding.id)
  if (earlier.some((one) => one.subject === subject)) return
  await insertCorrection(tx, {
    id: deps.random.uuid(),
    subject,
    reason: 'not_theirs',
    explanation: 'The creator’s wallet signed that the token is not theirs.',
    replacement: null,
    correctedAt: deniedAt,
    madeBy: 'creator',
  })
}
