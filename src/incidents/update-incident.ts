import type { Deps } from '../deps.ts'
import type { Command } from '../platform/cli/command.ts'
import { type Incident, parseBody, formatLine } from './incident.ts'
import { lockOpenIncident } from './lock-open-incident.ts'
import { getIncident, insertUpdate } from './store.ts'

/** launchscore incident update */
export const updateIncidentCommand: Command<Deps> = {
  run: async (deps, { positionals: [id = ''], options }) => {
    const incident = await updateIncident(deps, { id, body: parseBody(options['body']) })
    return { lines: [formatLine(incident)], json: incident }
  },
}

type UpdateDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Adds an update to an unresolved incident. */
const updateIncident = (
  { db, clock, random }: UpdateDeps,
  { id, body }: { id: string; body: string },
): Promise<Incident> =>
  db.transaction().execute(async (tx) => {
    const incidentId = await lockOpenIncident(tx, id)
    await insertUpdate(tx, { id: random.uuid(), incidentId, kind: 'updated', body, postedAt: clock.now() })
    return getIncident(tx, incidentId)
  })
