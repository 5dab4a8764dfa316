import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../platform/schema.ts'

const ScoreCreated = Type.Object({
  scoreId: Type.String({ format: 'uuid' }),
  aggregate: Type.Number({ minimum: 0, maximum: 100 }),
  band: Type.Union([Type.Literal('green'), Type.Literal('amber'), Type.Literal('red')]),
  hasStubs: Type.Boolean(),
  contractAddress: nullable(
    Type.String({ description: 'The token’s contract in EIP-55 form, null when none was given' }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
})

const EnrollmentCreated = Type.Object({
  enrollmentId: Type.String({ format: 'uuid' }),
  scoreRequestId: Type.String({ format: 'uuid' }),
  creatorAddress: Type.String({ description: 'EIP-55' }),
  scheduledFor: nullable(Type.String({ format: 'date-time' })),
  enrolledAt: Type.String({ format: 'date-time' }),
})

const LaunchScheduled = Type.Object({
  scoreRequestId: Type.String({ format: 'uuid' }),
  scheduledFor: nullable(Type.String({ format: 'date-time', description: 'null when the time was taken back' })),
  updatedAt: Type.String({ format: 'date-time' }),
})

const hex = (description: string) => Type.String({ pattern: '^0x[0-9a-fA-F]+$', description })

const AttestationPublished = Type.Object({
  attestationId: hex('The id that the attestation contract gave it; another one after a reorganisation of the chain'),
  scoreRequestId: Type.String({ format: 'uuid' }),
  subject: hex('The creator, EIP-55'),
  schemaId: hex('The schema’s id'),
  digest: hex('keccak-256 of the score’s canonical JSON (RFC 8785)'),
  txHash: hex('The transaction'),
  chainId: Type.Integer(),
})

/** The closed list of events and the shape of each one's data. */
export const events = {
  'score.created': ScoreCreated,
  'enrollment.created': EnrollmentCreated,
  'attestation.published': AttestationPublished,
  'launch.scheduled': LaunchScheduled,
} satisfies Record<string, TSchema>

export type EventName = keyof typeof events

/** What a subscription may ask for. */
export const eventNames = Object.keys(events) as EventName[]

/** What `POST …/test` sends: no subscription asks for it. */
export const testEvent = 'webhook.test'

export type Event = { [N in EventName]: { event: N; data: Static<(typeof events)[N]> } }[EventName]

/** The OpenAPI `webhooks` of the events. */
export const eventDocuments = Object.fromEntries(
  Object.entries(events).map(([event, data]) => [event, { post: documentOf(event, data) }]),
)

function documentOf(event: string, data: TSchema) {
  const envelope = Type.Object({
    id: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
    event: Type.Literal(event),
    timestamp: Type.String({ format: 'date-time' }),
    data,
  })
  return {
    operationId: event.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: `${event} is sent to the subscribers`,
    tags: ['events'],
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: { '2XX': { description: 'Delivered' }, '4XX': { description: 'Refused, not sent again' } },
  }
}
