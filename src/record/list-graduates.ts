import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import { hourMs } from '../../contract/time.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { listObservations } from './outcome-store.ts'
import { findRug } from '../tokens/rules/outcome-1.0.0.ts'
import { type GraduateRow, countGraduates, listGraduateRows } from './graduate-store.ts'
import { Graduates } from '../../contract/schemas/track-record.ts'

/** GET /api/v1/graduates */
export function listGraduatesRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listGraduates',
    summary: 'List graduated tokens',
    tags: ['public'],
    querystring: Type.Object(pageQuery),
    response: { 200: response(Graduates, 'Newest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  app.get('/api/v1/graduates', { schema, preValidation: checkLimit, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return listGraduates(deps, pageRequest(request.query))
  })
}

/** A page of the list, with the number of all graduates. */
export async function listGraduates({ reads, config }: Deps, request: PageRequest): Promise<Graduates> {
  const [rows, { count, decidedAt }] = await Promise.all([listGraduateRows(reads, request), countGraduates(reads)])
  const { page, nextCursor } = toPage(rows, request.limit, ({ graduatedAt, bindingId }) => ({
    at: graduatedAt,
    id: bindingId,
  }))
  const rugs = decidedAt ? await findRugs(reads, page, decidedAt) : new Map<string, Date>()
  const observing = config.marketData !== null
  const asOf = decidedAt?.toISOString() ?? null
  const graduates = page.map((row) => toGraduate(row, rugs.get(row.bindingId) ?? row.sinceSeenAt))
  return { graduates, count, observing, nextCursor, asOf, attribution: dexscreener.credit }
}

/** When each of those that were rugged was: the observation that decides a later horizon only finds it so. */
async function findRugs(reads: Deps['reads'], rows: GraduateRow[], until: Date): Promise<Map<string, Date>> {
  const rugged = rows.filter(({ sinceOutcome }) => sinceOutcome === 'rugged')
  const observations = await listObservations(reads, rugged, until)
  return new Map(
    rugged.flatMap(({ bindingId, tradingSince }): [string, Date][] => {
      const rug = findRug(observations.get(bindingId) ?? [])
      return rug ? [[bindingId, new Date(Math.round(tradingSince.getTime() + rug.hours * hourMs))]] : []
    }),
  )
}

const toGraduate = (row: GraduateRow, sinceAt: Date | null): Graduates['graduates'][number] => ({
  scoreRequestId: row.scoreId,
  enrollmentId: row.enrollmentId,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  tokenAddress: toChecksumAddress(row.token),
  chainId: row.chainId,
  population: row.isCommitted ? 'committed' : 'observed',
  anchored: row.isAnchored,
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  outcome: row.outcome,
  warnings: row.warningCodes,
  scoredAt: row.scoredAt.toISOString(),
  tradingSince: row.tradingSince.toISOString(),
  graduatedAt: row.graduatedAt.toISOString(),
  leastDepth: row.leastDepth,
  venueGraduatedAt: row.venueGraduatedAt?.toISOString() ?? null,
  since:
    row.sinceOutcome === null || row.sinceHorizon === null
      ? null
      : { outcome: row.sinceOutcome, horizon: row.sinceHorizon, at: sinceAt?.toISOString() ?? null },
  rules: row.rules,
})
