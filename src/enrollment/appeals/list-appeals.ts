import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { type PageRequest, checkLimit, pageQuery, pageRequest, toPage } from '../../platform/http/paging.ts'
import { errorResponses, response } from '../../platform/http/schema.ts'
import { toAdminAppeal } from './appeal-response.ts'
import { listAppealRows } from './appeal-store.ts'
import { AdminAppeals } from '../../../contract/schemas/appeal.ts'

const Query = Type.Object({
  ...pageQuery,
  state: Type.Optional(
    Type.Unsafe<'open' | 'answered'>({ type: 'string', enum: ['open', 'answered'], description: 'Defaults to both' }),
  ),
})

export function listAppealsRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'listAppeals',
    summary: 'List appeals',
    tags: ['admin'],
    querystring: Query,
    response: { 200: response(AdminAppeals, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/appeals', { schema, preValidation: checkLimit }, (request) =>
    listAppeals(db, { ...pageRequest(request.query), state: request.query.state ?? null }),
  )
}

async function listAppeals(
  db: Deps['db'],
  asked: PageRequest & { state: 'open' | 'answered' | null },
): Promise<AdminAppeals> {
  const rows = await listAppealRows(db, asked)
  const { page, nextCursor } = toPage(rows, asked.limit, ({ appealedAt, id }) => ({ at: appealedAt, id }))
  return { appeals: page.map(toAdminAppeal), limit: asked.limit, nextCursor }
}
