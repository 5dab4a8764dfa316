import type { Deps } from '../deps.ts'
import type { Command } from '../platform/cli/command.ts'
import { type Impact, type Incident, parseBody, parseImpact, formatLine, parseTitle } from './incident.ts'
import { getIncident, insertIncident, insertUpdate } from './store.ts'

/** launchscore incident open */
export const openIncidentCommand: Command<Deps> = {
  run: async (deps, { options }) => {
    const [title, body] = [parseTitle(options['title']), parseBody(options['body'])]
    const incident = await openIncident(deps, { title, body, impact: parseImpact(options['impact']) })
    return { lines: [formatLine(incident)], json: incident }
  },
}

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Opens an incident with its first update. */
async function openIncident(
  { db, clock, random }: OpenDeps,
  { title, body, impact }: { title: string; body: string; impact: Impact },
): Promise<Incident> {
  const [id, now] = [random.uuid(), clock.now()]
  return db.transaction().execute(async (tx) => {
    await insertIncident(tx, { id, title, impact, openedAt: now })
    await insertUpdate(tx, { id: random.uuid(), incidentId: id, kind: 'opened', body, postedAt: now })
    return getIncident(tx, id)
  })
}
