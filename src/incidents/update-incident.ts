import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { type Incident, bodyFrom, lineOf } from './incident.ts'
import { lastingIncident } from './lasting-incident.ts'
import { getIncident, insertUpdate } from './store.ts'

/** launchscore incident update */
export const updateIncidentCommand: Command<Deps> = {
  usage: 'incident update <id> --body <text>',
  summary: 'tell how an incident goes on',
  options: { body: { type: 'string' } },
  run: async (deps, { positionals: [id = ''], options }) => {
    const incident = await updateIncident(deps, { id, body: bodyFrom(options['body']) })
    return { lines: [lineOf(incident)], json: incident }
  },
}

type UpdateDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Adds to what is said of an incident that lasts. */
const updateIncident = (
  { db, clock, random }: UpdateDeps,
  { id, body }: { id: string; body: string },
): Promise<Incident> =>
  db.transaction().execute(async (tx) => {
    const incidentId = await lastingIncident(tx, id)
    await insertUpdate(tx, { id: random.uuid(), incidentId, kind: 'updated', body, postedAt: clock.now() })
    return getIncident(tx, incidentId)
  })
