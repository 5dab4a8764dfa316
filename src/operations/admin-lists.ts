import { Type } from 'typebox'
import { toChecksumAddress } from '../../contract/address.ts'
import { AdminEnrollments, AdminKeys, AdminScores, AdminTakedowns } from '../../contract/schemas/admin.ts'
import { LimitedCallerList } from '../../contract/schemas/operations.ts'
import type { Deps } from '../deps.ts'
import { toApiKey } from '../keys/key-commands.ts'
import { listKeyRows } from '../keys/store.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, type PageRequest, pageRequest, toPage } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { toScoreFields } from '../scoring/shown-scores.ts'
import { toEntryResponse } from '../scoring/take-down.ts'
import { listLogEntries } from '../scoring/takedown-store.ts'
import {
  enrollmentFilters,
  type EnrollmentRow,
  listEnrollmentRows,
  listScoreRows,
  type ScoreFilters,
  scoreFilters,
  type ScoreRow,
  toFilters,
} from './store.ts'

export function listApiKeysRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'listAdminKeys',
    summary: 'List all API keys',
    tags: ['admin'],
    response: { 200: response(AdminKeys, 'The keys'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/api-keys', { schema }, async () => {
    const rows = await listKeyRows(db)
    return { keys: rows.map(toApiKey) }
  })
}

const maxListed = 20

export function listLimitedCallersRoute(app: App, { limitedCallers, clock }: Deps) {
  const schema = {
    operationId: 'listLimitedCallers',
    summary: 'List the callers that rate limits refuse most',
    tags: ['admin'],
    response: { 200: response(LimitedCallerList, 'Those refused most first'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/limited-callers', { schema }, async () => ({
    callers: limitedCallers.list(maxListed).map(({ lastAt, ...one }) => ({ ...one, lastAt: lastAt.toISOString() })),
    asOf: clock.now().toISOString(),
  }))
}

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

export function listTakedownsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listAdminTakedowns',
    summary: 'List all take-downs, with the operator and the reason',
    description:
      'Lists the log of take-downs, newest first. `isHidden` says whether an entry’s subject is taken down at present.',
    tags: ['admin'],
    querystring: Type.Object(pageQuery),
    response: { 200: response(AdminTakedowns, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/takedowns', { schema, preValidation: checkLimit }, (request) =>
    listTakedowns(deps, pageRequest(request.query)),
  )
}

async function listTakedowns({ db }: Deps, request: PageRequest): Promise<AdminTakedowns> {
  const rows = await listLogEntries(db, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.doneAt, id: row.id }))
  return { takedowns: page.map(toEntryResponse), limit: request.limit, nextCursor }
}
