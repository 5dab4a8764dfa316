import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { toEntryResponse } from '../scoring/takedown/takedown-response.ts'
import { listLogEntries } from '../scoring/takedown/takedown-store.ts'
import { AdminTakedowns } from '../../contract/schemas/admin.ts'

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
