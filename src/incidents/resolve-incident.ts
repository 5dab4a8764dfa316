import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { type Incident, bodyFrom, lineOf } from './incident.ts'
import { lastingIncident } from './lasting-incident.ts'
import { getIncident, insertUpdate, updateResolvedAt } from './store.ts'

/** launchscore incident resolve */
export const resolveIncidentCommand: Command<Deps> = {
  usage: 'incident resolve <id> [--body <text>]',
  summary: 'tell that an incident is over',
  options: { body: { type: 'string' } },
  run: async (deps, { positionals: [id = ''], options }) => {
    const incident = await resolveIncident(deps, { id, body: bodyFrom(options['body'] ?? 'Resolved.') })
    return { lines: [lineOf(incident)], json: incident }
  },
}

type ResolveDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Ends an incident, once, with the last thing that is said of it. */
const resolveIncident = (
  { db, clock, random }: ResolveDeps,
  { id, body }: { id: string; body: string },
): Promise<Incident> =>
  db.transaction().execute(async (tx) => {
    const incidentId = await lastingIncident(tx, id)
    const now = clock.now()
    await updateResolvedAt(tx, incidentId, now)
    await insertUpdate(tx, { id: random.uuid(), incidentId, kind: 'resolved', body, postedAt: now })
    return getIncident(tx, incidentId)
  })
