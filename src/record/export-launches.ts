import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import { dayMs } from '../../contract/time.ts'
import type { App } from '../platform/http/app.ts'
import { holds, sendUnchanged } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'
import { findLastDay } from './day-store.ts'
import { type ExportRow, listCorrectedOutcomes, listExportRows } from './export-store.ts'
import { createFileStream } from './file-stream.ts'
import { findFoldedAt } from './track-record-store.ts'

// prettier-ignore
const columns = [
  'scoreRequestId', 'enrollmentId', 'promptName', 'promptMajor', 'aggregate', 'band', 'earlierScores', 'scoredAt',
  'enrolledAt', 'anchored', 'chainId', 'creator', 'token', 'origin', 'proof', 'counts', 'reason', 'headline',
  'createdAt', 'tradingSince', 'outcome24h', 'cause24h', 'outcome7d', 'cause7d', 'outcome30d', 'cause30d',
  'outcome90d', 'cause90d', 'graduatedAt', 'survivalDays', 'died', 'rules',
] as const satisfies (keyof ExportRow)[]

const batchSize = 500

/** Exports that one process writes at once. */
const maxExports = 2

/** GET /api/v1/track-record/export.csv and .ndjson: every launch up to the last sealed day that the figures have. */
export function exportLaunchesRoute(app: App, { reads }: Deps) {
  const streamFile = createFileStream({ permits: maxExports, perNetwork: 1 })
  const schema = {
    operationId: 'exportTrackRecord',
    summary: 'Export the outcomes of all launches',
    tags: ['public'],
    params: Type.Object({
      file: Type.Enum(['export.csv', 'export.ndjson'], { description: 'export.csv or export.ndjson' }),
    }),
    response: {
      200: textResponse(['text/csv', 'application/x-ndjson'], 'One launch per line'),
      304: unchanged,
      ...errorResponses(400, 500, 503),
    },
  }
  app.get('/api/v1/track-record/:file', { schema }, async (request, reply) => {
    const { file } = request.params
    const { asOf, version } = await findState(reads)
    reply.header('cache-control', 'public, max-age=300')
    if (version !== null) {
      const etag = `"${file}-${version}"`
      reply.header('etag', etag)
      if (holds(request, etag)) return sendUnchanged(request, reply)
    }
    const isCsv = file === 'export.csv'
    reply.type(isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    return streamFile({ request, reply }, () => writeRows(reads, asOf, isCsv))
  })
}

interface State {
  /** The end of the day of the figures. */
  asOf: Date
  /** Changes with the rows; null: the lengths of life of a newer day are being measured, so the rows may change at any time. */
  version: string | null
}

async function findState(db: Deps['reads']): Promise<State> {
  const asOf = await findFoldedAt(db)
  if (!asOf) return { asOf: new Date(0), version: 'empty' }
  const last = await findLastDay(db)
  const isLast = last !== null && Date.parse(last.day) + dayMs === asOf.getTime()
  return { asOf, version: isLast ? last.digest.toString('hex') : null }
}

/** Some hundred rows at a time, so that memory doesn't grow with the record. The next ones are read while these are sent. */
async function* writeRows(db: Deps['reads'], asOf: Date, isCsv: boolean): AsyncGenerator<string> {
  if (isCsv) yield `${columns.join(',')}\r\n`
  const corrected = await listCorrectedOutcomes(db, asOf)
  const read = (after: string) => {
    const reading = listExportRows(db, { asOf, after, limit: batchSize })
    reading.catch(() => {}) // told when it is awaited, unless the caller has left
    return reading
  }
  for (let reading = read('00000000-0000-0000-0000-000000000000'); ;) {
    const rows = await reading
    const last = rows.at(-1)
    if (!last) return
    reading = read(last.bindingId)
    await nextTurn() // sends the query before these rows take the thread, so that the database works meanwhile
    const shown = rows.map((row) => withChecksums(corrected.size === 0 ? row : withCorrections(row, corrected)))
    yield shown.map(isCsv ? toCsv : toJson).join('')
  }
}

/** A corrected outcome is unknown, as in the figures. */
const withCorrections = (row: ExportRow, corrected: Set<string>): ExportRow =>
  ['24h', '7d', '30d', '90d']
    .filter((horizon) => corrected.has(`outcome:${row.bindingId}:${horizon}`))
    .reduce<ExportRow>(
      (shown, horizon) => ({ ...shown, [`outcome${horizon}`]: 'unknown', [`cause${horizon}`]: 'corrected' }),
      row,
    )

const withChecksums = (row: ExportRow): ExportRow => ({
  ...row,
  creator: toChecksumAddress(String(row['creator'])),
  token: toChecksumAddress(String(row['token'])),
})

const toCsv = (row: ExportRow): string => `${columns.map((column) => quote(row[column] ?? null)).join(',')}\r\n`

const toJson = (row: ExportRow): string =>
  `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`

/** RFC 4180; null is empty. */
function quote(value: ExportRow[keyof ExportRow]): string {
  if (value === null) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
