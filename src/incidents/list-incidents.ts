import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { lineOf } from './incident.ts'
import { listIncidents } from './store.ts'

/** launchscore incident list */
export const listIncidentsCommand: Command<Deps> = {
  usage: 'incident list',
  summary: 'the newest hundred incidents',
  run: async ({ db }) => {
    const incidents = await listIncidents(db, 100)
    return { lines: incidents.length > 0 ? incidents.map(lineOf) : ['nothing has gone wrong yet'], json: incidents }
  },
}
