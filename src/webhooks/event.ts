import { type Static, type TSchema, Type } from 'typebox'
import { type Band as BandName, bandNames } from '../database/column-types.ts'
import { type DisabledReason, disabledReasons } from '../delivery/schemas.ts'
import { getHeaderNames } from '../delivery/signing/sign.ts'
import { nullable } from '../platform/http/schema.ts'

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

const WebhookDisabled = Type.Object({
  subscriptionId: Type.String({ pattern: '^sub_[0-9a-f]{32}$' }),
  endpoint: Type.String(),
  disabledReason: Type.Unsafe<DisabledReason>({ type: 'string', enum: Object.keys(disabledReasons) }),
  disabledAt: Type.String({ format: 'date-time' }),
})

/** The events that subscriptions select, with the schema of their data. */
export const events = {
  'score.created': ScoreCreated,
  'enrollment.created': EnrollmentCreated,
  'attestation.published': AttestationPublished,
  'launch.scheduled': LaunchScheduled,
  'graduation.occurred': GraduationOccurred,
} satisfies Record<string, TSchema>

type EventName = keyof typeof events

export const eventNames = Object.keys(events) as EventName[]

/** Selects all events. */
export const allEvents = '*'

/**
 * Tells the other subscriptions of an owner that one was disabled. They receive it regardless of the events that they
 * select.
 */
export const disabledEventName = 'webhook.disabled'

/** The event of POST /v1/webhooks/:id/test. Subscriptions can't select it. */
export const testEventName = 'webhook.test'

export type WebhookDisabled = Static<typeof WebhookDisabled>

export type Event = { [N in EventName]: { event: N; data: Static<(typeof events)[N]> } }[EventName]

/** The `webhooks` section of the OpenAPI document. */
export const describeEvents = (serviceName: string) =>
  Object.fromEntries(
    Object.entries({ ...events, [disabledEventName]: WebhookDisabled }).map(([event, data]) => [
      event,
      { post: describeEvent(serviceName, event, data) },
    ]),
  )

function describeEvent(serviceName: string, event: string, data: TSchema) {
  const envelope = Type.Object({
    id: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
    event: Type.Literal(event),
    timestamp: Type.String({ format: 'date-time' }),
    data,
  })
  return {
    operationId: event.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: `Webhook ${event}`,
    description: `The request that your endpoint receives for \`${event}\`. Verify the signature over the raw body before you parse the body.`,
    tags: ['events'],
    parameters: describeHeaders(serviceName),
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: { '2XX': { description: 'Delivered' }, '4XX': { description: 'Rejected; the delivery is not retried' } },
  }
}

/** The headers of a delivery depend on the subscription's format, so none is required. */
function describeHeaders(serviceName: string) {
  const name = getHeaderNames(serviceName)
  const headers: [header: string, description: string][] = [
    [name.event, 'The name of the event'],
    [name.delivery, 'The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body'],
    [name.signature, '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret'],
    [name.timestamp, 'The Unix time in seconds: reject it when it is more than 300 seconds off'],
    ['webhook-id', 'With the format `standard-webhooks`: the id of the delivery'],
    ['webhook-timestamp', 'With the format `standard-webhooks`: the Unix time in seconds'],
    ['webhook-signature', 'With the format `standard-webhooks`: `v1,` and the signature in base64'],
  ]
  return headers.map(([header, description]) => ({
    name: header,
    in: 'header',
    description,
    required: false,
    schema: { type: 'string' },
  }))
}
