import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import type { App } from '../platform/http/app.ts'
import { type PageRequest, checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { formatLine } from './incident.ts'
import { AdminIncidents } from '../../contract/schemas/incident.ts'
import { type IncidentState, listIncidentRecords, listIncidents } from './store.ts'

const Query = Type.Object({
  ...pageQuery,
  state: Type.Optional(
    Type.Unsafe<IncidentState>({ type: 'string', enum: ['open', 'resolved'], description: 'Defaults to both' }),
  ),
})

export function listIncidentsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listAdminIncidents',
    summary: 'List incidents with the operators of their updates',
    tags: ['admin'],
    querystring: Query,
    response: { 200: response(AdminIncidents, 'Newest first'), ...errorResponses(400, 401, 500, 503) },
  }
  app.get('/v1/admin/incidents', { schema, preValidation: checkLimit }, (request) =>
    listPage(deps, { ...pageRequest(request.query), state: request.query.state ?? null }),
  )
}

async function listPage({ db }: Deps, request: PageRequest & { state: IncidentState | null }): Promise<AdminIncidents> {
  const rows = await listIncidentRecords(db, request)
  const { page, nextCursor } = toPage(rows, request.limit, ({ openedAt, id }) => ({ at: new Date(openedAt), id }))
  return { incidents: page, limit: request.limit, nextCursor }
}

/** launchscore incident list */
export async function listIncidentsCommand({ db }: Deps): Promise<CommandResult> {
  const incidents = await listIncidents(db, 100)
  return { lines: incidents.length > 0 ? incidents.map(formatLine) : ['no incidents'], json: incidents }
}
