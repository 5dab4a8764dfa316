import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/http.ts'
import { holds, setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, textResponse, unchanged } from '../../platform/http/schema.ts'
import { findDay, listDays, readDayParts } from '../days/store.ts'
import { RecordDays } from './schemas.ts'

/** GET /api/v1/track-record/days: the sealed days with their digests. */
export function listRecordDaysRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'listRecordDays',
    summary: 'List the sealed days of the record',
    tags: ['public'],
    response: { 200: response(RecordDays, 'In order'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/api/v1/track-record/days', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const days = await listDays(reads)
    return {
      days: days.map(({ day, lines, bytes, fileDigest, digest }) => ({
        day,
        lines,
        bytes,
        fileDigest: `0x${fileDigest.toString('hex')}`,
        digest: `0x${digest.toString('hex')}`,
      })),
    }
  })
}

const DayParam = Type.Object({
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}\\.ndjson$', description: 'a UTC day like 2026-11-20.ndjson' }),
})

/** GET /api/v1/track-record/days/:day: the sealed file of a day. */
export function getRecordDayRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getRecordDay',
    summary: 'Fetch the sealed file of a day',
    tags: ['public'],
    params: DayParam,
    response: {
      200: textResponse('application/x-ndjson', 'One row of the record per line'),
      304: unchanged,
      ...errorResponses(400, 404, 500),
    },
  }
  app.get('/api/v1/track-record/days/:day', { schema }, async (request, reply) => {
    const day = request.params.day.slice(0, 10)
    const isDate = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
    const sealed = isDate ? await findDay(reads, day) : null
    if (!sealed) throw new ApiError('not_found', 'This day is not sealed.')
    const etag = `"${sealed.fileDigest.toString('hex')}"`
    reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
    if (holds(request, etag)) return reply.code(304).send()
    return reply.type('application/x-ndjson').send(Readable.from(readDayParts(reads, day)) as unknown as string)
  })
}
