import { type Static, Type } from 'typebox'
import { nullable, pageResponse, time } from '../schema.ts'
import { ReadChain } from './ranking.ts'
import { type Band, bandNames, launchOutcome, warningCodes } from './score.ts'

const band = Type.Enum([...bandNames], { type: 'string' })

const Graduate = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  enrollmentId: nullable(Type.String({ format: 'uuid' })),
  name: Type.String(),
  symbol: Type.String(),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  tokenAddress: Type.String({ description: 'In EIP-55 form' }),
  chainId: Type.Integer(),
  population: Type.Enum(['committed', 'observed'], {
    type: 'string',
    description: '`committed`: enrolled before the token was created; `observed`: scored before',
  }),
  anchored: Type.Boolean({ description: 'The score was attested on the chain before the token was created' }),
  aggregate: Type.Number({ minimum: 0, maximum: 100 }),
  band,
  outcome: launchOutcome,
  warnings: warningCodes,
  scoredAt: time('When the launch was scored'),
  tradingSince: time('When trading began'),
  graduatedAt: time('The observation that completed the seven days'),
  leastDepth: Type.Number({ description: 'The least depth of the seven days, in US dollars' }),
  venueGraduatedAt: nullable(time('When its launchpad graduated it, which decides nothing here')),
  since: Type.Unsafe<{ outcome: string; horizon: string; at: string | null } | null>({
    type: ['object', 'null'],
    description: 'The latest decided outcome; null before the first one',
    required: ['outcome', 'horizon', 'at'],
    properties: {
      outcome: { type: 'string' },
      horizon: { type: 'string' },
      at: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'The observation that showed the outcome (for `rugged`, the first one); null if there was none',
      },
    },
  }),
  rules: Type.String({ description: 'The version of the rules that decided the result' }),
})

export const Graduates = Type.Object(
  {
    graduates: Type.Array(Graduate),
    count: Type.Integer({ description: 'The number of all graduates' }),
    observing: Type.Boolean({ description: 'Whether this deployment observes markets' }),
    nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page' })),
    asOf: nullable(time('When an outcome or a graduation was last decided; null before the first')),
    attribution: Type.String(),
  },
  { $id: 'Graduates', description: 'Launches whose token graduated, newest first' },
)
export type Graduates = Static<typeof Graduates>

const stampTx = nullable(
  Type.String({ description: 'The transaction that stamped `digest` on the chain; null until there is one' }),
)

const count = Type.Integer({ minimum: 0 })
const Interval = Type.Unsafe<[number, number] | null>({
  type: ['array', 'null'],
  items: { type: 'number' },
  description: 'Lower and upper end; null while there are too few launches',
})
const figure = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description })
const BandFigures = Type.Object({
  band,
  scored: count,
  enrolled: count,
  launched: count,
  untraded: count,
  neverLaunched: count,
  traded: count,
  due: count,
  known: count,
  unknown: count,
  good: count,
  share: figure('Good outcomes as a share of known ones; null below 10 known'),
  interval: Interval,
  bounds: Interval,
  rugged: count,
})

const Funnel = Type.Object({
  scored: count,
  enrolled: count,
  launched: count,
  anchored: count,
  untraded: count,
  neverLaunched: count,
  traded: count,
  due: count,
  known: count,
  unknown: count,
})

interface Curve {
  band: Band
  launches: number
  neverLiving: number
  median: number | null
  atRisk: number[]
  points: { day: number; atRisk: number; died: number; living: number; interval: [number, number] | null }[]
}

