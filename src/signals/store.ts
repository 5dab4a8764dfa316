import type { Db } from '../deps.ts'
import { withoutFlush } from '../platform/without-flush.ts'

/** A provider's answer that is still fresh at `now`. */
export async function findAnswer(db: Db, key: string, now: Date): Promise<unknown> {
  const row = await db
    .selectFrom('provider_answers')
    .select('answer')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.answer
}

export async function upsertAnswer(
  db: Db,
  { key, answer, fetchedAt, expiresAt }: { key: string; answer: unknown; fetchedAt: Date; expiresAt: Date },
): Promise<void> {
  const row = { answer: JSON.stringify(answer), fetched_at: fetchedAt, expires_at: expiresAt }
  await db
    .insertInto('provider_answers')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .returning(withoutFlush)
    .execute()
}

/** Removes answers that were stale before `before`; returns how many. */
export async function deleteStaleAnswers(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('provider_answers').where('expires_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
