import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../database/db.ts'
import { getHolderKey } from '../../keys/guard.ts'
import { hasActiveKey } from '../../keys/store.ts'
import { ApiError } from '../../platform/errors.ts'
import type { WebhookSubscription } from '../../../contract/schemas/webhook.ts'
import { type Owned, type SubscriptionRow, findSubscription, lockSubscription } from './subscription-store.ts'
import { toFiltersResponse } from './subscription-fields.ts'

export const SubscriptionId = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'the id of one of your subscriptions' }),
})

/** A rotated key owns the subscriptions of its predecessors (D39). */
export const readOwned = (request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Owned => ({
  id: request.params.id,
  ownerId: getHolderKey(request).rootId,
})

export async function getSubscriptionOrThrow(db: Db, owned: Owned): Promise<SubscriptionRow> {
  const subscription = await findSubscription(db, owned)
  if (!subscription) throw createSubscriptionNotFoundError()
  return subscription
}

export async function lockSubscriptionOrThrow(tx: Tx, owned: Owned): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(tx, owned)
  if (!subscription) throw createSubscriptionNotFoundError()
  return subscription
}

export const createSubscriptionNotFoundError = () =>
  new ApiError('not_found', 'There is no subscription with this id for your API key.')

/** Throws 401 when the last active key of the lineage ended during the request. Call it under `lockOwner`. */
export async function checkLineage(tx: Tx, ownerId: string, now: Date): Promise<void> {
  if (!(await hasActiveKey(tx, ownerId, now))) throw new ApiError('revoked', 'This API key is revoked.')
}

export function checkActive({ active }: SubscriptionRow): void {
  if (!active) throw new ApiError('conflict', 'This subscription is not active. Resume it first.')
}

export function checkResumable({ disabledReason }: SubscriptionRow): void {
  if (disabledReason === 'operator')
    throw new ApiError('conflict', 'An operator of the service disabled this subscription. Contact them to enable it.')
}

export function toSubscriptionResponse(row: SubscriptionRow, now: Date): WebhookSubscription {
  const { id, endpoint, events, active, description, include, retryPolicy, format, disabledReason } = row
  const { filters, createdAt, pausedUntil, lastSuccessAt, lastFailureAt } = row
  const isPaused = pausedUntil !== null && pausedUntil > now
  return {
    id,
    endpoint,
    events,
    active,
    description,
    filters: toFiltersResponse(filters),
    include,
    retryPolicy,
    format,
    createdAt: createdAt.toISOString(),
    pausedUntil: isPaused ? pausedUntil.toISOString() : null,
    disabledReason,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  }
}
