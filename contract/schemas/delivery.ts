import { type Static, Type } from 'typebox'
import { dayMs } from '../time.ts'
import { count, nullable } from '../schema.ts'

export const reasons = {
  http_4xx: 'the endpoint returned 4xx, which is final, except 429 under the standard retry policy',
  http_5xx: 'the endpoint returned 5xx',
  redirect: 'the endpoint returned 3xx; redirects are not followed',
  http_other: 'the endpoint returned an invalid status',
  timeout: 'no complete response within 10 s',
  dns: 'the host name has no address',
  connect: 'the connection failed',
  tls: 'the TLS handshake failed',
  blocked_address: 'the endpoint’s address is not public',
  broken: 'the connection closed before the response was complete',
  internal:
    'the service failed, not the endpoint; the attempt counts all the same, because a request may have been sent',
  stopped: 'the service stopped during the attempt, or lost its result; the endpoint may have received the request',
} as const
export type Reason = keyof typeof reasons

/** Own faults say nothing about the endpoint. */
export const isOwnFault = (reason: Reason | null): boolean => reason === 'internal' || reason === 'stopped'

const reasonText = Object.entries(reasons).map(([reason, text]) => `\`${reason}\`: ${text}`)

export const Attempt = Type.Object(
  {
    startedAt: Type.String({ format: 'date-time' }),
    durationMs: Type.Integer(),
    status: nullable(Type.Integer({ description: 'The status code of the response' })),
    error: nullable(Type.String({ description: reasonText.join('; ') })),
    answer: nullable(Type.String({ description: 'The first 1 KiB of the response body, as text' })),
  },
  { $id: 'DeliveryAttempt' },
)
export type Attempt = Omit<Static<typeof Attempt>, 'error'> & { error: Reason | null }

export const retryPolicies = ['default', 'standard'] as const
export type RetryPolicy = (typeof retryPolicies)[number]

export const deliveryFormats = ['default', 'standard-webhooks'] as const
export type DeliveryFormat = (typeof deliveryFormats)[number]

export const disabledReasons = {
  owner: 'its owner switched it off',
  operator: 'an operator of the service disabled it',
  key_revoked: 'its API key and all successors are revoked or expired',
  gone: 'the endpoint returned 410, under the standard retry policy',
  failing: 'all attempts failed for five days, under the standard retry policy',
} as const
export type DisabledReason = keyof typeof disabledReasons

export interface DisabledGrounds {
  reason: DisabledReason
  endpoint: string
}

export const minFailingMs = 5 * dayMs

export type EndState = 'delivered' | 'failed'
export type DeliveryState = 'pending' | 'sending' | EndState

export const DeliveryStateName = Type.Unsafe<DeliveryState>({
  type: 'string',
  enum: ['pending', 'sending', 'delivered', 'failed'],
})

export const WebhookTick = Type.Object(
  {
    claimed: count('Deliveries claimed; each one counts in one of the fields below'),
    delivered: count('The endpoint returned 2xx'),
    retried: count('Failed attempts that will be retried'),
    failed: count('Failed deliveries that will not be retried'),
    deferred: count(
      'Returned to the queue without an attempt, or still claimed because the result could not be stored',
    ),
  },
  { $id: 'WebhookTick', description: 'The result of one dispatch round of webhook deliveries' },
)
export type WebhookTick = Static<typeof WebhookTick>
