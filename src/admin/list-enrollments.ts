import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../platform/address.ts'
import type { App } from '../platform/http.ts'
import { type PageRequest, checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { AdminEnrollments } from './schemas.ts'
import { type EnrollmentRow, listEnrollmentRows } from './store.ts'

/** GET /v1/admin/enrollments: the newest enrollments. */
export function listEnrollmentsRoute(app: App, deps: Pick<Deps, 'db'>) {
  const schema = {
    operationId: 'listAdminEnrollments',
    summary: 'Recent enrollments',
    tags: ['admin'],
    querystring: Type.Object(pageQuery),
    response: { 200: answer(AdminEnrollments, 'Newest first'), ...errorAnswers(400, 401, 500, 503) },
  }
  app.get('/v1/admin/enrollments', { schema, preValidation: checkLimit }, (request) =>
    listEnrollments(deps, pageRequest(request.query)),
  )
}

async function listEnrollments({ db }: Pick<Deps, 'db'>, request: PageRequest): Promise<AdminEnrollments> {
  const rows = await listEnrollmentRows(db, request)
  const { page, nextCursor } = pageOf(rows, request.limit, (row) => ({ at: row.enrolled_at, id: row.id }))
  return { enrollments: page.map(listedEnrollment), limit: request.limit, nextCursor }
}

const listedEnrollment = (row: EnrollmentRow): AdminEnrollments['enrollments'][number] => ({
  enrollmentId: row.id,
  scoreRequestId: row.score_id,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creator_address),
  aggregate: row.aggregate_x100 / 100,
  band: row.band,
  verifiedBy: row.verified_by,
  scheduledFor: row.scheduled_for?.toISOString() ?? null,
  enrolledAt: row.enrolled_at.toISOString(),
})
