import type { Db } from '../../database/db.ts'

/** The stored inputs of a score. */
export interface StoredRecord {
  id: string
  promptVersion: string
  /** The ScoreResult as first sent. */
  body: string
  evidence: unknown
}

/** The scores after `after`, by id: hidden, test and preliminary ones too. */
export const listRecords = (db: Db, { after, limit }: { after: string; limit: number }): Promise<StoredRecord[]> =>
  db
    .selectFrom('scores')
    .select(['id', 'prompt_version as promptVersion', 'body', 'evidence'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
