import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/**
 * Applies the numbered `.sql` files of `folder` that the database has not seen, all in one transaction and under a
 * lock, so that replicas may start at once. Returns the names of those applied.
 */
export async function migrate<T>(db: Kysely<T>, folder: string): Promise<string[]> {
  const migrator = new Migrator({
    db: db as Kysely<unknown>, // the migrator keeps tables of its own and reads none of T
    provider: { getMigrations: () => Promise.resolve(readMigrations(folder)) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

export function readMigrations(folder: string): Record<string, Migration> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return [
        file.slice(0, -'.sql'.length),
        {
          up: (db: Kysely<unknown>) =>
            sql
              .raw(text)
              .execute(db)
              .then(() => {}),
        },
      ]
    }),
  )
}
