import { Type } from 'typebox'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { ref } from '../../contract/schema.ts'
import { LaunchId, MessageToSign } from '../../contract/schemas/enrollment.ts'
import { NamedTokens, NamedTokensRequest } from '../../contract/schemas/token.ts'
import type { Deps } from '../deps.ts'
import { checkIssued } from '../launches/resolve-launch.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { limitChain } from '../scoring/verify-signature.ts'
import type { BoundLaunch } from './binding-store.ts'
import { buildNamedTokensMessage, checkCreator, findOpenLaunch } from './check-creator.ts'
import { listNamings, type NamingRow } from './denial-store.ts'

const Query = Type.Object({
  issuedAt: Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'When the message was made, with a UTC offset: within 5 minutes of the current time',
  }),
})

/** GET /v1/launch/:id/token/named/message: the message that a creator signs to see the tokens that name the wallet. */
export function getNamedTokensMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getNamedTokensMessage',
    summary: 'Fetch the message to sign for the tokens that name a wallet',
    description:
      'Sign the text as it is with the wallet of the submission, and send it to `POST /v1/launch/{id}/token/named`.',
    tags: ['launches'],
    params: LaunchId,
    querystring: Query,
    response: { 200: response(MessageToSign, 'The five lines to sign'), ...errorResponses(400, 404, 409, 451, 500) },
  }
  app.get('/v1/launch/:id/token/named/message', { schema }, async (request, reply) => {
    const issuedAt = readIssued(request.query.issuedAt, deps.clock.now())
    const launch = await findOpenLaunch(deps, request.params.id)
    reply.header('cache-control', 'no-cache')
    return { message: buildNamedTokensMessage(toFields(deps.config, launch, issuedAt)) }
  })
}

function readIssued(text: string, now: Date): Date {
  const issued = checkIssued(text, now)
  if ('fault' in issued) throw badField('issuedAt', issued.fault)
  return issued.issuedAt
}

const toFields = (
  { serviceName, enrollmentDomain: domain }: Deps['config'],
  { scoreId, creatorAddress }: BoundLaunch,
  issuedAt: Date,
) => ({ serviceName, scoreId, creatorAddress: toChecksumAddress(creatorAddress), issuedAt, domain })

const maxTokens = 50

/** POST /v1/launch/:id/token/named: tokens that name the wallet and wait for its signature, for that wallet alone. */
export function listNamedTokensRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listNamedTokens',
    summary: 'List the tokens that name the creator’s wallet',
    description:
      'A launchpad can name any wallet. Tokens with the name and ticker of the launch that name its wallet, which neither sent their creation nor signed for them, are shown to that wallet alone. If one is yours, sign the message of `GET /v1/launch/{id}/token/message`; if not, deny it or leave it: it is bound to nothing.',
    tags: ['launches'],
    params: LaunchId,
    body: ref(NamedTokensRequest),
    response: {
      200: response(NamedTokens, 'Newest first'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/launch/:id/token/named', { schema }, async (request, reply) => {
    const { config, reads, clock } = deps
    const { signature, issuedAt: text } = request.body
    const creator = parseAddress(request.body.creatorAddress)
    if ('fault' in creator) throw badField('creatorAddress', creator.fault)
    const issuedAt = readIssued(text, clock.now())
    const launch = await findOpenLaunch(deps, request.params.id)
    const chain = limitChain(deps, request, reply)
    const signer = { ...launch, creatorAddress: creator.address }
    const message = buildNamedTokensMessage(toFields(config, signer, issuedAt))
    const signed = { launch, creatorAddress: creator.address, message, signature }
    await checkCreator({ ...deps, chain }, signed, startDeadline(reply, config.signatureDeadlineMs))
    reply.header('cache-control', 'no-store')
    return { tokens: (await listNamings(reads, launch.submissionId, maxTokens)).map(toNamedToken) }
  })
}

const toNamedToken = ({ token, createdAt, foundAt, ...row }: NamingRow): NamedTokens['tokens'][number] => ({
  ...row,
  tokenAddress: toChecksumAddress(token),
  createdAt: createdAt?.toISOString() ?? null,
  foundAt: foundAt.toISOString(),
})
