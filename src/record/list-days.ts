import { nilUuid } from '../../contract/uuid.ts'
import { Type } from 'typebox'
import { toHex } from 'viem'
import { RecordDays } from '../../contract/schemas/track-record.ts'
import { listStamps } from '../attestation/job-store.ts'
import type { Deps } from '../deps.ts'
import { createFileStream } from './file-stream.ts'
import { type SealedDay, findDay, listDays, readDayParts } from './day-store.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, createLimitCheck, createPageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { holds, sendUnchanged, setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, textResponse, unchanged } from '../platform/http/schema.ts'
import { toDay } from '../platform/time.ts'

const maxLimit = 500
const standardLimit = 100
/** Days have no id: their time alone is their position. */

/** GET /api/v1/track-record/days: the sealed days with their digests. */
export function listRecordDaysRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listRecordDays',
    summary: 'List the sealed days of the track record',
    tags: ['public'],
    querystring: Type.Object(createPageQuery({ maximum: maxLimit, standard: standardLimit })),
    response: { 200: response(RecordDays, 'The oldest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const hooks = { preValidation: createLimitCheck(maxLimit), onSend: setEtag }
  app.get('/api/v1/track-record/days', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const { limit = standardLimit, cursor } = request.query
    return listRecordDays(reads, pageRequest({ limit, ...(cursor && { cursor }) }))
  })
}

async function listRecordDays(reads: Deps['reads'], { limit, after }: PageRequest): Promise<RecordDays> {
  const rows = await listDays(reads, { after: after && toDay(after.at), limit: limit + 1 })
  const { page, nextCursor } = toPage(rows, limit, ({ day }) => ({ at: new Date(day), id: nilUuid }))
  const stamps = await listStamps(
    reads,
    page.map(({ digest }) => toHex(digest)),
  )
  return { days: page.map((day) => toRecordDay(day, stamps)), limit, nextCursor }
}

const toRecordDay = (
  { day, lines, bytes, fileDigest, digest }: SealedDay,
  stamps: Map<string, string>,
): RecordDays['days'][number] => ({
  day,
  lines,
  bytes,
  fileDigest: toHex(fileDigest),
  digest: toHex(digest),
  stampTx: stamps.get(toHex(digest)) ?? null,
})

const DayParam = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}\\.ndjson$', description: 'a UTC day like 2026-11-20.ndjson' }),
})

/** Files of days that one process sends at once. */
const maxFiles = 8

/** GET /api/v1/track-record/days/:day: the sealed file of a day. */
export function getRecordDayRoute(app: App, { reads }: Deps) {
  const streamFile = createFileStream({ permits: maxFiles, perNetwork: 2 })
  const schema = {
    operationId: 'getRecordDay',
    summary: 'Fetch the sealed file of a day',
    tags: ['public'],
    params: DayParam,
    response: {
      200: textResponse('application/x-ndjson', 'One row of the record per line'),
      304: unchanged,
      ...errorResponses(400, 404, 500, 503),
    },
  }
  app.get('/api/v1/track-record/days/:day', { schema }, async (request, reply) => {
    const day = request.params.day.slice(0, 10)
    // PostgreSQL has no year 0000
    const isDate = day >= '0001' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
    const sealed = isDate ? await findDay(reads, day) : null
    if (!sealed) throw new ApiError('not_found', 'This day is not sealed.')
    const etag = `"${sealed.fileDigest.toString('hex')}"`
    reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
    if (holds(request, etag)) return sendUnchanged(request, reply)
    reply.type('application/x-ndjson; charset=utf-8')
    return streamFile({ request, reply }, () => readDayParts(reads, day))
  })
}
