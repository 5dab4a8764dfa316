import { type Static, Type } from 'typebox'
import { count, nullable } from '../schema.ts'

export const NotificationTick = Type.Object(
  {
    claimed: count('Notifications claimed, one per slot and channel; each one counts in one of the fields below'),
    sent: count('Accepted by the channel'),
    retried: count('Failed, and will be retried'),
    failed: count('Failed, and will not be retried'),
    skipped: count('Not sent: too late to be useful, over a quota, or without recipients'),
    cancelled: count('Part of a schedule that has changed since'),
  },
  { $id: 'NotificationTick', description: 'The result of one dispatch round of notifications' },
)
export type NotificationTick = Static<typeof NotificationTick>

/** As PushSubscription's `toJSON()` writes it. */
export const PushRegistration = Type.Object(
  {
    endpoint: Type.String({
      format: 'uri',
      maxLength: 1024,
      description: 'The https URL of the browser’s push service',
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
    $id: 'PushRegistration',
    additionalProperties: false,
    description: 'A browser’s push subscription, as `PushSubscription.toJSON()` returns it',
  },
)
export type PushRegistration = Static<typeof PushRegistration>

export const ReminderRequest = Type.Object(
  { email: Type.String({ maxLength: 254, description: 'Must be confirmed' }) },
  { $id: 'ReminderRequest', additionalProperties: false },
)

export const Subscribed = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Keep this id: you need it to unsubscribe' }),
    endpoint: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Subscribed', description: 'A web push subscription to the notifications of one launch' },
)
export type Subscribed = Static<typeof Subscribed>

export const PushKey = Type.Object(
  { publicKey: Type.String({ description: 'Pass this as `applicationServerKey` to PushManager.subscribe()' }) },
  { $id: 'PushKey' },
)

export const LaunchApproval = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    approvedBy: Type.String({ description: 'The name of the admin token, or the account that ran the command' }),
    approvedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'LaunchApproval', description: 'An operator’s approval to announce a launch' },
)
export type LaunchApproval = Static<typeof LaunchApproval>

export const notificationSchemas = [
  LaunchApproval,
  NotificationTick,
  PushRegistration,
  Subscribed,
  PushKey,
  ReminderRequest,
]
