import { type Kysely, sql } from 'kysely'
import { isOutage } from '../../platform/database-fault.ts'

/** Whether two connections lead to the same database, on whichever server of its cluster. */
export async function isSameDatabase<T>(one: Kysely<T>, other: Kysely<T>): Promise<boolean> {
  const [a, b] = await Promise.all([identify(one), identify(other)])
  return a.name === b.name && (a.cluster === null || b.cluster === null || a.cluster === b.cluster)
}

async function identify<T>(db: Kysely<T>): Promise<{ name: string; cluster: string | null }> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return { name: rows[0]?.name ?? '', cluster: await findCluster(db) }
}

/** null: the role may not read it, or the server has none. The standbys of a cluster have the same identifier. */
async function findCluster<T>(db: Kysely<T>): Promise<string | null> {
  try {
    const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(
      db,
    )
    return rows[0]?.id ?? null
  } catch (error) {
    if (isOutage(error)) throw error
    return null
  }
}
