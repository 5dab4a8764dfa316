import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { getActor } from '../platform/cli/get-actor.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import { checkBody, formatLine, parseBody } from './incident.ts'
import { IncidentId } from './incident-id.ts'
import { type Refused, lockOpenIncident, throwApiError, throwLine } from './lock-open-incident.ts'
import { logChange } from './log-change.ts'
import { AdminIncident, IncidentResolution } from '../../contract/schemas/incident.ts'
import { type IncidentRecord, getIncident, insertUpdate, updateResolvedAt, withoutActors } from './store.ts'

const usualBody = 'Resolved.'

export function resolveIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'resolveIncident',
    summary: 'Resolve an incident',
    tags: ['admin'],
    params: IncidentId,
    body: ref(IncidentResolution),
    response: {
      200: response(AdminIncident, 'The incident with its updates'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/admin/incidents/:id/resolve', { schema }, async (request, reply) => {
    const body = checkBody(request.body.body ?? usualBody)
    if ('fault' in body) throw badField('body', body.fault)
    const actor = request.operator ?? 'admin'
    const incident = await resolveIncident(deps, { id: request.params.id, body: body.text, actor })
    throwApiError(incident)
    logChange(request, incident.id, 'resolved')
    return reply.send(incident)
  })
}

/** launchscore incident resolve */
export async function resolveIncidentCommand(
  deps: Deps,
  id: string,
  options: { body?: string },
): Promise<CommandResult> {
  const body = parseBody(options.body ?? usualBody)
  const found = await resolveIncident(deps, { id, body, actor: getActor() })
  throwLine(found)
  const incident = withoutActors(found)
  return { lines: [formatLine(incident)], json: incident }
}

const resolveIncident = (
  { db, clock, random }: Deps,
  { id, body, actor }: { id: string; body: string; actor: string },
): Promise<IncidentRecord | Refused> =>
  db.transaction().execute(async (tx) => {
    const locked = await lockOpenIncident(tx, id)
    if ('refused' in locked) return locked
    const now = clock.now()
    await updateResolvedAt(tx, locked.id, now)
    const update = { id: random.uuid(), incidentId: locked.id, body, actor }
    await insertUpdate(tx, { ...update, kind: 'resolved', postedAt: now })
    return getIncident(tx, locked.id)
  })
