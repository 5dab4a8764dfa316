import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, checkLimit, toPage, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { toScoreFields } from '../scoring/shown/to-score-fields.ts'
import { AdminScores } from '../../contract/schemas/admin.ts'
import { type ScoreFilters, scoreFilters, toFilters } from './filters.ts'
import { type ScoreRow, listScoreRows } from './store.ts'

export function listScoresRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listAdminScores',
    summary: 'List recent scores',
    tags: ['admin'],
    querystring: Type.Object({ ...pageQuery, ...scoreFilters }),
    response: { 200: response(AdminScores, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/scores', { schema, preValidation: checkLimit }, (request) =>
    listScores(deps, pageRequest(request.query), toFilters(request.query)),
  )
}

async function listScores({ db }: Deps, request: PageRequest, filters: ScoreFilters): Promise<AdminScores> {
  const rows = await listScoreRows(db, request, filters)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.createdAt, id: row.id }))
  return { scores: page.map(toAdminScore), limit: request.limit, nextCursor }
}

const toAdminScore = (row: ScoreRow): AdminScores['scores'][number] => ({
  scoreId: row.id,
  ...toScoreFields(row),
  warnings: row.warningCodes,
  hasStubs: row.hasStubs,
  promptVersion: row.promptVersion,
  rescoredFrom: row.rescoredFrom,
  enrollmentId: row.enrollmentId,
  hiddenReason: row.hiddenReason,
})
