import { type Static, Type } from 'typebox'
import { bandNames } from '../bands.ts'
import { nullable, pageResponse, ref, time } from '../schema.ts'
import {
  Attempt,
  deliveryFormats,
  DeliveryStateName,
  type DisabledReason,
  disabledReasons,
  retryPolicies,
} from './delivery.ts'
import { allEvents, eventNames } from './event.ts'

const words = <Word extends string>(values: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: values, description })

const EventNames = Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...eventNames, allEvents] }), {
  minItems: 1,
  maxItems: eventNames.length,
  uniqueItems: true,
  description: `Names of events, or only \`${allEvents}\` for all events, including events that are added later`,
})

const filterFields = {
  own: Type.Optional(
    Type.Boolean({ description: 'true: only scores that your API key, its predecessors or successors requested' }),
  ),
  bands: Type.Optional(Type.Array(words(bandNames, 'A band'), { minItems: 1, maxItems: 3, uniqueItems: true })),
  creatorAddress: Type.Optional(Type.String({ maxLength: 42, description: 'The creator’s wallet of the score' })),
  contractAddress: Type.Optional(
    Type.String({ maxLength: 42, description: 'The token’s contract that the event names, or else that of the score' }),
  ),
  minAggregate: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'The lowest aggregate of the score' }),
  ),
}

const Filters = Type.Object(filterFields, {
  additionalProperties: false,
  description: 'Of events about a score, only those whose score matches every given field are sent',
})
export type Filters = Static<typeof Filters>

const NullableFilters = nullable(Filters)

const includable = ['name', 'symbol', 'creatorAddress', 'score'] as const
export type Included = (typeof includable)[number]

const Include = Type.Array(words(includable, 'A part of the score'), {
  maxItems: includable.length,
  uniqueItems: true,
  description:
    'Parts of the score to add to the data of each event. `score` is the stored record, a ScoreResult; it is null while the record is taken down, and if it has more than 64 KiB',
})

export const maxHeaders = 10
export const maxHeaderValue = 1024

const headers = Type.Record(Type.String(), Type.String({ maxLength: maxHeaderValue }), {
  maxProperties: maxHeaders,
  writeOnly: true,
  description:
    'Up to ten headers that every delivery carries, such as `authorization`. Names are tokens of HTTP, and values have 1 to 1,024 visible ASCII characters, with spaces between them. Headers that the service or HTTP itself sets can’t be named. No response contains the values',
})

const description = Type.String({
  maxLength: 200,
  description: 'A note for yourself, one line of at most 200 characters',
})
const retryPolicyText =
  '`default`: five attempts over two and a half hours; a 5xx pauses retries for six hours. `standard`: 5xx and 429 are retried over three days'
const formatText =
  '`default`: the service’s own headers. `standard-webhooks`: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`'
const formerDefault = 'specification'
const formerText = `. \`${formerDefault}\` is the former name of \`default\``

const secret = Type.String({
  minLength: 8,
  maxLength: 512,
  writeOnly: true,
  description:
    '8–512 characters, of which at least five are different, used as they are. Choose at least 32 random bytes. No response contains the secret',
})

export const NewWebhookSubscription = Type.Object(
  {
    endpoint: Type.String({
      maxLength: 2048,
      description:
        'The https URL that receives the deliveries. An internationalised one is stored and answered in its ASCII form',
    }),
    events: EventNames,
    secret,
    description: Type.Optional(description),
    filters: Type.Optional(NullableFilters),
    include: Type.Optional(Include),
    headers: Type.Optional(headers),
    retryPolicy: Type.Optional(words([...retryPolicies, formerDefault], retryPolicyText + formerText)),
    format: Type.Optional(words([...deliveryFormats, formerDefault], formatText + formerText)),
  },
  {
    $id: 'NewWebhookSubscription',
    additionalProperties: false,
    description: 'A new subscription: the endpoint, its events and the signing secret',
  },
)
export type NewWebhookSubscription = Static<typeof NewWebhookSubscription>

export const WebhookSubscriptionChange = Type.Object(
  {
    endpoint: Type.Optional(NewWebhookSubscription.properties.endpoint),
    events: Type.Optional(EventNames),
    description: Type.Optional(nullable(description)),
    filters: Type.Optional(NullableFilters),
    headers: Type.Optional(nullable(headers)),
    active: Type.Optional(
      Type.Boolean({
        description: 'false: the service sends nothing until you set it to true or resume the subscription',
      }),
    ),
  },
  {
    $id: 'WebhookSubscriptionChange',
    additionalProperties: false,
    description: 'The fields to change; the others keep their values',
  },
)
export type WebhookSubscriptionChange = Static<typeof WebhookSubscriptionChange>

export const NewSecret = Type.Object({ secret }, { $id: 'NewSecret', additionalProperties: false })

