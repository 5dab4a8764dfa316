import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { withoutFlush } from '../database/sql.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'

export async function findResponse(db: Db, key: string, now: Date): Promise<{ response: unknown } | undefined> {
  const row = await db
    .selectFrom('provider_answers')
    .select('answer')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { response: row.answer }
}

export async function upsertResponse(
  db: Db,
  { key, response, fetchedAt, expiresAt }: { key: string; response: unknown; fetchedAt: Date; expiresAt: Date },
): Promise<void> {
  const row = { answer: JSON.stringify(response), fetched_at: fetchedAt, expires_at: expiresAt }
  await db
    .insertInto('provider_answers')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .returning(withoutFlush)
    .execute()
}

const deleteStaleResponses = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'provider_answers', where: sql`expires_at < ${before}` }, signal)

export const pruneResponses = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteStaleResponses(db, clock.now(), signal)
