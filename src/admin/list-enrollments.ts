import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../../contract/address.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, checkLimit, toPage, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { AdminEnrollments } from '../../contract/schemas/admin.ts'
import { type ScoreFilters, enrollmentFilters, toFilters } from './filters.ts'
import { type EnrollmentRow, listEnrollmentRows } from './store.ts'

export function listEnrollmentsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listAdminEnrollments',
    summary: 'List recent enrollments',
    tags: ['admin'],
    querystring: Type.Object({ ...pageQuery, ...enrollmentFilters }),
    response: { 200: response(AdminEnrollments, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/enrollments', { schema, preValidation: checkLimit }, (request) =>
    listEnrollments(deps, pageRequest(request.query), toFilters(request.query)),
  )
}

async function listEnrollments({ db }: Deps, request: PageRequest, filters: ScoreFilters): Promise<AdminEnrollments> {
  const rows = await listEnrollmentRows(db, request, filters)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.enrolledAt, id: row.id }))
  return { enrollments: page.map(toAdminEnrollment), limit: request.limit, nextCursor }
}

const toAdminEnrollment = (row: EnrollmentRow): AdminEnrollments['enrollments'][number] => ({
  enrollmentId: row.id,
  scoreRequestId: row.scoreId,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  warnings: row.warningCodes,
  verifiedBy: row.verifiedBy,
  hiddenReason: row.hiddenReason,
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})
