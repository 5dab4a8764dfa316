import { type Static, Type } from 'typebox'
import { nullable, pageResponse, ref, time } from '../schema.ts'
import { Band, launchOutcome, warningCodes } from './score.ts'

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
    proxy: Type.Boolean({ description: 'A proxy’s key: its requests may name the visitor whom they are for' }),
    publishable: Type.Boolean({
      description: 'A publishable key: it may stand in pages, and is accepted for scoring, images and reads',
    }),
    origins: nullable(Type.Array(Type.String(), { description: 'The origins of these pages; null for a secret key' })),
    label: Type.String({ description: 'A name for the key' }),
    owner: Type.String({ description: 'The contact who is responsible for the key' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastUsedAt: nullable(Type.String({ format: 'date-time', description: 'May lag by up to two seconds' })),
    revokedAt: nullable(Type.String({ format: 'date-time', description: 'null when not revoked' })),
    expiresAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'The expiry set when the key was issued; null if it has none',
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

const UsageDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'A day in UTC' }),
    requests: Type.Integer({ description: 'Requests with the key; may lag by up to two seconds' }),
    scores: Type.Integer({ description: 'Scores and re-scores that counted against the daily quota' }),
  },
  { $id: 'UsageDay' },
)

export const KeyHolder = Type.Object(
  {
    prefix: Type.String({ description: 'The first 17 characters of the key' }),
    label: Type.String({ description: 'The name of the key' }),
    tier: Type.Enum([...tiers], { type: 'string' }),
    test: Type.Boolean({ description: 'A test key: its scores appear in no list and no figure' }),
    createdAt: time('When the key was issued'),
    endsAt: nullable(time('When the key ends: by its expiry, or by a rotation; null: it does not')),
    limits: Type.Object({
      requests: Type.Object({
        quota: Type.Integer({ description: 'Requests a minute, over all keys that this one was rotated from or to' }),
        remaining: Type.Integer({ description: 'The number of requests that are left now' }),
        resetSeconds: Type.Integer({ description: 'Seconds until the whole quota is available again' }),
      }),
      scores: Type.Object({
        quota: Type.Integer({ description: 'Scores and re-scores a day' }),
        remaining: Type.Integer({ description: 'The number of scores that are left today' }),
        resetsAt: time('When the next day begins in UTC'),
      }),
    }),
    usage: Type.Array(ref(UsageDay), { description: 'The last 30 days, today first' }),
  },
  { $id: 'KeyHolder', description: 'The API key of the request: its limits, its remaining quotas and its usage' },
)
export type KeyHolder = Static<typeof KeyHolder>

const OwnScore = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    aggregate: Type.Number(),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    hasStubs: Type.Boolean(),
    test: Type.Boolean({ description: 'Made with a test key' }),
    promptVersion: Type.String(),
    rescoredFrom: nullable(Type.String({ format: 'uuid', description: 'The record that this one replays' })),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'OwnScore' },
)

export const OwnScores = Type.Object(
  { scores: Type.Array(ref(OwnScore)), ...pageResponse },
  { $id: 'OwnScores', description: 'Newest first' },
)
export type OwnScores = Static<typeof OwnScores>

export const ownSchemas = [UsageDay, KeyHolder, OwnScore, OwnScores]
