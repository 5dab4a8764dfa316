import { type Static, Type } from 'typebox'
import { tiers } from './key.ts'
import { pageResponse } from '../schema.ts'
import { nullable, ref, time } from '../schema.ts'
import { Band, launchOutcome, warningCodes } from './score.ts'

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
