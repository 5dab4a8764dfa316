import { type Static, Type } from 'typebox'
import { ScoreList } from '../../contract/schemas/lookup.ts'
import { bandFilter } from '../../contract/schemas/score.ts'
import { parseInstant } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { chainQuery, toChainFilter } from '../scoring/contract-key.ts'
import { toTicket } from './lookup.ts'
import { listNewestTickets } from './ticket-store.ts'

const Query = Type.Object({
  ...pageQuery,
  band: bandFilter('Only scores of this band'),
  signed: Type.Optional(
    Type.Boolean({ description: 'true: only scores whose standing is not `unsigned`; defaults to false' }),
  ),
  chainId: chainQuery('Only scores of launches on this chain'),
  since: Type.Optional(Type.String({ description: 'Only scores made at or after this time, with a UTC offset' })),
})

export function listScoresRoute(app: App, { reads, config }: Deps) {
  const schema = {
    operationId: 'listScores',
    summary: 'List the newest scores',
    tags: ['public'],
    querystring: Query,
    response: { 200: response(ScoreList, 'Newest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/api/v1/scores', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return listScores({ reads, config }, parseQuery(config, request.query))
  })
}

function parseQuery(config: Deps['config'], query: Static<typeof Query>) {
  const { chainId } = query
  const chain = toChainFilter(config, chainId)
  const since = query.since === undefined ? undefined : parseInstant(query.since)
  if (since && 'fault' in since) throw badField('since', since.fault)
  return { ...pageRequest(query), band: query.band, isSigned: query.signed ?? false, chain, since: since?.instant }
}

/** Its cursors show every score that was there at the start exactly once. */
async function listScores(
  { reads, config }: Pick<Deps, 'reads' | 'config'>,
  request: ReturnType<typeof parseQuery>,
): Promise<ScoreList> {
  const rows = await listNewestTickets(reads, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.createdAt, id: row.scoreId }))
  return { scores: page.map((row) => toTicket(row, config)), limit: request.limit, nextCursor }
}
