import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { withoutFlush } from '../database/sql.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import type { ResponseStore } from '../providers/cache-responses.ts'

interface ResponseRow {
  key: string
  response: unknown
  expiresAt: Date
}

/** The responses that are looked for at once, as those of a score's providers are, are read in one statement. */
export function openResponses(db: Db): ResponseStore {
  const rows = new DataLoader((keys: readonly string[]) => readResponses(db, keys), { cache: false })
  return {
    find: async (key, now) => unlessStale(await rows.load(key), now),
    save: (response) => upsertResponse(db, response),
  }
}

export const findResponse = async (db: Db, key: string, now: Date): Promise<{ response: unknown } | undefined> =>
  unlessStale((await readResponses(db, [key]))[0], now)

const unlessStale = (row: ResponseRow | undefined, now: Date): ResponseRow | undefined =>
  row && row.expiresAt > now ? row : undefined

/** In the order of the keys. */
async function readResponses(db: Db, keys: readonly string[]): Promise<(ResponseRow | undefined)[]> {
  const rows = await db
    .selectFrom('provider_answers')
    .select(['key', 'answer as response', 'expires_at as expiresAt'])
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.key, row]))
  return keys.map((key) => found.get(key))
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
