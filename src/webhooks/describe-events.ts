import { type TSchema, Type } from 'typebox'
import { getHeaderNames } from '../delivery/signing/sign.ts'
import { WebhookDisabled, disabledEventName, events } from '../../contract/schemas/event.ts'

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
