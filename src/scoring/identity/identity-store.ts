import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Page {
  after: string
  limit: number
}

export interface Unidentified {
  id: string
  name: string
  symbol: string
  imageHash: string
}

export const listUnidentified = (db: Db, { after, limit }: Page): Promise<Unidentified[]> =>
  db
    .selectFrom('submissions')
    .select(['id', 'name', 'symbol', 'image_hash as imageHash'])
    .where('identity', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function updateIdentity(db: Db, id: string, identity: Buffer): Promise<void> {
  await db.updateTable('submissions').set({ identity }).where('id', '=', id).where('identity', 'is', null).execute()
}

export interface Unnamed {
  id: string
  name: string
  symbol: string
  identity: Buffer
  isSigned: boolean
  createdAt: Date
}

export async function listUnnamed(db: Db, { after, limit }: Page): Promise<Unnamed[]> {
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'name', 'symbol', 'identity', 'signed_at as signedAt', 'created_at as createdAt'])
    .where('is_named', '=', sql.lit(false)) // a literal, to match the partial index
    .where('identity', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ identity, signedAt, ...row }) =>
    identity ? [{ ...row, identity, isSigned: signedAt !== null }] : [],
  )
}

interface LaunchNames {
  identity: Buffer
  name: string
  symbol: string
  grams: string[]
  isSigned: boolean
  createdAt: Date
}

export async function insertNames(
  db: Db,
  submissionId: string,
  { isSigned, createdAt, ...launch }: LaunchNames,
): Promise<void> {
  await db
    .with('named', (query) =>
      query
        .insertInto('launch_names')
        .values({ ...launch, is_signed: isSigned, created_at: createdAt })
        .onConflict((conflict) =>
          conflict
            .column('identity')
            .doUpdateSet({ is_signed: sql<boolean>`launch_names.is_signed or excluded.is_signed` }),
        ),
    )
    .updateTable('submissions')
    .set({ is_named: true })
    .where('id', '=', submissionId)
    .execute()
}
