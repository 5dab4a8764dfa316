import { type Static, Type } from 'typebox'
import { pageAnswer } from '../platform/paging.ts'
import { nullable } from '../platform/schema.ts'
import { eventNames } from './event.ts'

const EventNames = Type.Array(Type.Unsafe<string>({ type: 'string', enum: eventNames }), {
  minItems: 1,
  maxItems: eventNames.length,
  uniqueItems: true,
})

const secret = Type.String({
  minLength: 8,
  maxLength: 512,
  writeOnly: true,
  description: '8–512 characters, taken as they are; 32 random bytes or more are best. No answer ever holds it',
})

export const NewSubscription = Type.Object(
  {
    endpoint: Type.String({ format: 'uri', maxLength: 2048, description: 'Address (https) that takes the deliveries' }),
    events: EventNames,
    secret,
  },
  { $id: 'NewSubscription', additionalProperties: false, description: 'Where to send which events, and how to sign' },
)
export type NewSubscription = Static<typeof NewSubscription>

export const NewSecret = Type.Object({ secret }, { $id: 'NewSecret', additionalProperties: false })

export const Subscription = Type.Object(
  {
    id: Type.String({ pattern: '^sub_[0-9a-f]{32}$' }),
    endpoint: Type.String(),
    events: EventNames,
    active: Type.Boolean(),
  },
  { $id: 'Subscription', description: 'A webhook subscription' },
)
export type Subscription = Static<typeof Subscription>

const instant = (description: string) => Type.String({ format: 'date-time', description })

export const Subscriptions = Type.Object(
  { webhooks: Type.Array(Type.Unsafe<Subscription>({ $ref: 'Subscription#' })), ...pageAnswer },
  { $id: 'Subscriptions', description: 'The newest first' },
)

export const RotatedSecret = Type.Object(
  {
    id: Type.String(),
    previousUntil: instant('Until then the secret before signs too: a second signature in the header'),
  },
  { $id: 'RotatedSecret' },
)

/** Why an attempt failed. */
export const reasons = {
  http_4xx: 'answered 4xx: not sent again',
  http_5xx: 'answered 5xx',
  redirect: 'answered 3xx, which is not followed',
  http_other: 'answered with a status that is none',
  timeout: 'not answered completely within 10 s',
  dns: 'the host has no address',
  connect: 'no connection',
  tls: 'no trusted connection',
  blocked_address: 'the endpoint leads to an address that is not public',
  broken: 'the connection ended before the answer did',
} as const
export type Reason = keyof typeof reasons

const reasonText = Object.entries(reasons).map(([reason, text]) => `\`${reason}\`: ${text}`)

const Attempt = Type.Object({
  startedAt: Type.String({ format: 'date-time' }),
  durationMs: Type.Integer(),
  status: nullable(Type.Integer({ description: 'What the receiver answered' })),
  error: nullable(Type.String({ description: reasonText.join('; ') })),
  answer: nullable(Type.String({ description: 'The first 1 KiB of the answer’s body, as text' })),
})
export type Attempt = Omit<Static<typeof Attempt>, 'error'> & { error: Reason | null }

export type EndState = 'delivered' | 'failed'
export type DeliveryState = 'pending' | 'sending' | EndState

export const DeliveryStateName = Type.Unsafe<DeliveryState>({
  type: 'string',
  enum: ['pending', 'sending', 'delivered', 'failed'],
})

export const Delivery = Type.Object(
  {
    id: Type.String({ pattern: '^dlv_[0-9a-f]{32}$' }),
    eventId: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
    event: Type.String(),
    state: DeliveryStateName,
    createdAt: Type.String({ format: 'date-time' }),
    nextAttemptAt: nullable(instant('null once it has ended')),
    endedAt: nullable(instant('When it was delivered, or failed')),
    reason: nullable(Type.String({ description: 'Why it failed: the `error` of its last attempt' })),
    attempts: Type.Array(Attempt),
  },
  { $id: 'Delivery', description: 'One event on its way to one subscriber; the log is kept for 24 hours from its end' },
)
export type Delivery = Static<typeof Delivery>

export const Deliveries = Type.Object(
  {
    deliveries: Type.Array(Type.Unsafe<Delivery>({ $ref: 'Delivery#' })),
    pausedUntil: nullable(instant('Until then no repetition is sent; `resume` ends it')),
    ...pageAnswer,
  },
  { $id: 'Deliveries', description: 'The newest first' },
)

export const Feed = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        deliveryId: Type.String({ description: 'The same as of the delivery: deduplicate on it' }),
        event: Type.String(),
        body: Type.String({ description: 'The envelope, byte for byte as it is delivered' }),
      }),
    ),
    limit: Type.Integer(),
    cursor: nullable(Type.String({ description: 'Where this page ends: keep it, and go on from it another time' })),
    nextCursor: nullable(Type.String({ description: 'The same while there are more events already, else null' })),
  },
  { $id: 'Feed', description: 'The oldest first' },
)
export type Feed = Static<typeof Feed>

export const Recovery = Type.Object(
  { since: Type.String({ format: 'date-time', description: 'at most 24 hours ago: older logs are gone' }) },
  { $id: 'Recovery', additionalProperties: false },
)

export const Recovered = Type.Object(
  {
    recovered: Type.Integer({ description: 'Failed deliveries that are on their way again' }),
    isComplete: Type.Boolean({ description: 'false: there are more; ask again' }),
  },
  { $id: 'Recovered' },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const WebhookTick = Type.Object(
  {
    claimed: count('Deliveries taken; each became one of the following'),
    delivered: count('Answered 2xx'),
    retried: count('Failed attempts; to be repeated'),
    failed: count('Failed, and not to be repeated'),
    deferred: count('Put back without an attempt'),
  },
  { $id: 'WebhookTick', description: 'What one tick of the webhook dispatcher did' },
)
export type WebhookTick = Static<typeof WebhookTick>

export const webhookSchemas = [
  NewSubscription,
  NewSecret,
  Subscription,
  Subscriptions,
  RotatedSecret,
  Delivery,
  Deliveries,
  Feed,
  Recovery,
  Recovered,
  WebhookTick,
]
