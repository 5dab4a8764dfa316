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

const BoardEntry = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid', description: 'The newest final score of the submission' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'EIP-55' }),
    contractAddress: nullable(Type.String({ description: 'EIP-55' })),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'BoardEntry', description: 'A submission on a leaderboard (D32)' },
)
export type BoardEntry = Static<typeof BoardEntry>

export const Leaderboards = Type.Object(
  {
    window: Type.String(),
    limit: Type.Integer(),
    best: Type.Array(ref(BoardEntry), { description: 'The highest aggregate first; of equal ones the older' }),
    worst: Type.Array(ref(BoardEntry), { description: 'The lowest aggregate first; of equal ones the older' }),
    bestCount: Type.Integer({ description: 'Length of `best`' }),
    worstCount: Type.Integer({ description: 'Length of `worst`' }),
    nextCursor: nullable(
      Type.String({ description: 'What `cursor` takes for the next page of both sides; null at the end' }),
    ),
  },
  { $id: 'Leaderboards', description: 'One row a submission: its newest final score, of versions that compare' },
)
export type Leaderboards = Static<typeof Leaderboards>

export const Graduates = Type.Object(
  { graduates: Type.Array(Type.Object({})), count: Type.Integer() },
  { $id: 'Graduates', description: 'Graduated tokens: none until there is graduation' },
)

export const standingsSchemas = [
  Percentile,
  LaunchItem,
  LaunchList,
  CreatorProfile,
  BoardEntry,
  Leaderboards,
  Graduates,
]
