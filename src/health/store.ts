import { sql } from 'kysely'
import type { Db } from '../deps.ts'

/** Resolves when the database has answered. */
export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
