import { type Static, Type } from 'typebox'
import { AttesterStatus } from '../attestation/attester-status.ts'
import { ApiKey } from '../keys/schemas.ts'
import { pageAnswer } from '../platform/paging.ts'
import { nullable, ref } from '../platform/schema.ts'
import { Band } from '../scoring/schemas.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const time = (description: string) => Type.String({ format: 'date-time', description })

const ByBand = Type.Object(
  { green: count('From 70'), amber: count('From 45'), red: count('Below 45') },
  { $id: 'ByBand', description: 'How many of each band' },
)

const ScoreTotals = Type.Object(
  {
    total: count('Score records: final, preliminary and replayed ones'),
    final: count('Without a stub'),
    preliminary: count('With a stub; in none of the bands here'),
    rescores: count('Of all, how many replayed an earlier record'),
    bands: ref(ByBand),
  },
  { $id: 'ScoreTotals' },
)
export type ScoreTotals = Static<typeof ScoreTotals>

const EnrollmentTotals = Type.Object({ total: count('Enrollments'), bands: ref(ByBand) }, { $id: 'EnrollmentTotals' })
export type EnrollmentTotals = Static<typeof EnrollmentTotals>

const tierCounts = (description: string) =>
  Type.Object({ free: count(description), pro: count(description), enterprise: count(description) })

/** The answer of GET /v1/admin/stats. */
export const AdminStats = Type.Object(
  {
    scores: ref(ScoreTotals),
    enrollments: ref(EnrollmentTotals),
    attestations: Type.Object({ published: count('Scores attested on the chain') }),
    keys: Type.Object({
      total: count('Keys ever issued'),
      active: count('Keys that are neither revoked nor ended'),
      revoked: count('Keys that are'),
      tiers: tierCounts('Active keys of the tier'),
    }),
    asOf: time('When this was so'),
  },
  { $id: 'AdminStats', description: 'Totals since ever, exact' },
)
export type AdminStats = Static<typeof AdminStats>

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))

const ActivityWindow = Type.Object(
  {
    since: nullable(time('The full hour from which it is counted; null: since ever')),
    scores: ref(ScoreTotals),
    enrollments: ref(EnrollmentTotals),
    attestations: Type.Object({ published: count('Attestations that landed') }),
    conversion: Type.Object(
      {
        scores: count('Final scores of the window: only these can be enrolled and attested'),
        enrolled: count('Of these scores, how many are enrolled by now'),
        attested: count('Of these scores, how many are attested by now'),
        enrolledShare: share('enrolled / scores, four decimals; null without scores'),
        attestedShare: share('attested / scores, four decimals; null without scores'),
      },
      { description: 'What became of the scores of the window' },
    ),
    model: Type.Object(
      {
        calls: count('Answers of the language model, whether they were of use or not'),
        inputTokens: count('Tokens sent, as the provider counts them'),
        outputTokens: count('Tokens received, as the provider counts them'),
      },
      { description: 'What the judge has spent; what that costs is between you and the provider' },
    ),
  },
  { $id: 'ActivityWindow', description: 'What happened within a window' },
)
export type ActivityWindow = Static<typeof ActivityWindow>

const TierUse = Type.Object(
  {
    active: count('Keys that are neither revoked nor ended'),
    revoked: count('Keys that are'),
    usedLastDay: count('Active keys that were used within 24 hours'),
  },
  { $id: 'TierUse' },
)
export type TierUse = Static<typeof TierUse>

/** The answer of GET /v1/admin/analytics. */
export const AdminAnalytics = Type.Object(
  {
    windows: Type.Object({ '24h': ref(ActivityWindow), '7d': ref(ActivityWindow), all: ref(ActivityWindow) }),
    keyTiers: Type.Object({ free: ref(TierUse), pro: ref(TierUse), enterprise: ref(TierUse) }),
    asOf: time('When this was so'),
  },
  { $id: 'AdminAnalytics', description: 'The last 24 hours and 7 days beside all time; windows begin at a full hour' },
)
export type AdminAnalytics = Static<typeof AdminAnalytics>

