import type { Db } from '../database/db.ts'

export interface StoredRecord {
  id: string
  promptVersion: string
  body: string
  evidence: unknown
}

export const listRecords = (db: Db, { after, limit }: { after: string; limit: number }): Promise<StoredRecord[]> =>
  db
    .selectFrom('scores')
    .select(['id', 'prompt_version as promptVersion', 'body', 'evidence'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Reads the whole table. */
export async function countOtherVersions(
  reads: Db,
  versions: string[],
): Promise<{ version: string; records: number }[]> {
  const rows = await reads
    .selectFrom('scores')
    .select(({ fn }) => ['prompt_version as version', fn.countAll().as('records')])
    .where('prompt_version', 'not in', versions)
    .groupBy('prompt_version')
    .orderBy('prompt_version')
    .execute()
  return rows.map(({ version, records }) => ({ version, records: Number(records) }))
}
