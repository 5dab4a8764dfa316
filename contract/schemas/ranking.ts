import { type Static, Type } from 'typebox'
import { nullable, pageResponse, ref } from '../schema.ts'
import { Band, launchOutcome, warningCodes } from './score.ts'

/** Lists of launches have only signed ones in any case. */
export const signedQuery = Type.Optional(Type.Boolean({ description: 'true: only enrolled scores; defaults to false' }))

const confidence = Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
  description:
    '`preliminary` when any signal of the score is a stub: it is compared by its measured signals, and is not in the cohort itself',
})

export const isCopyField = Type.Boolean({
  description:
    'true: another creator enrolled a launch with the same image and an equivalent name and symbol first. Search lists a copy after the original, and leaderboards below it when their scores are equal',
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
        'The number of launches with a comparable score in the window, as the leaderboards list them: a launch counts once, and a creator, a contract or a picture at most a few times',
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
    chainId: Type.Optional(Type.Integer({ description: 'The chain of the launch. Absent on older records' })),
    name: Type.String(),
    symbol: Type.String(),
    imageUrl: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'The aggregate of the score; higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    isCopy: isCopyField,
    scheduledFor: nullable(Type.String({ format: 'date-time', description: 'The planned launch time' })),
    enrolledAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'LaunchItem', description: 'An enrolled launch' },
)
export type LaunchItem = Static<typeof LaunchItem>

export const LaunchList = Type.Object({ launches: Type.Array(ref(LaunchItem)), ...pageResponse }, { $id: 'LaunchList' })
export type LaunchList = Static<typeof LaunchList>

const whole = Type.Integer({ minimum: 0 })

/** A chain whose launchpads are read, and the time that this covers. */
export const ReadChain = Type.Object({
  chainId: Type.Integer(),
  from: Type.String({ format: 'date-time' }),
  to: Type.String({ format: 'date-time' }),
})

export const CreatorHistory = Type.Object(
  {
    launched: Type.Object(
      { all: whole, last30Days: whole, last7Days: whole },
      {
        description:
          'Tokens for which a launchpad names the wallet as the creator, on all chains that are read, up to 10,000, and tokens that it deployed itself, as far as a score has read them',
      },
    ),
    known: Type.Integer({
      minimum: 0,
      description: 'Launches of which a decided outcome or a look at the market is known',
    }),
    alive: Type.Integer({
      minimum: 0,
      description:
        'Of the known ones: at least 1,000 US dollars in its pools and a trade within 24 hours when last seen',
    }),
    knownFrom7Days: Type.Integer({
      minimum: 0,
      description: 'Known ones that were at least 7 days old when last seen',
    }),
    aliveFrom7Days: whole,
    aliveFrom30Days: whole,
    launchpads: Type.Array(
      Type.Object({
        chainId: Type.Integer(),
        launchpad: nullable(Type.String({ description: 'Null for tokens that the wallet deployed itself' })),
        name: nullable(Type.String()),
        launched: whole,
        known: whole,
        alive: whole,
      }),
      { description: 'By launchpad and chain, most launches first; of the 200 newest launches' },
    ),
    coverage: Type.Array(ReadChain, {
      description: 'The chains whose launchpads were read, and the time that this covers',
    }),
    isRelayer: Type.Boolean({
      description:
        'The wallet launches for others: it has more than 200 launches, or many in one day. Then nothing is known about launches of its own',
    }),
    notAsked: Type.Array(Type.String(), {
      description:
        'What was not looked at: `launches:<chain>` (its launchpads are not read), `market:<chain>` (no market data), `market_failed:<chain>` (the market did not answer)',
    }),
  },
  {
    $id: 'CreatorHistory',
    description:
      'What a wallet launched, and what became of it. A launchpad names a wallet without asking it, so this is no proof of who made a token',
  },
)
export type CreatorHistory = Static<typeof CreatorHistory>

export const CreatorProfile = Type.Object(
  {
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    totalEnrolled: Type.Integer(),
    bands: Type.Object(
      { green: Type.Integer(), amber: Type.Integer(), red: Type.Integer() },
      { description: 'The number of enrolled launches in each band' },
    ),
    launches: Type.Array(ref(LaunchItem), { description: 'The 25 newest' }),
    history: ref(CreatorHistory),
  },
  { $id: 'CreatorProfile', description: 'The launches that a wallet has enrolled, and its history' },
)
export type CreatorProfile = Static<typeof CreatorProfile>

const BoardEntry = Type.Object(
  {
    scoreId: Type.String({
      format: 'uuid',
      description:
        'The score that ranks the launch: the newest final score of the first creator who enrolled it, or if nobody did, the newest final score',
    }),
    chainId: Type.Integer({ description: 'The chain of the launch' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    isCopy: isCopyField,
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'BoardEntry', description: 'A launch on a leaderboard' },
)
export type BoardEntry = Static<typeof BoardEntry>

export const Leaderboards = Type.Object(
  {
    window: Type.String(),
    limit: Type.Integer(),
    best: Type.Array(ref(BoardEntry), {
      description:
        'Highest aggregate first, without launches that have a critical warning or the outcome `rugged` or `dead`. Of equal aggregates signed launches come first, then copies, then unsigned launches; older ones come first among each',
    }),
    worst: Type.Array(ref(BoardEntry), { description: 'Lowest aggregate first; equal aggregates as in `best`' }),
    bestCount: Type.Integer({ description: 'The number of entries in `best`' }),
    worstCount: Type.Integer({ description: 'The number of entries in `worst`' }),
    nextCursor: nullable(
      Type.String({ description: 'Pass this as `cursor` to get the next page of both lists; null on the last page' }),
    ),
  },
  {
    $id: 'Leaderboards',
    description:
      'One row per launch, under comparable prompt versions. Submissions with the same image and equivalent names and symbols are one launch, except that a copy which another creator enrolled is a launch of its own. A token contract has one row, and so have a picture and its creator; a creator has at most three, and one if unsigned',
  },
)
export type Leaderboards = Static<typeof Leaderboards>

export const rankingSchemas = [
  Percentile,
  LaunchItem,
  LaunchList,
  CreatorHistory,
  CreatorProfile,
  BoardEntry,
  Leaderboards,
]

const SearchResult = Type.Object(
  {
    match: Type.Union([Type.Literal('contract'), Type.Literal('wallet'), Type.Literal('id'), Type.Literal('name')], {
      description:
        'The part of the score that matches the query. `contract`: the query is the token contract, and this is its score; `wallet`: this wallet enrolled the launch; `id`: its id; `name`: a part of its name or ticker',
    }),
    scoreId: Type.String({ format: 'uuid' }),
    chainId: Type.Integer({ description: 'The chain of the launch' }),
    name: Type.String(),
    symbol: Type.String(),
    aggregate: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is better' }),
    band: ref(Band),
    outcome: launchOutcome,
    warnings: warningCodes,
    confidence: Type.Union([Type.Literal('preliminary'), Type.Literal('final')], {
      description: 'preliminary when any signal is a stub',
    }),
    isSigned: Type.Boolean({ description: 'The creator’s wallet has signed for the launch' }),
    isCopy: isCopyField,
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    createdAt: Type.String({ format: 'date-time', description: 'When the score was made' }),
  },
  { $id: 'SearchResult', description: 'A score that a search found' },
)
export type SearchResult = Static<typeof SearchResult>

export const SearchResults = Type.Object(
  { results: Type.Array(ref(SearchResult), { description: 'The best match first; each launch once' }) },
  { $id: 'SearchResults' },
)

export const searchSchemas = [SearchResult, SearchResults]
