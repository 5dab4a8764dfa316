import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { Owned } from './subscription-store.ts'

/** Replaces the secret. The previous one is tried second until `previousUntil`. */
export async function updateSecret(
  tx: Tx,
  { id, ownerId, secret, previousUntil }: Owned & { secret: string; previousUntil: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ previous_secret: sql`secret`, previous_until: previousUntil, secret })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

export interface Rotation {
  secret: string
  previousUntil: Date | null
}

export const findRotation = (tx: Tx, id: string): Promise<Rotation> =>
  tx
    .selectFrom('webhook_subscriptions')
    .select(['secret', 'previous_until as previousUntil'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The ids of the keys of the secrets in use, of the `limit` newest subscriptions. The previous secret ends at its time. */
export async function listRecentKeyIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(sealed, '.', 1) as id
    from (select secret, case when previous_until > ${now} then previous_secret end as previous
      from webhook_subscriptions order by id desc limit ${limit}) as recent, unnest(array[secret, previous]) as sealed
    where sealed is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export interface EncryptedSecrets {
  id: string
  secret: string
  previousSecret: string | null
}

export const listEncryptedSecrets = (db: Db, afterId: string, limit: number): Promise<EncryptedSecrets[]> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findEncryptedSecrets = (db: Db, id: string): Promise<EncryptedSecrets | undefined> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Replaces the secrets unless they changed since `before` was read. False: they did. */
export async function replaceEncryptedSecrets(
  db: Db,
  before: EncryptedSecrets,
  after: EncryptedSecrets,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_subscriptions')
    .set({ secret: after.secret, previous_secret: after.previousSecret })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where('previous_secret', 'is not distinct from', before.previousSecret)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
