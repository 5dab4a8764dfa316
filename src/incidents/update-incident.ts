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
import { AdminIncident, NewIncidentUpdate } from '../../contract/schemas/incident.ts'
import { type IncidentRecord, getIncident, insertUpdate, withoutActors } from './store.ts'

export function updateIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'updateIncident',
    summary: 'Post an update of an incident',
    tags: ['admin'],
    params: IncidentId,
    body: ref(NewIncidentUpdate),
    response: {
      201: response(AdminIncident, 'The incident with its updates'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/admin/incidents/:id/updates', { schema }, async (request, reply) => {
    const body = checkBody(request.body.body)
    if ('fault' in body) throw badField('body', body.fault)
    const actor = request.operator ?? 'admin'
    const incident = await updateIncident(deps, { id: request.params.id, body: body.text, actor })
    throwApiError(incident)
    logChange(request, incident.id, 'updated')
    return reply.code(201).send(incident)
  })
}

/** launchscore incident update */
export async function updateIncidentCommand(deps: Deps, id: string, options: { body: string }): Promise<CommandResult> {
  const found = await updateIncident(deps, { id, body: parseBody(options.body), actor: getActor() })
  throwLine(found)
  const incident = withoutActors(found)
  return { lines: [formatLine(incident)], json: incident }
}

const updateIncident = (
  { db, clock, random }: Deps,
  { id, body, actor }: { id: string; body: string; actor: string },
): Promise<IncidentRecord | Refused> =>
  db.transaction().execute(async (tx) => {
    const locked = await lockOpenIncident(tx, id)
    if ('refused' in locked) return locked
    const update = { id: random.uuid(), incidentId: locked.id, body, actor }
    await insertUpdate(tx, { ...update, kind: 'updated', postedAt: clock.now() })
    return getIncident(tx, locked.id)
  })
