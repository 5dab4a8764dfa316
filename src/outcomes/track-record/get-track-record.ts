import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { dayMs, hourMs } from '../../../contract/durations.ts'
import type { App } from '../../platform/http/app.ts'
import { sendJsonText, setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { maxEntries } from '../../platform/caching/max-entries.ts'
import { dexscreener } from '../../providers/market/dexscreener-source.ts'
import { horizons } from '../rules/outcome-1.0.0.ts'
import { claimsVersion } from './claims.ts'
import { findSeal } from './find-seal.ts'
import { type Figures, foldTrackRecord } from '../figures/fold.ts'
import type { FoldParams } from '../figures/launch-record.ts'
import { createLaunchTable } from '../figures/launch-table.ts'
import { TrackRecord, TrackRecordClaims } from '../../../contract/schemas/track-record.ts'
import { findClaims, findFirstStart, findFold } from './store.ts'

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
    Type.Integer({
      minimum: 0,
      maximum: 99_999,
      description: 'the major version of the prompt; defaults to the active one',
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
  const readTrackRecord = createTrackRecordReader(deps)
  const texts = new WeakMap<TrackRecord, string>() // a record has some 32 kB
  app.get('/api/v1/track-record', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const record = await readTrackRecord(request.query)
    const text = texts.get(record) ?? (reply.serialize(record) as string) // JSON is text
    texts.set(record, text)
    return sendJsonText(reply, text)
  })
}

interface RecordRequest extends Partial<Pick<FoldParams, 'horizon' | 'population' | 'unit'>> {
  version?: number
}

/** Those of four majors of a prompt. */
const maxRecords = 64

/**
 * Reads the figures as the job folded them; zeros before the first sealed day, and for a cohort without a score. Each call reads the version of the stored
 * figures, and their text only if it has changed. The same object means the same figures.
 */
export function createTrackRecordReader(deps: Deps): (asked: RecordRequest) => Promise<TrackRecord> {
  const known = new LRUCache<string, { version: string; record: TrackRecord }>(maxEntries(maxRecords))
  return async (asked) => {
    const { name, major } = await deps.activePrompt()
    const { horizon = '30d', population = 'committed', unit = 'creator', version = major } = asked
    const params: FoldParams = { horizon, population, unit, promptName: name, promptMajor: version }
    const key = JSON.stringify(params)
    const before = known.get(key)
    const [fold, sealed] = await Promise.all([
      findFold(deps.reads, params, before?.version ?? null),
      findSeal(deps.reads),
    ])
    if (fold === null) return { ...toRecord(deps, foldNothing(params), sealed), asOf: sealed && toDayEnd(sealed.day) }
    const isKnown = before?.version === fold.version
    if (isKnown && isDeepStrictEqual(before.record.sealed, sealed)) return before.record
    const record = isKnown
      ? { ...before.record, sealed }
      : toRecord(deps, JSON.parse(fold.body ?? '') as Figures, sealed) // we wrote it
    known.set(key, { version: fold.version, record })
    return record
  }
}

const toRecord = ({ config }: Deps, figures: Figures, sealed: TrackRecord['sealed']): TrackRecord => ({
  ...figures,
  observing: config.marketData !== null,
  version: figures.promptMajor,
  claims: claimsVersion,
  sealed,
  attribution: dexscreener.credit,
})

const toDayEnd = (day: string) => new Date(Date.parse(day) + dayMs).toISOString()

const foldNothing = (params: FoldParams): Figures =>
  foldTrackRecord({ launches: createLaunchTable(), cohorts: [], asOf: new Date(0), claims: null }, params)

/** When the first outcome of these figures is due; null: one is decided already, or nothing trades. */
export async function findFirstDue(
  { reads, activePrompt }: Deps,
  { funnel, horizon, population, version }: TrackRecord,
): Promise<Date | null> {
  if (funnel.due > 0) return null
  const { name } = await activePrompt()
  const since = await findFirstStart(reads, { promptName: name, promptMajor: version, population })
  return since && new Date(since.getTime() + horizons[horizon].hours * hourMs)
}

/** GET /api/v1/track-record/claims: the claims that were fixed before the first outcome, with their digest. */
export function getTrackRecordClaimsRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getTrackRecordClaims',
    summary: 'Fetch the claims that were fixed in advance',
    tags: ['public'],
    response: { 200: response(TrackRecordClaims, 'The claims'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/api/v1/track-record/claims', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const row = await findClaims(reads)
    if (!row) return { version: claimsVersion, fixedAt: null, digest: null, text: null, sealed: null }
    const sealed = await findSeal(reads, row.fixedAt)
    const digest = `0x${row.digest.toString('hex')}`
    return { version: row.version, fixedAt: row.fixedAt.toISOString(), digest, text: row.body, sealed }
  })
}
