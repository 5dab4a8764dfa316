import { type Static, type TSchema, Type } from 'typebox'
import { type Band as BandName, bandNames } from '../bands.ts'
import { type DisabledReason, disabledReasons } from './delivery.ts'
import { nullable } from '../schema.ts'

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
