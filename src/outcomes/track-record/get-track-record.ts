import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { horizons } from '../rules/outcome-1.0.0.ts'
import { CLAIMS_VERSION } from './claims.ts'
import { findSeal } from './find-seal.ts'
import { type Figures, foldTrackRecord } from '../figures/fold.ts'
import type { FoldParams } from '../figures/launch-record.ts'
import { createLaunchTable } from '../figures/launch-table.ts'
import { ATTRIBUTION, TrackRecord, TrackRecordClaims } from './schemas.ts'
import { findClaims, findFirstStart, findFold } from './store.ts'

export interface TrackRecordDeps extends Pick<Deps, 'reads' | 'config'> {
  /** Names the cohort that is shown unless the caller asks for another. */
  activePrompt: () => { name: string; major: number } | Promise<{ name: string; major: number }>
}

const TrackRecordQuery = Type.Object({
  horizon: Type.Optional(
    Type.Enum(['24h', '7d', '30d', '90d'], { description: 'Time after trading began; defaults to 30d' }),
  ),
  population: Type.Optional(
    Type.Enum(['committed', 'observed'], {
      description:
        '`committed`: enrolled before the token existed; `observed`: scored before it; defaults to committed',
    }),
  ),
  unit: Type.Optional(
    Type.Enum(['creator', 'token'], { description: 'One token per creator, or every token; defaults to creator' }),
  ),
  version: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99_999, description: 'the major of the prompt; defaults to the active one' }),
  ),
})

/** GET /api/v1/track-record: the figures of the last sealed day. */
export function getTrackRecordRoute(app: App, deps: TrackRecordDeps) {
  const schema = {
    operationId: 'getTrackRecord',
    summary: 'Fetch what became of scored launches',
    tags: ['public'],
    querystring: TrackRecordQuery,
    response: { 200: response(TrackRecord, 'The figures'), 304: unchanged, ...errorResponses(400, 500) },
  }
  app.get('/api/v1/track-record', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return getTrackRecord(deps, request.query)
  })
}

interface Asked extends Partial<Pick<FoldParams, 'horizon' | 'population' | 'unit'>> {
  version?: number
}

/** The figures as the job folded them; zeros before the first sealed day. */
export async function getTrackRecord(deps: TrackRecordDeps, asked: Asked): Promise<TrackRecord> {
  const { name, major } = await deps.activePrompt()
  const { horizon = '30d', population = 'committed', unit = 'creator', version = major } = asked
  const params: FoldParams = { horizon, population, unit, promptName: name, promptMajor: version }
  const [body, sealed] = await Promise.all([findFold(deps.reads, params), findSeal(deps.reads)])
  const nothing = { launches: createLaunchTable(), cohorts: [], asOf: new Date(0), claims: null }
  const figures = body === null ? foldTrackRecord(nothing, params) : (JSON.parse(body) as Figures)
  return {
    ...figures,
    asOf: body === null ? null : figures.asOf,
    observing: deps.config.marketData !== null,
    version,
    claims: CLAIMS_VERSION,
    sealed,
    attribution: ATTRIBUTION,
  }
}

const HOUR_MS = 3_600_000

/** When the first outcome of these figures is due; null: one is decided already, or nothing trades. */
export async function findFirstDue(
  { reads, activePrompt }: TrackRecordDeps,
  { funnel, horizon, population, version }: TrackRecord,
): Promise<Date | null> {
  if (funnel.due > 0) return null
  const { name } = await activePrompt()
  const since = await findFirstStart(reads, { promptName: name, promptMajor: version, population })
  return since && new Date(since.getTime() + horizons[horizon].hours * HOUR_MS)
}

/** GET /api/v1/track-record/claims: the claims that were fixed before the first outcome, with their digest. */
export function getTrackRecordClaimsRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getTrackRecordClaims',
    summary: 'Fetch the claims made beforehand',
    tags: ['public'],
    response: { 200: response(TrackRecordClaims, 'The claims'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/api/v1/track-record/claims', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const row = await findClaims(reads)
    if (!row) return { version: CLAIMS_VERSION, fixedAt: null, digest: null, text: null, sealed: null }
    const sealed = await findSeal(reads, row.fixedAt)
    const digest = `0x${row.digest.toString('hex')}`
    return { version: row.version, fixedAt: row.fixedAt.toISOString(), digest, text: row.body, sealed }
  })
}
