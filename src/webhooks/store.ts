import type { Db, Tx } from '../deps.ts'

export async function insertEvent(
  tx: Tx,
  { id, event, body, createdAt }: { id: string; event: string; body: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('outbox').values({ id, event, body, created_at: createdAt }).execute()
}

/** When the oldest event of the outbox was written; undefined when it is empty. */
export async function findOldestEvent(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('outbox').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return row?.created_at
}
