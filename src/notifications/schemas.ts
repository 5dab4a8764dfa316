import { type Static, Type } from 'typebox'
import { nullable } from '../platform/schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const NotificationTick = Type.Object(
  {
    claimed: count('Notifications taken, one for each slot and transport; each became one of the following'),
    sent: count('Taken by their transport'),
    retried: count('Not taken; to be tried again'),
    failed: count('Not taken, and not to be tried again'),
    skipped: count('Found so late that they say nothing any more, or without anybody to send them to'),
    cancelled: count('Of a schedule that has changed since'),
  },
  { $id: 'NotificationTick', description: 'What one tick of the notification dispatcher did' },
)
export type NotificationTick = Static<typeof NotificationTick>

/** A browser's PushSubscription as its `toJSON()` writes it. */
export const PushSubscription = Type.Object(
  {
    endpoint: Type.String({
      format: 'uri',
      maxLength: 1024,
      description: 'Address (https) of the browser’s push service',
    }),
    expirationTime: Type.Optional(nullable(Type.Number({ description: 'Not used' }))),
    keys: Type.Object(
      {
        p256dh: Type.String({ pattern: '^[\\w-]{87}=?$', description: 'a P-256 public key (65 bytes) in base64url' }),
        auth: Type.String({ pattern: '^[\\w-]{22}={0,2}$', description: 'a secret of 16 bytes in base64url' }),
      },
      { additionalProperties: false },
    ),
  },
  {
    $id: 'PushSubscription',
    additionalProperties: false,
    description: 'Where a browser wants to be told, by web push',
  },
)
export type PushSubscription = Static<typeof PushSubscription>

export const Subscribed = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'What opts out again: keep it' }),
    endpoint: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Subscribed', description: 'An opt-in to the notifications of one launch' },
)
export type Subscribed = Static<typeof Subscribed>

export const PushKey = Type.Object(
  { publicKey: Type.String({ description: 'The `applicationServerKey` of PushManager.subscribe()' }) },
  { $id: 'PushKey' },
)

export const notificationSchemas = [NotificationTick, PushSubscription, Subscribed, PushKey]
