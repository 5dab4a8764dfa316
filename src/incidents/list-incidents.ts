import type { Deps } from '../deps.ts'
import type { Command } from '../platform/cli/command.ts'
import { formatLine } from './incident.ts'
import { listIncidents } from './store.ts'

/** launchscore incident list */
export const listIncidentsCommand: Command<Deps> = {
  run: async ({ db }) => {
    const incidents = await listIncidents(db, 100)
    return { lines: incidents.length > 0 ? incidents.map(formatLine) : ['no incidents'], json: incidents }
  },
}
