import { type Static, Type } from 'typebox'
import { nullable } from '../schema.ts'

export const tiers = ['free', 'pro', 'enterprise'] as const
export type Tier = (typeof tiers)[number]
export type CallerTier = 'anonymous' | Tier

/** Never contains the key or its hash. */
export const ApiKey = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    prefix: Type.String({ description: 'The first 17 characters of the key' }),
    tier: Type.Enum([...tiers]),
    test: Type.Boolean({ description: 'A test key: its scores appear in no list and no figure' }),
    vouch: Type.Boolean({
      description: 'A vouching key: its holder has authenticated the creators’ wallets in its submissions',
    }),
    label: Type.String({ description: 'A name for the key' }),
    owner: Type.String({ description: 'The contact who is responsible for the key' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: nullable(Type.String({ format: 'date-time', description: 'May lag by up to two seconds' })),
    revokedAt: nullable(Type.String({ format: 'date-time', description: 'null when not revoked' })),
    expiresAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'The expiry with which the key was issued; null if there is none',
      }),
    ),
    endsAt: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When the key ends: at its expiry, or at the end of the grace after a rotation; null if it does not end',
      }),
    ),
    rootId: Type.String({
      format: 'uuid',
      description: 'The same for a key and all keys that it was rotated from or to',
    }),
  },
  { $id: 'ApiKey', description: 'An API key’s metadata. The key itself is never shown' },
)
export type ApiKey = Static<typeof ApiKey>
