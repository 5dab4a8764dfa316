import { type Static, Type } from 'typebox'
import { bands } from '../bands.ts'
import { count, nullable, pageResponse, ref, time } from '../schema.ts'
import {
  AttesterStatus,
  BreakerState,
  DatabaseFault,
  operationSchemas,
  ProviderStatus,
  Takedown,
  TakedownEntry,
} from './operations.ts'
import { ApiKey } from './own-scores.ts'
import { Band, warningCodes } from './score.ts'

const ByBand = Type.Object(
  {
    green: count(`From ${bands.green.from}`),
    amber: count(`From ${bands.amber.from}`),
    red: count(`Below ${bands.amber.from}`),
  },
  { $id: 'ByBand', description: 'The number in each band' },
)

const ScoreTotals = Type.Object(
  {
    total: count('All score records: final, preliminary and replayed'),
    final: count('Scores without a stub'),
    preliminary: count('Preliminary scores; they count in no band here'),
    rescores: count('Scores that replay an earlier record'),
    bands: ref(ByBand),
  },
  { $id: 'ScoreTotals' },
)
export type ScoreTotals = Static<typeof ScoreTotals>

const EnrollmentTotals = Type.Object({ total: count('Enrollments'), bands: ref(ByBand) }, { $id: 'EnrollmentTotals' })
export type EnrollmentTotals = Static<typeof EnrollmentTotals>

const tierCounts = (description: string) =>
  Type.Object({ free: count(description), pro: count(description), enterprise: count(description) })

export const AdminStats = Type.Object(
  {
    scores: ref(ScoreTotals),
    enrollments: ref(EnrollmentTotals),
    attestations: Type.Object({ published: count('Scores attested on the chain') }),
    keys: Type.Object({
      total: count('Keys issued in total'),
      active: count('Keys that are neither revoked nor expired'),
      revoked: count('Keys that are revoked or expired'),
      tiers: tierCounts('Active keys of the tier'),
    }),
    asOf: time('When these figures were read'),
  },
  { $id: 'AdminStats', description: 'Exact totals of all time' },
)
export type AdminStats = Static<typeof AdminStats>

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))

const ActivityWindow = Type.Object(
  {
    since: nullable(time('When the window starts, a full second; null for all time')),
    scores: ref(ScoreTotals),
    enrollments: ref(EnrollmentTotals),
    attestations: Type.Object({ published: count('Attestations published on the chain') }),
    conversion: Type.Object(
      {
        scores: count('Final scores of the window; only these can be enrolled and attested'),
        enrolled: count('How many of these scores are enrolled by now'),
        attested: count('How many of these scores are attested by now'),
        enrolledShare: share('enrolled / scores, with four decimals; null without scores'),
        attestedShare: share('attested / scores, with four decimals; null without scores'),
      },
      { description: 'How many scores of the window were enrolled and attested' },
    ),
    model: Type.Object(
      {
        calls: count('Responses of the language model, usable or not'),
        inputTokens: count('Input tokens, as the provider counts them'),
        outputTokens: count('Output tokens, as the provider counts them'),
        cachedTokens: count('Input tokens that the provider read from its cache'),
        cachedShare: share('cachedTokens / inputTokens, with four decimals; null without tokens'),
        tokensPerScore: nullable(count('Input and output tokens per score, re-scores included; null without scores')),
        cost: nullable(
          Type.Number({
            minimum: 0,
            description: 'The price of the tokens by the prices in MODEL_TUNING; null without them',
          }),
        ),
        costPerScore: nullable(
          Type.Number({ minimum: 0, description: 'cost per score, re-scores included; null without either' }),
        ),
      },
      { description: 'The judge’s calls to the language model and the tokens they used' },
    ),
  },
  { $id: 'ActivityWindow', description: 'The activity in one window' },
)
export type ActivityWindow = Static<typeof ActivityWindow>

const TierUse = Type.Object(
  {
    active: count('Keys that are neither revoked nor expired'),
    revoked: count('Keys that are revoked or expired'),
    usedLastDay: count('Active keys used in the last 24 hours'),
  },
  { $id: 'TierUse' },
)
type TierUse = Static<typeof TierUse>

export const AdminAnalytics = Type.Object(
  {
    windows: Type.Object({ '24h': ref(ActivityWindow), '7d': ref(ActivityWindow), all: ref(ActivityWindow) }),
    keyTiers: Type.Object({ free: ref(TierUse), pro: ref(TierUse), enterprise: ref(TierUse) }),
    asOf: time('When these figures were read'),
  },
  {
    $id: 'AdminAnalytics',
    description: 'Activity of the last 24 hours, of the last 7 days and of all time. Windows start at a full second',
  },
)
export type AdminAnalytics = Static<typeof AdminAnalytics>

const AdminScore = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    contractAddress: nullable(Type.String({ description: 'In EIP-55 form' })),
    aggregate: Type.Number({ minimum: 0, maximum: 100 }),
    band: ref(Band),
    warnings: warningCodes,
    hasStubs: Type.Boolean({ description: 'True when the score is preliminary' }),
    promptVersion: Type.String(),
    rescoredFrom: nullable(Type.String({ format: 'uuid', description: 'The record that this one replays' })),
    enrollmentId: nullable(Type.String({ format: 'uuid', description: 'null when not enrolled' })),
    hiddenReason: nullable(Type.String({ description: 'The reason of the take-down; null when it is visible' })),
    createdAt: time('When the score was made'),
  },
  { $id: 'AdminScore' },
)

export const AdminScores = Type.Object({ scores: Type.Array(ref(AdminScore)), ...pageResponse }, { $id: 'AdminScores' })
export type AdminScores = Static<typeof AdminScores>