export const WebhookSubscription = Type.Object(
  {
    id: Type.String({ pattern: '^sub_[0-9a-f]{32}$' }),
    endpoint: Type.String(),
    events: EventNames,
    active: Type.Boolean({ description: 'false: the service sends nothing. `disabledReason` says why' }),
    description: nullable(Type.String()),
    filters: NullableFilters,
    include: Include,
    headerNames: Type.Array(Type.String(), {
      description: 'The names of your `headers`, in lower case. Their values are never returned',
    }),
    retryPolicy: words(retryPolicies, retryPolicyText),
    format: words(deliveryFormats, formatText),
    createdAt: time('When the subscription was created'),
    pausedUntil: nullable(time('No retry is sent before this time; `resume` ends the pause')),
    disabledReason: Type.Unsafe<DisabledReason | null>({
      type: ['string', 'null'],
      enum: [...Object.keys(disabledReasons), null],
      description: Object.entries(disabledReasons)
        .map(([reason, text]) => `\`${reason}\`: ${text}`)
        .join('; '),
    }),
    lastSuccessAt: nullable(time('About the last attempt that succeeded, to within ten seconds')),
    lastFailureAt: nullable(time('About the last attempt that failed, to within ten seconds')),
  },
  { $id: 'WebhookSubscription', description: 'A webhook subscription' },
)
export type WebhookSubscription = Static<typeof WebhookSubscription>

export const WebhookSubscriptions = Type.Object(
  { webhooks: Type.Array(ref(WebhookSubscription)), ...pageResponse },
  { $id: 'WebhookSubscriptions', description: 'Newest first' },
)
export type WebhookSubscriptions = Static<typeof WebhookSubscriptions>

export const RotatedSecret = Type.Object(
  {
    id: Type.String(),
    previousUntil: time(
      'Until this time an attempt that the endpoint answers with 401 or 403 is repeated at once, signed with the previous secret',
    ),
  },
  { $id: 'RotatedSecret' },
)

export const Delivery = Type.Object(
  {
    id: Type.String({ pattern: '^dlv_[0-9a-f]{32}$' }),
    eventId: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
    event: Type.String(),
    state: DeliveryStateName,
    createdAt: Type.String({ format: 'date-time' }),
    nextAttemptAt: nullable(time('null once the delivery has ended, and while the subscription is not active')),
    endedAt: nullable(time('When the delivery succeeded or failed')),
    reason: nullable(Type.String({ description: 'Why the delivery failed: the `error` of its last attempt' })),
    attempts: Type.Array(ref(Attempt)),
  },
  {
    $id: 'Delivery',
    description: 'One event for one subscription. The log is kept for 24 hours after the delivery ends',
  },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryWithBody = Type.Object(
  { ...Delivery.properties, body: Type.String({ description: 'The exact body' }) },
  { $id: 'DeliveryWithBody', description: 'A delivery with its body, which is the same in all attempts' },
)
export type DeliveryWithBody = Static<typeof DeliveryWithBody>

export const Deliveries = Type.Object(
  {
    deliveries: Type.Array(ref(Delivery)),
    pausedUntil: nullable(time('No retry is sent before this time; `resume` ends the pause')),
    ...pageResponse,
  },
  { $id: 'Deliveries', description: 'Newest first' },
)
export type Deliveries = Static<typeof Deliveries>

export const Feed = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        deliveryId: Type.String({
          description: 'The delivery id, the same as in the header of the delivery',
        }),
        event: Type.String(),
        body: Type.String({ description: 'The exact body of the delivery' }),
      }),
    ),
    limit: Type.Integer(),
    cursor: nullable(
      Type.String({ description: 'The position after this page. Store it, and pass it as `cursor` to continue later' }),
    ),
    nextCursor: nullable(
      Type.String({ description: 'The same as `cursor` if there may be more events now, otherwise null' }),
    ),
  },
  { $id: 'Feed', description: 'Oldest first' },
)
export type Feed = Static<typeof Feed>

export const Recovery = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description:
        'At most 24 hours ago, because older logs are deleted. For a subscription that was not active, at most seven days ago',
    }),
  },
  { $id: 'Recovery', additionalProperties: false },
)

export const Recovered = Type.Object(
  {
    recovered: Type.Integer({
      description:
        'Deliveries that are queued: failed ones, and those of events that were stored while the subscription was not active',
    }),
    isComplete: Type.Boolean({ description: 'false: more remain; call again' }),
  },
  { $id: 'Recovered' },
)

export const webhookSchemas = [
  NewWebhookSubscription,
  WebhookSubscriptionChange,
  NewSecret,
  WebhookSubscription,
  WebhookSubscriptions,
  RotatedSecret,
  Attempt,
  Delivery,
  DeliveryWithBody,
  Deliveries,
  Feed,
  Recovery,
  Recovered,
]
