import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { type Impact, type Incident, bodyFrom, impactFrom, impacts, lineOf, titleFrom } from './incident.ts'
import { getIncident, insertIncident, insertUpdate } from './store.ts'

/** launchscore incident open */
export const openIncidentCommand: Command<Deps> = {
  usage: `incident open --title <text> --body <text> [--impact ${impacts.join('|')}]`,
  summary: 'tell everybody that something is wrong',
  options: { title: { type: 'string' }, body: { type: 'string' }, impact: { type: 'string' } },
  run: async (deps, { options }) => {
    const [title, body] = [titleFrom(options['title']), bodyFrom(options['body'])]
    const incident = await openIncident(deps, { title, body, impact: impactFrom(options['impact']) })
    return { lines: [lineOf(incident)], json: incident }
  },
}

type OpenDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Opens an incident with the first thing that is said of it. */
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