const AdminEnrollment = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'In EIP-55 form' }),
    aggregate: Type.Number({ minimum: 0, maximum: 100 }),
    band: ref(Band),
    warnings: warningCodes,
    verifiedBy: Type.Union([Type.Literal('key'), Type.Literal('contract')], {
      description: 'How the signature was verified: with the wallet’s own key, or by its contract',
    }),
    hiddenReason: nullable(Type.String({ description: 'The reason of the take-down; null when it is visible' })),
    scheduledFor: nullable(time('The planned launch time')),
    enrolledAt: time('When the creator enrolled'),
  },
  { $id: 'AdminEnrollment' },
)

export const AdminEnrollments = Type.Object(
  { enrollments: Type.Array(ref(AdminEnrollment)), ...pageResponse },
  { $id: 'AdminEnrollments' },
)
export type AdminEnrollments = Static<typeof AdminEnrollments>

export const AdminKeys = Type.Object(
  { keys: Type.Array(ref(ApiKey), { description: 'All issued keys, newest first' }) },
  { $id: 'AdminKeys' },
)
export type AdminKeys = Static<typeof AdminKeys>

export const TakedownReason = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'One line. Public: pages show the reason of a take-down, and events have the reason of both',
    }),
  },
  {
    $id: 'TakedownReason',
    additionalProperties: false,
    description: 'The reason to take something down, or to show it again',
  },
)

export const ScoreTakedown = Type.Object(
  {
    ...TakedownReason.properties,
    identity: Type.Optional(
      Type.Boolean({
        description: 'Take down everybody’s submissions with this name, ticker and picture too; default false',
      }),
    ),
  },
  { $id: 'ScoreTakedown', additionalProperties: false, description: 'The reason to take down a score, and its extent' },
)

export const AdminTakedowns = Type.Object(
  { takedowns: Type.Array(ref(TakedownEntry)), ...pageResponse },
  { $id: 'AdminTakedowns' },
)
export type AdminTakedowns = Static<typeof AdminTakedowns>

const QueueState = Type.Object(
  {
    name: Type.String({ description: 'The name of the queue' }),
    due: count('Entries that are due, counted up to 10,000'),
    oldestDueSeconds: Type.Number({
      minimum: 0,
      description: 'How long the oldest entry has been due; 0 if no entry is due',
    }),
  },
  { $id: 'QueueState' },
)
export type QueueState = Static<typeof QueueState>

export const AdminStatus = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: 'degraded: the database fails, or a breaker is open',
    }),
    database: Type.Object({
      state: Type.Union([Type.Literal('ok'), Type.Literal('failed')], {
        description: 'Whether the database accepted a write, and responded to a read, within 1 s, as in `GET /ready`',
      }),
      fault: Type.Optional(ref(DatabaseFault)),
      kind: Type.Union([Type.Literal('embedded'), Type.Literal('server')]),
      milliseconds: nullable(Type.Number({ minimum: 0, description: 'The response time; null without a response' })),
    }),
    breakers: Type.Record(Type.String(), ref(BreakerState), {
      description: 'One entry per configured provider. limited: its rate limit was reached in the last minute',
    }),
    providers: Type.Array(ref(ProviderStatus), {
      description: 'All four providers, including those that are not configured',
    }),
    attester: Type.Optional(ref(AttesterStatus)),
    queues: nullable(Type.Array(ref(QueueState), { description: 'null while the database responds to no read' })),
    launchIndex: Type.Optional(
      Type.Object(
        {
          launches: Type.Integer({ minimum: 0, description: 'About as many launches as the index has' }),
          chains: Type.Array(
            Type.Object({
              chainId: Type.Integer({ minimum: 1 }),
              from: nullable(time('All launches since then are in the index; null: nothing is read yet')),
              to: nullable(time('and until then')),
              lagSeconds: nullable(
                Type.Integer({ minimum: 0, description: 'How far it is behind the newest settled block of the chain' }),
              ),
              unnamed: Type.Integer({
                minimum: 0,
                description: 'Launches whose creator is still to be asked for, counted up to 10000',
              }),
              blocksPerCall: nullable(
                Type.Integer({
                  minimum: 1,
                  description: 'As many blocks as the node answers at once, as far as is learnt',
                }),
              ),
              fault: nullable(Type.String({ description: 'Why the last reading failed; null when it didn’t' })),
              failedAt: nullable(time('When it began to fail so')),
            }),
          ),
        },
        {
          description: 'How far launches are read on each chain; only where a node is read, and the database responds',
        },
      ),
    ),
    jobs: Type.Array(Type.Object({ name: Type.String(), lastSuccessAt: time('When the job last succeeded') }), {
      description: 'The jobs that have run in this process; times are in whole seconds',
    }),
    version: Type.String({ description: 'The version of the package' }),
    commit: nullable(Type.String({ description: 'The commit that is running; null when unknown' })),
    startedAt: time('When this process started to serve requests'),
    uptimeSeconds: Type.Integer({ minimum: 0 }),
    asOf: time('When these figures were read'),
  },
  { $id: 'AdminStatus', description: 'The state of the responding replica and of its dependencies' },
)
export type AdminStatus = Static<typeof AdminStatus>

export const adminSchemas = [
  ...operationSchemas,
  ByBand,
  ScoreTotals,
  EnrollmentTotals,
  AdminStats,
  ActivityWindow,
  TierUse,
  AdminAnalytics,
  AdminScore,
  AdminScores,
  AdminEnrollment,
  AdminEnrollments,
  ApiKey,
  AdminKeys,
  TakedownReason,
  ScoreTakedown,
  TakedownEntry,
  Takedown,
  AdminTakedowns,
  QueueState,
  AdminStatus,
]
