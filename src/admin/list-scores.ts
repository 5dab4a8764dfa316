import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { toChecksumAddress } from '../platform/address.ts'
import type { App } from '../platform/http.ts'
import { type PageRequest, checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { AdminScores } from './schemas.ts'
import { type ScoreRow, listScoreRows } from './store.ts'

/** GET /v1/admin/scores: the newest scores, preliminary ones too. */
export function listScoresRoute(app: App, deps: Pick<Deps, 'db'>) {
  const schema = {
    operationId: 'listAdminScores',
    summary: 'Recent scores',
    tags: ['admin'],
    querystring: Type.Object(pageQuery),
    response: { 200: answer(AdminScores, 'Newest first'), ...errorAnswers(400, 401, 500, 503) },
  }
  app.get('/v1/admin/scores', { schema, preValidation: checkLimit }, (request) =>
    listScores(deps, pageRequest(request.query)),
  )
}

async function listScores({ db }: Pick<Deps, 'db'>, request: PageRequest): Promise<AdminScores> {
  const rows = await listScoreRows(db, request)
  const { page, nextCursor } = pageOf(rows, request.limit, (row) => ({ at: row.created_at, id: row.id }))
  return { scores: page.map(listedScore), limit: request.limit, nextCursor }
}

const listedScore = (row: ScoreRow): AdminScores['scores'][number] => ({
  scoreId: row.id,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creator_address),
  contractAddress: row.contract_address && toChecksumAddress(row.contract_address),
  aggregate: row.aggregate_x100 / 100,
  band: row.band,
  hasStubs: row.has_stubs,
  promptVersion: row.prompt_version,
  rescoredFrom: row.rescored_from,
  enrollmentId: row.enrollment_id,
  createdAt: row.created_at.toISOString(),
})
