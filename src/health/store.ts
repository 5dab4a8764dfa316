import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { withoutFlush } from '../database/sql.ts'

/** Replaces the previous row. */
export async function writeProbe(db: Db, { ballast, writtenAt }: { ballast: Buffer; writtenAt: Date }): Promise<void> {
  const values = { ballast, written_at: writtenAt }
  await db
    .insertInto('write_probe')
    .values({ is_only: true, ...values })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
    .returning(withoutFlush)
    .execute()
}

export const pingDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
