import { Type } from 'typebox'
import { toChecksumAddress } from '../../contract/address.ts'
import { CreatorFigures, CreatorSamples } from '../../contract/schemas/track-record.ts'
import { readCoverage } from '../creators/creator-history.ts'
import { emptyFigures } from '../creators/calibrate.ts'
import { type SampleRow, findFigures, listSamples } from '../creators/sample-store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, createLimitCheck, createPageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { listHiddenCreators } from '../scoring/takedown-store.ts'

/** GET /api/v1/track-record/creators: how the next launches of creators went, by their history. */
export function getCreatorFiguresRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getCreatorFigures',
    summary: 'Fetch how many launches lived, by their creator’s history',
    tags: ['public'],
    response: { 200: response(CreatorFigures, 'The figures'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/api/v1/track-record/creators', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return readCreatorFigures(deps)
  })
}

export async function readCreatorFigures({ reads, chains }: Deps): Promise<CreatorFigures> {
  const [stored, coverage] = await Promise.all([findFigures(reads), readCoverage(reads)])
  const figures = stored ? (JSON.parse(stored.body) as typeof emptyFigures) : emptyFigures // we wrote it
  return {
    ...figures,
    asOf: stored?.countedAt.toISOString() ?? null,
    observing: [...chains.values()].some(({ market }) => market !== null),
    coverage,
    attribution: dexscreener.credit,
  }
}

const maxLimit = 500
const standardLimit = 100

/** GET /api/v1/track-record/creators/samples: what the figures count, so that anybody can count again. */
export function listCreatorSamplesRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listCreatorSamples',
    summary: 'List the launches that the figures of creators count',
    tags: ['public'],
    querystring: Type.Object(createPageQuery({ maximum: maxLimit, standard: standardLimit })),
    response: { 200: response(CreatorSamples, 'The oldest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const hooks = { preValidation: createLimitCheck(maxLimit), onSend: setEtag }
  app.get('/api/v1/track-record/creators/samples', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const { limit = standardLimit, cursor } = request.query
    return listCreatorSamples(reads, pageRequest({ limit, ...(cursor && { cursor }) }))
  })
}

/** Those of hidden creators are left out. */
async function listCreatorSamples(reads: Deps['reads'], { limit, after }: PageRequest): Promise<CreatorSamples> {
  const rows = await listSamples(reads, { after, limit: limit + 1 })
  const { page, nextCursor } = toPage(rows, limit, ({ lookedAt, id }) => ({ at: lookedAt, id }))
  const hidden = await listHiddenCreators(reads, [...new Set(page.map(({ creator }) => creator))])
  return { samples: page.filter(({ creator }) => !hidden.has(creator)).map(toSample), limit, nextCursor }
}

const toSample = ({ token, creator, launchedAt, lookedAt, isAlive, known, alive, ...row }: SampleRow) => ({
  chainId: row.chainId,
  token: toChecksumAddress(token),
  creatorAddress: toChecksumAddress(creator),
  launchedAt: launchedAt.toISOString(),
  lookedAt: lookedAt.toISOString(),
  alive: isAlive,
  earlier: row.earlier,
  knownEarlier: known,
  aliveEarlier: alive,
})