const AdminScore = Type.Object(
  {
    scoreId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'EIP-55' }),
    contractAddress: nullable(Type.String({ description: 'EIP-55' })),
    aggregate: Type.Number({ minimum: 0, maximum: 100 }),
    band: ref(Band),
    hasStubs: Type.Boolean({ description: 'Preliminary' }),
    promptVersion: Type.String(),
    rescoredFrom: nullable(Type.String({ format: 'uuid', description: 'The record this one replayed' })),
    enrollmentId: nullable(Type.String({ format: 'uuid', description: 'null: not enrolled' })),
    createdAt: time('When it was scored'),
  },
  { $id: 'AdminScore' },
)

/** The answer of GET /v1/admin/scores. */
export const AdminScores = Type.Object({ scores: Type.Array(ref(AdminScore)), ...pageAnswer }, { $id: 'AdminScores' })
export type AdminScores = Static<typeof AdminScores>

const AdminEnrollment = Type.Object(
  {
    enrollmentId: Type.String({ format: 'uuid' }),
    scoreRequestId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    symbol: Type.String(),
    creatorAddress: Type.String({ description: 'EIP-55' }),
    aggregate: Type.Number({ minimum: 0, maximum: 100 }),
    band: ref(Band),
    verifiedBy: Type.Union([Type.Literal('key'), Type.Literal('contract')], {
      description: 'What said that the signature is good: the wallet’s own key, or its contract',
    }),
    scheduledFor: nullable(time('When the launch is to be')),
    enrolledAt: time('When the creator signed'),
  },
  { $id: 'AdminEnrollment' },
)

/** The answer of GET /v1/admin/enrollments. */
export const AdminEnrollments = Type.Object(
  { enrollments: Type.Array(ref(AdminEnrollment)), ...pageAnswer },
  { $id: 'AdminEnrollments' },
)
export type AdminEnrollments = Static<typeof AdminEnrollments>

/** The answer of GET /v1/admin/api-keys. */
export const AdminKeys = Type.Object(
  { keys: Type.Array(ref(ApiKey), { description: 'All that were issued, the newest first' }) },
  { $id: 'AdminKeys' },
)
export type AdminKeys = Static<typeof AdminKeys>

const QueueState = Type.Object(
  {
    name: Type.String({ description: 'What waits' }),
    due: count('Entries whose time has come, counted to 10,000 at most'),
    oldestDueSeconds: Type.Number({ minimum: 0, description: 'For how long the oldest has been due; 0 when none is' }),
  },
  { $id: 'QueueState' },
)
export type QueueState = Static<typeof QueueState>

/** The answer of GET /v1/admin/status. */
export const AdminStatus = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: 'degraded: the database has failed, or a breaker is open',
    }),
    database: Type.Object({
      state: Type.Union([Type.Literal('ok'), Type.Literal('failed')], { description: 'Answered within 1 s' }),
      kind: Type.Union([Type.Literal('embedded'), Type.Literal('server')]),
      milliseconds: nullable(
        Type.Number({ minimum: 0, description: 'What the answer took; null when there was none' }),
      ),
    }),
    breakers: Type.Record(
      Type.String(),
      Type.Union([Type.Literal('closed'), Type.Literal('half-open'), Type.Literal('open')]),
      { description: 'One for each provider that is configured' },
    ),
    attester: Type.Optional(ref(AttesterStatus)),
    queues: nullable(Type.Array(ref(QueueState), { description: 'null while the database has failed' })),
    jobs: Type.Array(Type.Object({ name: Type.String(), lastSuccessAt: time('When it last ran without a fault') }), {
      description: 'The jobs of this process that have run; counts in whole seconds',
    }),
    version: Type.String({ description: 'Of the package' }),
    commit: nullable(Type.String({ description: 'The commit that runs; null when nothing tells' })),
    startedAt: time('When this process began to serve'),
    uptimeSeconds: Type.Integer({ minimum: 0 }),
    asOf: time('When this was so'),
  },
  { $id: 'AdminStatus', description: 'The replica that answers, and what it stands on' },
)
export type AdminStatus = Static<typeof AdminStatus>

export const adminSchemas = [
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
  QueueState,
  AdminStatus,
]
