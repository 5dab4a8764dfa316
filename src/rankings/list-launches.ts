import { Type } from 'typebox'
import { toChecksumAddress } from '../../contract/address.ts'
import { type LaunchItem, LaunchList } from '../../contract/schemas/ranking.ts'
import { type Band, bandFilter } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, type PageRequest, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { chainQuery, toChainFilter } from '../scoring/contract-key.ts'
import { type LaunchRow, listLaunchRows, listPlannedRows, type OfChain, type Plan } from './launch-store.ts'

export const LaunchQuery = Type.Object({
  band: bandFilter('Only launches in this band'),
  signed: Type.Optional(Type.Boolean({ description: 'Has no effect: this list has only enrolled launches' })),
  chainId: chainQuery('Only launches on this chain'),
  ...pageQuery,
})

export function listLaunchesRoute(app: App, { reads, config }: Deps) {
  const schema = {
    operationId: 'listLaunches',
    summary: 'List recently enrolled launches',
    tags: ['public'],
    querystring: LaunchQuery,
    response: { 200: response(LaunchList, 'Newest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/api/v1/launches', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    const { band, chainId } = request.query
    return listLaunches(reads, { ...pageRequest(request.query), band, chain: toChainFilter(config, chainId) })
  })
}

/** Its cursors show every launch that was there at the start exactly once. */
export async function listLaunches(
  db: Deps['reads'],
  request: PageRequest & { band: Band | undefined; chain: OfChain | null },
): Promise<LaunchList> {
  const rows = await listLaunchRows(db, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.enrolledAt, id: row.enrollmentId }))
  return { launches: page.map(toLaunchItem), limit: request.limit, nextCursor }
}

interface PlannedPage extends PageRequest {
  band: Band | undefined
  chain: OfChain | null
  plan: Plan
}

export async function listPlannedLaunches({ reads, clock }: Deps, request: PlannedPage): Promise<LaunchList> {
  const rows = await listPlannedRows(reads, { ...request, now: clock.now() })
  const { page, nextCursor } = toPage(rows, request.limit, ({ scheduledFor, enrolledAt, enrollmentId }) => ({
    at: scheduledFor ?? enrolledAt,
    id: enrollmentId,
  }))
  return { launches: page.map(toLaunchItem), limit: request.limit, nextCursor }
}

export const toLaunchItem = (row: LaunchRow): LaunchItem => ({
  enrollmentId: row.enrollmentId,
  scoreRequestId: row.scoreId,
  ...(row.chainId !== null && { chainId: row.chainId }),
  name: row.name,
  symbol: row.symbol,
  imageUrl: row.imageUrl,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  outcome: row.outcome,
  warnings: row.warnings,
  isCopy: row.isCopy,
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})
