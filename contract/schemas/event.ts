import { type Static, type TSchema, Type } from 'typebox'
import { type Band as BandName, bandNames } from '../bands.ts'
import { type DisabledReason, disabledReasons } from './delivery.ts'
import { nullable } from '../schema.ts'
import { type Ruling, rulings } from './appeal.ts'
import { tiers } from './own-scores.ts'
import { Horizon, Proof } from './token.ts'

const Band = Type.Unsafe<BandName>({ anyOf: bandNames.map((name) => Type.Literal(name)) })

const ScoreCreated = Type.Object({
  scoreId: Type.String({ format: 'uuid' }),
  aggregate: Type.Number({ minimum: 0, maximum: 100 }),
  band: Band,
  hasStubs: Type.Boolean(),
  contractAddress: nullable(
    Type.String({ description: 'The token’s contract in EIP-55 form, null when none was given' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
})

const EnrollmentCreated = Type.Object({
  enrollmentId: Type.String({ format: 'uuid' }),
  scoreRequestId: Type.String({ format: 'uuid' }),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  scheduledFor: nullable(Type.String({ format: 'date-time' })),
  enrolledAt: Type.String({ format: 'date-time' }),
})

const LaunchScheduled = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  scheduledFor: nullable(Type.String({ format: 'date-time', description: 'null when the time was removed' })),
  updatedAt: Type.String({ format: 'date-time' }),
})

const hex = (description: string) => Type.String({ pattern: '^0x[0-9a-fA-F]+$', description })

const AttestationPublished = Type.Object({
  attestationId: hex('The attestation’s UID in the EAS contract; a chain reorganisation can change it'),
  scoreRequestId: Type.String({ format: 'uuid' }),
  subject: hex('The creator’s wallet, in EIP-55 form'),
  schemaId: hex('The schema UID'),
  digest: hex('keccak-256 of the score’s canonical JSON (RFC 8785)'),
  txHash: hex('The transaction hash'),
  chainId: Type.Integer(),
})

const GraduationOccurred = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  enrollmentId: nullable(Type.String({ format: 'uuid', description: 'null when the launch is not enrolled' })),
  creatorAddress: Type.String({ description: 'In EIP-55 form' }),
  tokenAddress: Type.String({ description: 'In EIP-55 form' }),
  chainId: Type.Integer(),
  aggregate: Type.Number({ minimum: 0, maximum: 100 }),
  band: Band,
  tradingSince: Type.String({ format: 'date-time' }),
  graduatedAt: Type.String({
    format: 'date-time',
    description: 'The time of the observation that completed the seven days',
  }),
  leastDepth: Type.Number({ description: 'The least depth of the seven days, in US dollars' }),
  rules: Type.String({ description: 'The version of the rules that decided the result' }),
})

const contract = 'In EIP-55 form'

const ScoreHidden = Type.Object({
  scoreId: Type.String({ format: 'uuid' }),
  contractAddress: nullable(
    Type.String({ description: 'The token’s contract in EIP-55 form, null when none was given' }),
  ),
  reason: Type.String({ description: 'The operator’s reason, which is public' }),
  at: Type.String({ format: 'date-time', description: 'When the record was hidden, or shown again' }),
})

const AttestationRevoked = Type.Object({
  attestationId: hex('The UID of the revoked attestation'),
  scoreRequestId: Type.String({ format: 'uuid' }),
  txHash: hex('The transaction of the revocation'),
  chainId: Type.Integer(),
  reason: nullable(Type.String({ description: 'The operator’s reason, which is public' })),
})

const AppealAnswered = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  outcome: Type.Unsafe<Ruling>({ type: 'string', enum: [...rulings] }),
  rescoreId: nullable(
    Type.String({ format: 'uuid', description: 'The record of the re-score with new samples, if there was one' }),
  ),
  answeredAt: Type.String({ format: 'date-time' }),
})

const TokenBound = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  contractAddress: Type.String({ description: contract }),
  chainId: Type.Integer(),
  state: Type.Enum(['proven', 'corrected'], {
    type: 'string',
    description:
      '`proven`: the chain shows that the creator made the token; `corrected`: the creator’s denial or a public correction withdrew the binding',
  }),
  proofs: Type.Array(Proof, { description: 'The strongest first' }),
  boundAt: Type.String({
    format: 'date-time',
    description: 'When the creator signed the binding, or the service found the token',
  }),
})

const OutcomeDecided = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  contractAddress: Type.String({ description: contract }),
  chainId: Type.Integer(),
  horizon: Horizon,
  outcome: Type.Enum(['graduated', 'alive', 'dead', 'rugged', 'unknown'], { type: 'string' }),
  decidedAt: Type.String({ format: 'date-time' }),
})

const LaunchReminder = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  slot: Type.Enum(['T-60min', 'T-10min', 'T+0'], { type: 'string', description: 'Which reminder is due' }),
  scheduledFor: Type.String({ format: 'date-time' }),
})

const KeyNearLimit = Type.Object({
  prefix: Type.String({ description: 'The public part of the key that made the request' }),
  tier: Type.Enum([...tiers], { type: 'string' }),
  limit: Type.Integer({ description: 'The requests that the tier allows in the window' }),
  used: Type.Integer({ description: 'How many of them were used' }),
  windowSeconds: Type.Integer(),
})

export const WebhookDisabled = Type.Object({
  subscriptionId: Type.String({ pattern: '^sub_[0-9a-f]{32}$' }),
  endpoint: Type.String(),
  disabledReason: Type.Unsafe<DisabledReason>({ type: 'string', enum: Object.keys(disabledReasons) }),
  disabledAt: Type.String({ format: 'date-time' }),
})

export const events = {
  'score.created': ScoreCreated,
  'enrollment.created': EnrollmentCreated,
  'attestation.published': AttestationPublished,
  'launch.scheduled': LaunchScheduled,
  'graduation.occurred': GraduationOccurred,
  'score.hidden': ScoreHidden,
  'score.restored': ScoreHidden,
  'attestation.revoked': AttestationRevoked,
  'appeal.answered': AppealAnswered,
  'token.bound': TokenBound,
  'outcome.decided': OutcomeDecided,
  'launch.reminder': LaunchReminder,
  'key.near_limit': KeyNearLimit,
} satisfies Record<string, TSchema>

type EventName = keyof typeof events

export const eventNames = Object.keys(events) as EventName[]

export const allEvents = '*'

/** Sent to an owner's other subscriptions, regardless of the events that they select. */
export const disabledEventName = 'webhook.disabled'

/** Subscriptions can't select it. */
export const testEventName = 'webhook.test'

export type WebhookDisabled = Static<typeof WebhookDisabled>

export type Event = { [N in EventName]: { event: N; data: Static<(typeof events)[N]> } }[EventName]
