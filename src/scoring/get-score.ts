import { Type } from 'typebox'
import { parseAddress } from '../../contract/address.ts'
import { launchOutcomes } from '../../contract/codes.ts'
import { ScoreId, ScoreResult } from '../../contract/schemas/score.ts'
import { tokenStandings, toTokenStanding } from '../../contract/standing.ts'
import { leadWarning } from '../../contract/warning-words.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { serviceHeader } from '../platform/http/headers.ts'
import { holds, sendJsonText, sendUnchanged } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { chainQuery, checkChain, listContractKeys } from './contract-key.ts'
import { findShownDraft } from './drafts.ts'
import { repeatReads } from './repeat-reads.ts'
import { createShownCache, getShownBody, ifFound } from './shown-body.ts'
import { findCurrentState, findSpeakingScore } from './shown-store.ts'
import { createScoreNotFoundError, refuseHidden } from './visibility.ts'

export function getScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getScore',
    summary: 'Fetch a score',
    tags: ['scoring'],
    params: ScoreId,
    response: {
      200: response(ScoreResult, 'The record, byte for byte as it was first sent; a draft until it expires'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  // Published records never change, so a cached body needs neither the database nor encoding.
  const cache = createShownCache<Buffer>(deps, { maxBytes: 64 * 1024 * 1024, getSize: (body) => body.length })
  const url = '/v1/score/:id'
  const noteRepeatable = repeatReads(app, deps, url)
  app.get(url, { schema }, async (request, reply) => {
    const epoch = deps.takedownEpoch()
    const id = request.params.id.toLowerCase()
    const body = await ifFound(() => cache(id, () => getScore(deps.reads, id)))
    if (!body) return sendJsonText(reply.header('cache-control', 'no-store'), await getDraftBody(deps, id))
    const etag = `"${id}"`
    if (request.url === `/v1/score/${id}`) noteRepeatable(request, epoch)
    // A record can be taken down, which shared caches learn within the hour (D116).
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600')
    return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
  })
}

async function getScore(db: Deps['reads'], id: string): Promise<Buffer> {
  return Buffer.from(await getShownBody(db, id))
}

async function getDraftBody(deps: Deps, id: string): Promise<string> {
  const draft = await findShownDraft(deps, id)
  if (!draft) throw createScoreNotFoundError()
  return draft.body
}

export function getScoreByTokenRoute(app: App, deps: Deps) {
  const { config } = deps
  const nameOf = (what: string) => serviceHeader(config.serviceName, what)
  const headers = {
    [nameOf('Standing')]: StandingHeader,
    [nameOf('Outcome')]: OutcomeHeader,
    [nameOf('Warnings')]: WarningsHeader,
  }
  const schema = {
    operationId: 'getScoreByToken',
    summary: 'Fetch the score of a token contract',
    description:
      'Returns the score that represents the contract: the newest one of the first class that has any: bound to the contract; enrolled by the wallet that deployed or owns it; enrolled by a wallet, while the providers report no other deployer; not enrolled. If several creators have enrolled a score of the class, it is the newest one of the creator who did so first. In the last class, a submission that names the reported deployer comes first, then one that is signed by another wallet. Scores under a prompt version that was not the active one at the time do not count. Responds with 451 if the operator has taken down the score of the first class, when that is one of the first two, or all scores of the token.',
    tags: ['public'],
    params: Type.Object({ tokenAddress: Type.String({ description: 'The address of the token contract' }) }),
    querystring: Type.Object({
      chainId: chainQuery('The chain of the token; by default, the best class over all chains counts'),
    }),
    response: {
      200: { ...response(ScoreResult, 'The record'), headers },
      304: { ...unchanged, headers },
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/api/v1/score/:tokenAddress', { schema }, async (request, reply) => {
    const { id, body, standing, outcome, warnings } = await getScoreByToken(
      deps,
      request.params.tokenAddress,
      request.query.chainId,
    )
    // The body never changes, but what the headers say of the launch does.
    const etag = `"${[id, ...(outcome === null ? [] : [outcome]), ...warnings].join('.')}"`
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=15')
      .header(nameOf('Standing'), toTokenStanding(standing))
    if (outcome !== null) reply.header(nameOf('Outcome'), outcome)
    if (warnings.length > 0) reply.header(nameOf('Warnings'), warnings.join(','))
    return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
  })
}

const StandingHeader = Type.Enum([...tokenStandings], {
  type: 'string',
  description:
    'How this score relates to the contract. `bound`: the creator bound the token to the launch, and the chain proved it; `deployer`: enrolled by the wallet that the providers report as the contract’s deployer or owner; `signed`: enrolled, and the providers report no other deployer; `unsigned`: not enrolled, or not by the reported deployer',
})

const OutcomeHeader = Type.Enum([...launchOutcomes], {
  type: 'string',
  description: 'The outcome of the launch; absent until decided',
})

const WarningsHeader = Type.String({
  description:
    'The codes of the critical warnings that apply now, separated by commas: those of the record, and those that a newer reading of the contract found. `not_examined`: no reading of the bound contract exists yet. Absent when there are none',
})

async function getScoreByToken({ reads: db, config }: Deps, tokenAddress: string, chainId: number | undefined) {
  checkChain(config, chainId)
  const result = parseAddress(tokenAddress)
  if ('fault' in result) throw badField('tokenAddress', result.fault)
  const found = await findSpeakingScore(db, listContractKeys(result.address, chainId, config))
  if (!found) throw new ApiError('not_found', 'No score found for this token contract.')
  refuseHidden(found.hiddenReason)
  const state = await findCurrentState(db, found.id)
  const warnings = (state?.warnings ?? []).filter((code) => leadWarning([code]) || code === 'not_examined')
  return { ...found, outcome: state?.outcome ?? null, warnings }
}
