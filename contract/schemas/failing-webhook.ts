import { type Static, Type } from 'typebox'
import { nullable, ref } from '../schema.ts'
import { WebhookSubscription } from './webhook.ts'

const { disabledReason, pausedUntil, lastSuccessAt, lastFailureAt } = WebhookSubscription.properties

const FailingWebhook = Type.Object(
  {
    id: Type.String(),
    endpoint: Type.String({ description: 'Without its query, which may contain a secret' }),
    keyPrefix: nullable(Type.String({ description: 'The prefix of the newest key of its owner' })),
    keyLabel: nullable(Type.String({ description: 'The label of that key' })),
    active: Type.Boolean(),
    disabledReason,
    pausedUntil,
    failingSince: Type.String({
      format: 'date-time',
      description: 'The first failed attempt since the last successful one',
    }),
    lastSuccessAt,
    lastFailureAt,
  },
  { $id: 'FailingWebhook', description: 'A subscription whose attempts have all failed since `failingSince`' },
)

export const FailingWebhooks = Type.Object(
  {
    webhooks: Type.Array(ref(FailingWebhook), { description: 'At most 25' }),
    hasMore: Type.Boolean({ description: 'true: more endpoints fail than are listed' }),
    asOf: Type.String({ format: 'date-time', description: 'When these rows were read' }),
  },
  { $id: 'FailingWebhooks' },
)
export type FailingWebhooks = Static<typeof FailingWebhooks>

export const failingSchemas = [FailingWebhook, FailingWebhooks]
