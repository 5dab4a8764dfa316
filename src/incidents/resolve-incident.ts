import type { Deps } from '../deps.ts'
import type { Command } from '../platform/cli/command.ts'
import { type Incident, parseBody, formatLine } from './incident.ts'
import { lockOpenIncident } from './lock-open-incident.ts'
import { getIncident, insertUpdate, updateResolvedAt } from './store.ts'

/** launchscore incident resolve */
export const resolveIncidentCommand: Command<Deps> = {
  run: async (deps, { positionals: [id = ''], options }) => {
    const incident = await resolveIncident(deps, { id, body: parseBody(options['body'] ?? 'Resolved.') })
    return { lines: [formatLine(incident)], json: incident }
  },
}

type ResolveDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Resolves an incident, once, with its last update. */
const resolveIncident = (
  { db, clock, random }: ResolveDeps,
  { id, body }: { id: string; body: string },
): Promise<Incident> =>
  db.transaction().execute(async (tx) => {
    const incidentId = await lockOpenIncident(tx, id)
    const now = clock.now()
    await updateResolvedAt(tx, incidentId, now)
    await insertUpdate(tx, { id: random.uuid(), incidentId, kind: 'resolved', body, postedAt: now })
    return getIncident(tx, incidentId)
  })
