import { sql } from 'kysely'
import type { DeliveryFormat, DisabledReason, RetryPolicy } from '../../contract/schemas/delivery.ts'
import type { Filters, Included } from '../../contract/schemas/webhook.ts'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { Position } from '../platform/http/paging.ts'
import { changedSubscriptions } from './delivery-queue-store.ts'
import { toOldestEvent } from './event-store.ts'
import type { EncryptedHeaders } from './static-headers.ts'

/** A subscription id with its owner. Queries match both, because other callers must not learn that it exists (D39). */
export interface Owned {
  id: string
  ownerId: string
}

export interface SubscriptionRow {
  id: string
  ownerId: string
  endpoint: string
  events: string[]
  description: string | null
  filters: Filters | null
  include: Included[]
  headerNames: string[]
  retryPolicy: RetryPolicy
  format: DeliveryFormat
  active: boolean
  disabledReason: DisabledReason | null
  inactiveSince: Date | null
  pausedUntil: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  failingSince: Date | null
  createdAt: Date
}

/** Columns keep the former name of `default`, which older replicas read. */
const storedDefault = 'specification'

const columns = [
  'id',
  'owner_id as ownerId',
  'endpoint',
  'events',
  'description',
  sql<Filters | null>`filters`.as('filters'),
  sql<Included[]>`include`.as('include'),
  'header_names as headerNames',
  sql<RetryPolicy>`replace(retry_policy, 'specification', 'default')`.as('retryPolicy'),
  sql<DeliveryFormat>`replace(format, 'specification', 'default')`.as('format'),
  'active',
  'disabled_reason as disabledReason',
  'inactive_since as inactiveSince',
  'paused_until as pausedUntil',
  'last_success_at as lastSuccessAt',
  'last_failure_at as lastFailureAt',
  'failing_since as failingSince',
  'created_at as createdAt',
] as const

/** The ids of the keys under which the stored secrets are encrypted. A database of an older release has no `headers`. */
export async function listKeyIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(sealed, '.', 1) as id
    from webhook_subscriptions w, unnest(array[secret, previous_secret, to_jsonb(w) ->> 'headers']) as sealed
    where sealed is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Serialises changes to the subscriptions of an owner, so that two requests don't both pass a limit. */
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

type NewRow = Owned &
  Pick<
    SubscriptionRow,
    'endpoint' | 'events' | 'description' | 'filters' | 'include' | 'retryPolicy' | 'format' | 'createdAt'
  > &
  EncryptedHeaders & { secret: string }

