import { type Static, Type } from 'typebox'
import { pageAnswer } from '../platform/paging.ts'
import { nullable, ref } from '../platform/schema.ts'
import { Band } from '../scoring/schemas.ts'

export const Percentile = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    window: Type.String(),
    percentile: nullable(
      Type.Number({ description: '100 × (below + equal/2) / size, one decimal; null when the cohort is empty' }),
    ),
    cohortSize: Type.Integer({ description: 'Submissions whose newest final, comparable score lies in the window' }),
    aggregate: Type.Number(),
    band: ref(Band),
    promptVersion: Type.String(),
    asOf: Type.String({ format: 'date-time' }),
  },
  { $id: 'Percentile' },
)

const LaunchItem = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The score that is enrolled' }),
    name: Type.String(),
    symbol: Type.String(),
    imageUrl: Type.String(),
    creatorAddress: Type.String({ description: 'EIP-55' }),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Of the score; higher is better' }),
    band: ref(Band),
    scheduledFor: nullable(Type.String({ format: 'date-time', description: 'When the launch is to be' })),
    enrolledAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'LaunchItem', description: 'An enrolled launch (D33)' },
)
export type LaunchItem = Static<typeof LaunchItem>

export const LaunchList = Type.Object({ launches: Type.Array(ref(LaunchItem)), ...pageAnswer }, { $id: 'LaunchList' })
export type LaunchList = Static<typeof LaunchList>

export const CreatorProfile = Type.Object(
  {
    creatorAddress: Type.String({ description: 'EIP-55' }),
    totalEnrolled: Type.Integer(),
    bands: Type.Object(
      { green: Type.Integer(), amber: Type.Integer(), red: Type.Integer() },
      { description: 'How many of the enrolled launches are of each band' },
    ),
    launches: Type.Array(ref(LaunchItem), { description: 'The latest 25' }),
  },
  { $id: 'CreatorProfile', description: 'What a wallet has signed for; it speaks of enrolled launches only' },
)
export type CreatorProfile = Static<typeof CreatorProfile>

export const Graduates = Type.Object(
  { graduates: Type.Array(Type.Object({})), count: Type.Integer() },
  { $id: 'Graduates', description: 'Graduated tokens: none until there is graduation' },
)

export const standingsSchemas = [Percentile, LaunchItem, LaunchList, CreatorProfile, Graduates]
