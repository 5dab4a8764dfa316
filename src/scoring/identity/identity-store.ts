import type { Db } from '../../database/db.ts'

interface Unidentified {
  id: string
  name: string
  symbol: string
  imageHash: string
}

/** Submissions without an identity. */
export const listUnidentified = (db: Db, limit: number): Promise<Unidentified[]> =>
  db
    .selectFrom('submissions')
    .select(['id', 'name', 'symbol', 'image_hash as imageHash'])
    .where('identity', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Sets the identity of a submission; a trigger moves its ranking. */
export async function updateIdentity(db: Db, id: string, identity: Buffer): Promise<void> {
  await db.updateTable('submissions').set({ identity }).where('id', '=', id).where('identity', 'is', null).execute()
}
