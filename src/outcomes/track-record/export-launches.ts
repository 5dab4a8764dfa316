import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { holds } from '../../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../../platform/http/schema.ts'
import { findLastDay } from '../days/store.ts'
import { type ExportRow, listExportRows } from './export-store.ts'

// prettier-ignore
const columns = [
  'scoreRequestId', 'enrollmentId', 'promptName', 'promptMajor', 'aggregate', 'band', 'earlierScores', 'scoredAt',
  'enrolledAt', 'anchored', 'chainId', 'creator', 'token', 'origin', 'proof', 'counts', 'reason', 'headline',
  'createdAt', 'tradingSince', 'outcome24h', 'cause24h', 'outcome7d', 'cause7d', 'outcome30d', 'cause30d',
  'outcome90d', 'cause90d', 'graduatedAt', 'survivalDays', 'died', 'rules',
] as const satisfies (keyof ExportRow)[]

const LIMIT = 1000
const DAY_MS = 86_400_000

/** GET /api/v1/track-record/export.csv and .ndjson: every launch up to the last sealed day. */
export function exportLaunchesRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'exportTrackRecord',
    summary: 'Export what became of every launch',
    tags: ['public'],
    params: Type.Object({
      file: Type.Enum(['export.csv', 'export.ndjson'], { description: 'export.csv or export.ndjson' }),
    }),
    response: {
      200: textResponse(['text/csv', 'application/x-ndjson'], 'One launch per line'),
      304: unchanged,
      ...errorResponses(400, 500),
    },
  }
  app.get('/api/v1/track-record/:file', { schema }, async (request, reply) => {
    const { file } = request.params
    const last = await findLastDay(reads)
    const etag = `"${file}-${last?.digest.toString('hex') ?? 'empty'}"`
    reply.header('cache-control', 'public, max-age=300').header('etag', etag)
    if (holds(request, etag)) return reply.code(304).send()
    const asOf = new Date(last ? Date.parse(last.day) + DAY_MS : 0)
    const isCsv = file === 'export.csv'
    reply.type(isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    return reply.send(Readable.from(writeRows(reads, asOf, isCsv)) as unknown as string)
  })
}

/** A thousand rows at a time, so that memory doesn't grow with the record. */
async function* writeRows(db: Deps['reads'], asOf: Date, isCsv: boolean): AsyncGenerator<string> {
  if (isCsv) yield `${columns.join(',')}\r\n`
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await listExportRows(db, { asOf, after, limit: LIMIT })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(isCsv ? toCsv : toJson).join('')
    after = last.bindingId
  }
}

const toCsv = (row: ExportRow): string => `${columns.map((column) => quote(row[column] ?? null)).join(',')}\r\n`

const toJson = (row: ExportRow): string =>
  `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`

/** RFC 4180; null is empty. */
function quote(value: ExportRow[keyof ExportRow]): string {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