export async function insertSubscription(tx: Tx, row: NewRow): Promise<SubscriptionRow> {
  const { id, ownerId, filters, headerNames, retryPolicy, format, createdAt, ...same } = row
  return tx
    .insertInto('webhook_subscriptions')
    .values({
      ...same,
      id,
      owner_id: ownerId,
      filters: filters && JSON.stringify(filters),
      header_names: headerNames,
      retry_policy: retryPolicy === 'default' ? storedDefault : retryPolicy,
      format: format === 'default' ? storedDefault : format,
      created_at: createdAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const findSubscription = (db: Db, { id, ownerId }: Owned): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

export const findAnySubscription = (db: Db, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('webhook_subscriptions').select(columns).where('id', '=', id).executeTakeFirst()

export const lockSubscription = (tx: Tx, { id, ownerId }: Owned): Promise<SubscriptionRow | undefined> =>
  tx
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()

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

export const listAllSubscriptions = (db: Db, afterId: string, limit: number): Promise<SubscriptionRow[]> =>
  db.selectFrom('webhook_subscriptions').select(columns).where('id', '>', afterId).orderBy('id').limit(limit).execute()

/** Longest failing first. */
export const listFailing = (db: Db, limit: number): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(columns)
    .where('failing_since', 'is not', null)
    .orderBy('failing_since')
    .limit(limit)
    .execute()

/** Cursors hold the hex digits of an id without its prefix. */
export const idAt = (kind: 'sub' | 'dlv' | 'evt', position: Position | null): string =>
  `${kind}_${(position?.id ?? '').replaceAll('-', '')}`

export async function deleteSubscription(db: Db, { id, ownerId }: Owned): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_subscriptions')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

type Changes = Partial<Pick<SubscriptionRow, 'endpoint' | 'events' | 'description' | 'filters'> & EncryptedHeaders>

/** Changes the given fields. Call it under the lock of the row. */
export async function updateSubscription(tx: Tx, { id, ownerId }: Owned, changes: Changes): Promise<void> {
  const { filters, headerNames, ...same } = changes
  const set = {
    ...same,
    ...(filters !== undefined && { filters: filters && JSON.stringify(filters) }),
    ...(headerNames && { header_names: headerNames }),
  }
  if (Object.keys(set).length === 0) return
  await tx.updateTable('webhook_subscriptions').set(set).where('id', '=', id).where('owner_id', '=', ownerId).execute()
}

/** The failures of a former endpoint don't count against the new one. */
export async function forgetFailures(tx: Tx, { id, ownerId }: Owned): Promise<void> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

export async function endPause(tx: Tx, { id, ownerId }: Owned): Promise<void> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ paused_until: null, probe_until: null })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Stops all deliveries. Call it under the lock of the row. */
export async function deactivate(
  tx: Tx,
  { id, ownerId }: Owned,
  { reason, now }: { reason: DisabledReason; now: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_subscriptions')
    .set({ active: false, disabled_reason: reason, inactive_since: sql`coalesce(inactive_since, ${now})` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .execute()
}

/**
 * Resumes deliveries, and records the inactive period for `recover`, a minute longer at both ends because events may
 * have been stored concurrently. Deliveries have unique ids, so none is queued twice.
 */
export async function activate(tx: Tx, { id, ownerId }: Owned, now: Date): Promise<void> {
  await sql`update webhook_subscriptions set active = true, disabled_reason = null, failing_since = null,
      missed = (missed + tstzmultirange(tstzrange(inactive_since - interval '1 minute', ${now}::timestamptz + interval '1 minute')))
        * tstzmultirange(tstzrange(${toOldestEvent(now)}, null)),
      inactive_since = null
    where id = ${id} and owner_id = ${ownerId} and not active`.execute(tx)
}

/** Makes the workers claim their deliveries of a subscription again, when the transaction commits. */
export const announceSubscription = (tx: Tx, id: string): Promise<unknown> =>
  sql`select pg_notify(${changedSubscriptions}, ${id})`.execute(tx)

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

interface Rotation {
  secret: string
  previousUntil: Date | null
}

export const findRotation = (tx: Tx, id: string): Promise<Rotation> =>
  tx
    .selectFrom('webhook_subscriptions')
    .select(['secret', 'previous_until as previousUntil'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The ids of the keys of the secrets and headers in use, of the `limit` newest subscriptions. The previous secret ends at its time. */
export async function listRecentKeyIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(sealed, '.', 1) as id
    from (select secret, headers, case when previous_until > ${now} then previous_secret end as previous
      from webhook_subscriptions order by id desc limit ${limit}) as recent,
      unnest(array[secret, headers, previous]) as sealed
    where sealed is not null order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export interface EncryptedSecrets {
  id: string
  secret: string
  previousSecret: string | null
  headers: string | null
}

export const listEncryptedSecrets = (db: Db, afterId: string, limit: number): Promise<EncryptedSecrets[]> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret', 'headers'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findEncryptedSecrets = (db: Db, id: string): Promise<EncryptedSecrets | undefined> =>
  db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'secret', 'previous_secret as previousSecret', 'headers'])
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
    .set({ secret: after.secret, previous_secret: after.previousSecret, headers: after.headers })
    .where('id', '=', before.id)
    .where('secret', '=', before.secret)
    .where('previous_secret', 'is not distinct from', before.previousSecret)
    .where('headers', 'is not distinct from', before.headers)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface KeyName {
  ownerId: string
  key: string
}

interface KeyRow {
  fingerprint: string
  subscriptionId: string
  createdAt: Date
}

export const findIdempotencyKey = (tx: Tx, { ownerId, key }: KeyName): Promise<KeyRow | undefined> =>
  tx
    .selectFrom('webhook_idempotency_keys')
    .select(['fingerprint', 'subscription_id as subscriptionId', 'created_at as createdAt'])
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst()

export async function insertIdempotencyKey(tx: Tx, { ownerId, key, ...row }: KeyName & KeyRow): Promise<void> {
  const { fingerprint, subscriptionId, createdAt } = row
  const values = { fingerprint, subscription_id: subscriptionId, created_at: createdAt }
  await tx
    .insertInto('webhook_idempotency_keys')
    .values({ owner_id: ownerId, key, ...values })
    .onConflict((conflict) => conflict.columns(['owner_id', 'key']).doUpdateSet(values))
    .execute()
}

export const deleteIdempotencyKeys = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'webhook_idempotency_keys', where: sql`created_at <= ${before}` }, signal)
