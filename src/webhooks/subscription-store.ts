import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { Position } from '../platform/paging.ts'
import type { Subscription } from './schemas.ts'

/** A subscription and whose it is: nobody else may know of it (D39). */
export interface Owned {
  id: string
  ownerId: string
}

export interface SubscriptionRow extends Subscription {
  pausedUntil: Date | null
  createdAt: Date
}

const columns = [
  'id',
  'endpoint',
  'events',
  'paused_until as pausedUntil',
  'created_at as createdAt',
  sql<boolean>`true`.as('active'),
] as const

/** Keeps the subscriptions of an owner from being counted while another is added. */
export const lockOwner = (tx: Tx, ownerId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 39))`.execute(tx)

export async function countSubscriptions(tx: Tx, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_subscriptions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertSubscription(
  tx: Tx,
  row: Owned & { endpoint: string; events: string[]; secret: string; createdAt: Date },
): Promise<void> {
  const { id, ownerId, endpoint, events, secret, createdAt } = row
  await tx
    .insertInto('webhook_subscriptions')
    .values({ id, owner_id: ownerId, endpoint, events, secret, created_at: createdAt })
    .execute()
}

export const findSubscription = (db: Db, { id, ownerId }: Owned): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** The same, held until the transaction ends. */
export const lockSubscription = (tx: Tx, { id, ownerId }: Owned): Promise<SubscriptionRow | undefined> =>
  tx
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The newest first. */
export const listSubscriptions = (
  db: Db,
  { ownerId, after, limit }: { ownerId: string; after: Position | null; limit: number },
): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .$if(after !== null, (query) => query.where('id', '<', idAt('sub', after)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The id of a list's position: cursors hold the hex digits alone. */
export const idAt = (kind: 'sub' | 'dlv' | 'evt', position: Position | null): string =>
  `${kind}_${(position?.id ?? '').replaceAll('-', '')}`

/** False when there is none such. */
export async function deleteSubscription(db: Db, { id, ownerId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_subscriptions')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Gives a subscription a new secret; the one so far signs too until `previousUntil`. */
export async function updateSecret(
  db: Db,
  { id, ownerId, secret, previousUntil }: Owned & { secret: string; previousUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_subscriptions')
    .set({ previous_secret: sql`secret`, previous_until: previousUntil, secret })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a pause of repetitions. */
export async function endPause(tx: Tx, { id, ownerId }: Owned): Promise<void> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ paused_until: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

export interface SealedSecrets {
  id: string
  secret: string
  previousSecret: string | null
}

/** The sealed secrets of some subscriptions, in the order of their ids. */
export const listSealed = (db: Db, afterId: string, limit: number): Promise<SealedSecrets[]> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findSealed = (db: Db, id: string): Promise<SealedSecrets | undefined> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Seals anew what nobody has changed meanwhile; false when somebody has. */
export async function replaceSealed(db: Db, before: SealedSecrets, after: SealedSecrets): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_subscriptions')
    .set({ secret: after.secret, previous_secret: after.previousSecret })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where('previous_secret', 'is not distinct from', before.previousSecret)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
