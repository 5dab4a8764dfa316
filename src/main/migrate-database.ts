import type { Deps } from '../deps.ts'
import { migrate } from '../database/migrate.ts'
import type { Command } from '../platform/cli/command.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** launchscore migrate */
export const migrateCommand: Command<Deps> = {
  run: async ({ migrations }) => {
    const applied = await migrate(migrations, migrationsFolder)
    return {
      lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['up to date'],
      json: { applied },
    }
  },
}