export const TrackRecord = Type.Object(
  {
    asOf: nullable(time('The end of the last sealed day, whose rows these figures come from; null before the first')),
    observing: Type.Boolean({ description: 'Whether this deployment observes markets' }),
    horizon: Type.Enum(['24h', '7d', '30d', '90d'], { type: 'string' }),
    version: Type.Integer({ description: 'The major version of the prompt' }),
    rules: Type.String(),
    funnel: Funnel,
    outcomes: Type.Object({
      graduated: count,
      alive: count,
      dead: count,
      rugged: count,
      unknown: Type.Record(Type.String(), count),
    }),
    bands: Type.Array(BandFigures),
    survival: Type.Unsafe<Curve[] | null>({
      type: ['array', 'null'],
      items: { type: 'object', additionalProperties: true },
      description:
        'Kaplan–Meier curves by band; null below 30 known, 10 good and 10 bad. `neverLiving` counts the launches that traded and were never observed alive; the curves leave them out',
    }),
    needs: Type.Object({ known: count, good: count, bad: count }),
    sealed: Type.Unsafe<{ day: string; digest: string; stampTx: string | null } | null>({
      type: ['object', 'null'],
      description: 'The last sealed day',
      required: ['day', 'digest', 'stampTx'],
      properties: {
        day: { type: 'string' },
        digest: { type: 'string' },
        stampTx: { type: ['string', 'null'], description: 'The transaction that stamped `digest` on the chain' },
      },
    }),
    attribution: Type.String(),
  },
  {
    $id: 'TrackRecord',
    description:
      'The outcomes of scored launches, as of the last sealed day. From `launched` on, the counts are of the launches that were enrolled before their token was created, and of each creator the one that traded first',
  },
)
export type TrackRecord = Static<typeof TrackRecord>

export const RecordDays = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        lines: count,
        bytes: count,
        fileDigest: Type.String({ description: 'keccak-256 of the file' }),
        digest: Type.String({ description: 'keccak-256 of the previous day’s digest and `fileDigest`' }),
        stampTx,
      }),
      { description: 'Oldest first' },
    ),
    ...pageResponse,
  },
  { $id: 'RecordDays', description: 'The sealed days' },
)
export type RecordDays = Static<typeof RecordDays>

const GroupFigures = Type.Object({
  group: Type.Enum(
    ['no_launch', 'few_launches', 'not_looked_at', 'some_alive', 'none_of_3_alive', 'none_of_10_alive'],
    {
      type: 'string',
      description:
        'By the creator’s launches before this one: none; 1 or 2; 3 or more of which fewer than 3 were looked at and none was alive; at least one alive; at least 3 looked at and none alive; at least 10 looked at and none alive',
    },
  ),
  launches: count,
  known: count,
  alive: count,
  unknown: Type.Integer({ minimum: 0, description: 'Launches of which the market data doesn’t tell' }),
  share: figure('Alive ones as a share of known ones; null below `minKnown`'),
  interval: Interval,
})

export const CreatorFigures = Type.Object(
  {
    asOf: nullable(time('When these figures were counted; null before the first time')),
    observing: Type.Boolean({ description: 'Whether this deployment looks at markets' }),
    rules: Type.String({ description: 'The version of the groups' }),
    days: Type.Integer({ description: 'The figures cover launches looked at within this many days' }),
    minKnown: Type.Integer(),
    groups: Type.Array(GroupFigures),
    coverage: Type.Array(ReadChain, {
      description: 'The chains whose launchpads are read, and the time that this covers',
    }),
    attribution: Type.String(),
  },
  {
    $id: 'CreatorFigures',
    description:
      'How many launches were alive at an age of 7 to 14 days, by their creator’s history as it was known before each. Of each creator the first launch in each group counts',
  },
)
export type CreatorFigures = Static<typeof CreatorFigures>

export const CreatorSamples = Type.Object(
  {
    samples: Type.Array(
      Type.Object({
        chainId: Type.Integer(),
        token: Type.String({ description: 'In EIP-55 form' }),
        creatorAddress: Type.String({ description: 'In EIP-55 form' }),
        launchedAt: time('The block of the launch'),
        lookedAt: time('When its market was looked at'),
        alive: Type.Unsafe<boolean | null>({
          type: ['boolean', 'null'],
          description: 'null: the market data doesn’t tell',
        }),
        earlier: Type.Integer({ minimum: 0, description: 'The creator’s launches before this one' }),
        knownEarlier: Type.Integer({
          minimum: 0,
          description: 'Of these, looked at before this launch, at an age of at least 7 days',
        }),
        aliveEarlier: count,
      }),
      { description: 'Oldest look first' },
    ),
    ...pageResponse,
  },
  { $id: 'CreatorSamples', description: 'The launches that the figures of creators count' },
)
export type CreatorSamples = Static<typeof CreatorSamples>

export const trackRecordSchemas = [Graduates, TrackRecord, RecordDays, CreatorFigures, CreatorSamples]
