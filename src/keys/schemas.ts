import { type Static, Type } from 'typebox'
import { nullable } from '../platform/schema.ts'

export const tiers = ['free', 'pro', 'enterprise'] as const
export type Tier = (typeof tiers)[number]
export type CallerTier = 'anonymous' | Tier

/** A key as it is shown: never the key, never its hash. */
export const ApiKey = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    prefix: Type.String({ description: 'The leading 17 characters of the key' }),
    tier: Type.Enum([...tiers]),
    label: Type.String({ description: 'The customer’s name for it' }),
    owner: Type.String({ description: 'Who in operations answers for it' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: nullable(Type.String({ format: 'date-time', description: 'Behind by at most two seconds' })),
    revokedAt: nullable(Type.String({ format: 'date-time', description: 'null: not revoked' })),
    endsAt: nullable(Type.String({ format: 'date-time', description: 'When a rotated key ends; null: not rotated' })),
    rootId: Type.String({ format: 'uuid', description: 'Shared by keys that follow one another by rotation' }),
  },
  { $id: 'ApiKey', description: 'An API key as it is shown: never the key itself' },
)
export type ApiKey = Static<typeof ApiKey>
