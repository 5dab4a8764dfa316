import { Type } from 'typebox'
import { toHex } from 'viem'
import { dayMs, hourMs } from '../../contract/time.ts'
import { TrackRecord } from '../../contract/schemas/track-record.ts'
import { listStamps } from '../attestation/job-store.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { dexscreener } from '../providers/market/market-data-dexscreener.ts'
import { findLastDay } from './day-store.ts'
import { type Horizon, horizons } from '../tokens/rules/outcome-1.0.0.ts'
import { type Figures, type FigureParams, toFigures } from './figures.ts'
import { findFirstStart, findFold } from './track-record-store.ts'

const TrackRecordQuery = Type.Object({
  horizon: Type.Optional(
    Type.Enum(['24h', '7d', '30d', '90d'], { description: 'Time after trading began; defaults to 30d' }),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99_999,
      description: 'The major version of the prompt; defaults to the active one',
    }),
  ),
})

/** GET /api/v1/track-record: the figures of the last sealed day. */
export function getTrackRecordRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getTrackRecord',
    summary: 'Fetch the outcomes of scored launches',
    tags: ['public'],
    querystring: TrackRecordQuery,
    response: { 200: response(TrackRecord, 'The figures'), 304: unchanged, ...errorResponses(400, 500) },
  }
  app.get('/api/v1/track-record', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return readTrackRecord(deps, request.query)
  })
}

/** Reads the stored figures; zeros before the first sealed day, and for a cohort without a score. */
export async function readTrackRecord(
  deps: Deps,
  { horizon = '30d', version }: { horizon?: Horizon; version?: number },
): Promise<TrackRecord> {
  const { name, major } = await deps.activePrompt()
  const params: FigureParams = { horizon, promptName: name, promptMajor: version ?? major }
  const [body, sealed] = await Promise.all([findFold(deps.reads, params), findSeal(deps.reads)])
  const asOf = sealed && new Date(Date.parse(sealed.day) + dayMs).toISOString()
  const nothing = { cohorts: [], launches: [], asOf: new Date(0) }
  const figures = body === null ? { ...toFigures(nothing, params), asOf } : (JSON.parse(body) as Figures) // we wrote it
  return {
    ...figures,
    observing: deps.config.marketData !== null,
    version: params.promptMajor,
    sealed,
    attribution: dexscreener.credit,
  }
}

async function findSeal(reads: Deps['reads']): Promise<TrackRecord['sealed']> {
  const last = await findLastDay(reads)
  if (!last) return null
  const digest = toHex(last.digest)
  return { day: last.day, digest, stampTx: (await listStamps(reads, [digest])).get(digest) ?? null }
}

/** When the first outcome of these figures is due; null: one is decided already, or nothing trades. */
export async function findFirstDue(
  { reads, activePrompt }: Deps,
  { funnel, horizon, version }: TrackRecord,
): Promise<Date | null> {
  if (funnel.due > 0) return null
  const { name } = await activePrompt()
  const since = await findFirstStart(reads, { promptName: name, promptMajor: version })
  return since && new Date(since.getTime() + horizons[horizon].hours * hourMs)
}
