import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { keyOfHolder } from '../keys/guard.ts'
import { ApiError } from '../platform/errors.ts'
import type { SubscriptionRow, Owned } from './subscription-store.ts'
import type { Subscription } from './schemas.ts'

export const SubscriptionId = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'the id of one of your subscriptions' }),
})

/** The subscription that a request names, as the caller's: a rotated key has those of the keys before it (D39). */
export const namedIn = (request: Pick<FastifyRequest, 'caller'> & { params: { id: string } }): Owned => ({
  id: request.params.id,
  ownerId: keyOfHolder(request).rootId,
})

/** What was found, or 404: for another key's as for one that never was. */
export function orNotFound<T>(found: T | undefined | false): T {
  if (found === undefined || found === false) throw new ApiError('not_found', 'There is no such subscription of yours.')
  return found
}

/** As it is answered: the secret is in no answer. */
export const answeredSubscription = ({ id, endpoint, events, active }: SubscriptionRow): Subscription => ({
  id,
  endpoint,
  events,
  active,
})
