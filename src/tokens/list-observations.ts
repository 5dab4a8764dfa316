import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { createLaunchNotFoundError } from '../launches/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, createLimitCheck, createPageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { showVenueGraduation } from './get-bound-token.ts'
import { findBoundLaunch, findShownBinding } from './binding-store.ts'
import { findOutcomeHistory } from './outcome-store.ts'
import { LaunchObservations, type ShownObservation } from '../../contract/schemas/observation.ts'
import { type ObservationRow, listObservations } from './observation-store.ts'

const maxLimit = 500
const standardLimit = 100

/** GET /v1/launch/:id/observations: every observation of the token of a launch. */
export function listObservationsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listObservations',
    summary: 'List the observations of a launched token',
    description: 'Lists the observations that decide the outcomes of a launch. The list is append-only.',
    tags: ['launches'],
    params: LaunchId,
    querystring: Type.Object(createPageQuery({ maximum: maxLimit, standard: standardLimit })),
    response: {
      200: response(LaunchObservations, 'Oldest first'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  const hooks = { preValidation: createLimitCheck(maxLimit), onSend: setEtag }
  app.get('/v1/launch/:id/observations', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=15')
    const { limit = standardLimit, cursor } = request.query
    return readObservations(deps, request.params.id.toLowerCase(), pageRequest({ limit, ...(cursor && { cursor }) }))
  })
}

async function readObservations(deps: Deps, id: string, page: PageRequest): Promise<LaunchObservations> {
  const { reads } = deps
  const launch = await findBoundLaunch(reads, id)
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  const binding = await findShownBinding(reads, launch.submissionId)
  if (!binding) throw new ApiError('not_found', 'This launch is not bound to a token yet.')
  const [history, rows] = await Promise.all([
    findOutcomeHistory(reads, binding.id),
    listObservations(reads, binding.id, page),
  ])
  const { tradingSince } = history
  const { page: shown, nextCursor } = toPage(rows, page.limit, ({ seenAt }) => ({ at: seenAt, id: binding.id }))
  return {
    scoreRequestId: binding.scoreId,
    tokenAddress: toChecksumAddress(binding.token),
    ...showVenueGraduation(binding, history),
    tradingSince: tradingSince?.toISOString() ?? null,
    observing: sourcesOf(deps, binding.chainId).market !== null,
    observations: shown.map((row) => toObservation(row, tradingSince)),
    limit: page.limit,
    nextCursor,
    attribution: dexscreener.credit,
  }
}

const toObservation = ({ seenAt, ...row }: ObservationRow, tradingSince: Date | null): ShownObservation => ({
  seenAt: seenAt.toISOString(),
  ageHours: tradingSince && Math.round((seenAt.getTime() - tradingSince.getTime()) / 36_000) / 100,
  ...row,
})
