import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import { getActor } from '../platform/cli/get-actor.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import type { Impact } from '../../contract/news.ts'
import { checkBody, checkTitle, formatLine, parseBody, parseTitle } from './incident.ts'
import { logChange } from './log-change.ts'
import { AdminIncident, NewIncident } from '../../contract/schemas/incident.ts'
import { type IncidentRecord, getIncident, insertIncident, insertUpdate, withoutActors } from './store.ts'

export function openIncidentRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'openIncident',
    summary: 'Open an incident',
    tags: ['admin'],
    body: ref(NewIncident),
    response: { 201: response(AdminIncident, 'The new incident'), ...errorResponses(400, 401, 413, 415, 500, 503) },
  }
  app.post('/v1/admin/incidents', { schema }, async (request, reply) => {
    const [title, body] = [checkTitle(request.body.title), checkBody(request.body.body)]
    if ('fault' in title) throw badField('title', title.fault)
    if ('fault' in body) throw badField('body', body.fault)
    const { impact = 'minor' } = request.body
    const actor = request.operator ?? 'admin'
    const incident = await openIncident(deps, { title: title.text, body: body.text, impact, actor })
    logChange(request, incident.id, 'opened')
    return reply.code(201).send(incident)
  })
}

/** launchscore incident open */
export async function openIncidentCommand(
  deps: Deps,
  options: { title: string; body: string; impact?: Impact },
): Promise<CommandResult> {
  const [title, body] = [parseTitle(options.title), parseBody(options.body)]
  const { impact = 'minor' } = options
  const incident = withoutActors(await openIncident(deps, { title, body, impact, actor: getActor() }))
  return { lines: [formatLine(incident)], json: incident }
}

async function openIncident(
  { db, clock, random }: Deps,
  { title, body, impact, actor }: { title: string; body: string; impact: Impact; actor: string },
): Promise<IncidentRecord> {
  const [id, now] = [random.uuid(), clock.now()]
  return db.transaction().execute(async (tx) => {
    await insertIncident(tx, { id, title, impact, openedAt: now })
    await insertUpdate(tx, { id: random.uuid(), incidentId: id, kind: 'opened', body, actor, postedAt: now })
    return getIncident(tx, id)
  })
}
