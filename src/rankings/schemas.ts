import { type Static, Type } from 'typebox'
import { pageResponse } from '../platform/http/paging.ts'
import { nullable, ref } from '../platform/http/schema.ts'
import { Band, launchOutcome, warningCodes } from '../scoring/schemas.ts'

/** A list of launches has only signed ones, with any filter. */
export const signedQuery = Type.Optional(Type.Boolean({ description: 'true: only enrolled scores; defaults to false' }))

const confidence = Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
  description:
    '`preliminary` when any signal of the score is a stub: such a score is compared by the signals that were measured, and never counted',
})

export const Percentile = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    window: Type.String(),
    percentile: nullable(
      Type.Number({ description: '100 × (below + equal / 2) / size, with one decimal; null when the cohort is empty' }),
    ),
    cohortSize: Type.Integer({
      description:
        'The number of launches with a comparable score in the window. A launch counts once, by its signed score if it has one',
    }),
    aggregate: Type.Number(),
    band: ref(Band),
    confidence,
    promptVersion: Type.String(),
    asOf: Type.String({ format: 'date-time' }),
  },
  { $id: 'Percentile' },
)

const LaunchItem = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid', description: 'The enrolled score' }),
    name: Type.String(),
    symbol: Type.String(),
    imageUrl: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'The aggregate of the score; higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    scheduledFor: nullable(Type.String({ format: 'date-time', description: 'The planned launch time' })),
    enrolledAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'LaunchItem', description: 'An enrolled launch' },
)
export type LaunchItem = Static<typeof LaunchItem>

export const LaunchList = Type.Object({ launches: Type.Array(ref(LaunchItem)), ...pageResponse }, { $id: 'LaunchList' })
export type LaunchList = Static<typeof LaunchList>

export const CreatorProfile = Type.Object(
  {
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    totalEnrolled: Type.Integer(),
    bands: Type.Object(
      { green: Type.Integer(), amber: Type.Integer(), red: Type.Integer() },
      { description: 'The number of enrolled launches in each band' },
    ),
    launches: Type.Array(ref(LaunchItem), { description: 'The 25 newest' }),
  },
  { $id: 'CreatorProfile', description: 'The launches that a wallet has enrolled' },
)
export type CreatorProfile = Static<typeof CreatorProfile>

const BoardEntry = Type.Object(
  {
    scoreId: Type.String({
      format: 'uuid',
      description:
        'The score that ranks the launch: the newest final score of an enrolled submission, or else the newest final score',
    }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'BoardEntry', description: 'A launch on a leaderboard' },
)
export type BoardEntry = Static<typeof BoardEntry>

export const Leaderboards = Type.Object(
  {
    window: Type.String(),
    limit: Type.Integer(),
    best: Type.Array(ref(BoardEntry), { description: 'Highest aggregate first; equal aggregates oldest first' }),
    worst: Type.Array(ref(BoardEntry), { description: 'Lowest aggregate first; equal aggregates oldest first' }),
    bestCount: Type.Integer({ description: 'The number of entries in `best`' }),
    worstCount: Type.Integer({ description: 'The number of entries in `worst`' }),
    nextCursor: nullable(
      Type.String({ description: 'Pass this as `cursor` to get the next page of both lists; null on the last page' }),
    ),
  },
  {
    $id: 'Leaderboards',
    description:
      'One row per launch, under comparable prompt versions. Submissions with the same image and equivalent names and symbols are one launch',
  },
)
export type Leaderboards = Static<typeof Leaderboards>

export const rankingSchemas = [Percentile, LaunchItem, LaunchList, CreatorProfile, BoardEntry, Leaderboards]
